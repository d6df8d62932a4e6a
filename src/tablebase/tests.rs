use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a good position")
}

#[test]
fn folders_without_tables_are_refused_by_name() {
    let refusal = |folders: &str| Tablebase::open(folders).err().expect("a refusal").to_string();
    assert!(refusal("/no/such/folder").contains("/no/such/folder"));
    assert!(refusal(env!("CARGO_MANIFEST_DIR")).contains("no Syzygy tables"));
    assert!(refusal("").contains("no Syzygy tables"));
    let both = format!("{}{SEPARATOR}/also/none", env!("CARGO_MANIFEST_DIR"));
    assert!(refusal(&both).contains(env!("CARGO_MANIFEST_DIR")));
}

/// Needs the tables of three and four men in the folders that `SYZYGY_PATH` names.
#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn tables_know_results_and_the_moves_that_keep_them() {
    let folders = std::env::var("SYZYGY_PATH").expect("SYZYGY_PATH");
    let tables = Tablebase::open(&folders).expect("tables");
    assert!(Tablebase::open(&folders).is_err(), "one at a time");
    assert_eq!(tables.most_men(), 4);
    let verdict = |fen: &str| tables.verdict(&position(fen));
    assert_eq!(verdict("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"), Some(Verdict::Draw));
    assert_eq!(verdict("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1"), Some(Verdict::Draw));
    assert_eq!(verdict("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(Verdict::Loss));
    assert_eq!(verdict("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"), Some(Verdict::Win));
    assert_eq!(verdict("8/8/8/3k4/8/8/1Q6/K7 w - - 5 1"), None, "the fifty-move rule may differ");
    let in_passing = ["8/8/8/8/k3pP2/8/4K3/8 b - f3 0 1", "8/8/8/8/k3pP2/8/4K3/8 b - - 0 1"];
    assert_eq!(in_passing.map(verdict), [Some(Verdict::Draw), Some(Verdict::Loss)]);
    assert_eq!(verdict("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
    assert_eq!(verdict("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None, "castling is in no table");

    let best = |fen: &str| tables.best_moves(&position(fen)).expect("in the tables");
    let texts = |fen: &str| best(fen).1.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mates = ["g5g7", "g5g8", "g5h4", "g5h5", "g5h6"].map(String::from);
    let mut found = texts("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    found.sort();
    assert_eq!(found, mates);
    assert_eq!(texts("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"), ["e3d3", "e3f3"].map(String::from));
    let (worth, moves) = best("8/2k5/8/2KP4/8/8/8/8 w - - 0 1");
    assert_eq!(worth, Verdict::Draw);
    assert!(moves.len() > 1);
}
