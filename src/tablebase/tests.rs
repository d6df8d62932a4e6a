use std::{
    env, process,
    sync::{Mutex, MutexGuard, PoisonError},
};

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

#[test]
fn a_table_that_is_cut_short_is_refused_by_name() {
    let folder = env::temp_dir().join(format!("cut-short-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let whole = [&RESULTS[..], &[0; 64 + 12]].concat();
    for (bytes, good) in
        [(&whole[..], true), (&whole[..40], false), (b"", false), (&[7; 80], false)]
    {
        fs::write(folder.join("KPvKP.rtbw"), bytes).unwrap();
        let found = greatest_table(&folder);
        assert_eq!(found.as_ref().ok(), Some(&4).filter(|_| good));
        let told = found.err().map_or(String::new(), |error| error.to_string());
        assert!(good || told.contains("KPvKP.rtbw"), "{told}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The folders with the tables of three and four men that `SYZYGY_PATH` names; who holds the lock may
/// open them.
pub(crate) fn folders() -> (String, MutexGuard<'static, ()>) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    (env::var("SYZYGY_PATH").expect("SYZYGY_PATH"), lock)
}

/// The best moves as sorted text.
fn best(tables: &Tablebase, fen: &str) -> Vec<String> {
    let moves = tables.advice(&position(fen)).expect("in the tables").moves;
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn tables_know_results_and_the_moves_that_keep_them() {
    let (folders, _lock) = folders();
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

    let mates = ["g5g7", "g5g8", "g5h4", "g5h5", "g5h6"];
    assert_eq!(best(&tables, "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"), mates);
    assert_eq!(best(&tables, "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"), ["e3d3", "e3f3"]);
    assert!(best(&tables, "8/2k5/8/2KP4/8/8/8/8 w - - 0 1").len() > 1);
}

#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn a_win_is_kept_where_the_distance_of_the_root_is_one_less_than_that_of_its_best_move() {
    let (folders, _lock) = folders();
    let tables = Tablebase::open(&folders).expect("tables");
    assert_eq!(best(&tables, "8/8/8/8/8/1pQ1K3/k7/8 w - - 2 2"), ["c3c1"]);
}

#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn the_worth_of_a_position_counts_the_half_moves_made() {
    let (folders, _lock) = folders();
    let tables = Tablebase::open(&folders).expect("tables");
    let worth = |fen: &str| tables.advice(&position(fen)).expect("in the tables").verdict;
    assert_eq!(worth("8/8/8/3k4/3r4/8/8/Q3K3 w - - 0 1"), Some(Verdict::Win));
    assert_eq!(worth("8/8/8/3k4/3r4/8/8/Q3K3 b - - 0 1"), Some(Verdict::Loss));
    assert_eq!(worth("8/8/8/6R1/8/4K3/8/3b1k2 w - - 0 1"), Some(Verdict::Draw));
    assert_eq!(worth("4K3/8/8/1k6/N4B2/8/8/8 w - - 0 1"), Some(Verdict::Win));
    assert_eq!(worth("4K3/8/8/1k6/N4B2/8/8/8 w - - 80 1"), Some(Verdict::Draw));
}

#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn a_win_that_the_fifty_move_rule_spoils_is_not_given_up() {
    let (folders, _lock) = folders();
    let tables = Tablebase::open(&folders).expect("tables");
    assert_eq!(best(&tables, "8/8/8/8/4k3/4B3/8/N3K3 w - - 80 90"), ["e1d2", "e1e2"]);
}

#[test]
#[ignore = "needs tables; .ci/run names them where there are any"]
fn without_distances_results_stay_known_and_no_win_is_thrown_away() {
    let (folders, _lock) = folders();
    let folder = env::temp_dir().join(format!("results-{}", process::id()));
    copy_results(&folders, &folder);
    let tables = Tablebase::open(folder.to_str().expect("a name")).expect("tables");
    let won = best(&tables, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    let worth = |halfmoves: u32| {
        let fen = format!("4k3/8/4K3/4P3/8/8/8/8 w - - {halfmoves} 40");
        tables.advice(&position(&fen)).expect("in the tables").verdict
    };
    assert_eq!([worth(0), worth(1)], [Some(Verdict::Win), None]);
    let drawn = tables.verdict(&position("8/2k5/8/2KP4/8/8/8/8 w - - 0 1"));
    drop(tables);
    fs::remove_dir_all(&folder).expect("a folder of ours");
    assert_eq!(won, ["e6d6", "e6f6"]);
    assert_eq!(drawn, Some(Verdict::Draw));
}

/// Copies the results of three men, without their distances.
fn copy_results(folders: &str, to: &Path) {
    fs::create_dir_all(to).expect("a folder for tables");
    let found = |name: &str| {
        folders.split(SEPARATOR).map(|it| Path::new(it).join(name)).find(|file| file.is_file())
    };
    for man in ["Q", "R", "B", "N", "P"] {
        let name = format!("K{man}vK.rtbw");
        let file = found(&name).expect("the tables of three men");
        fs::copy(file, to.join(&name)).expect("a copy");
    }
}
