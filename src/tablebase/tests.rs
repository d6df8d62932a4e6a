use std::{
    env, process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::*;
use crate::{
    eval::Evaluation,
    position::Game,
    search::{
        Limits, Params, Searcher, StopToken, Table, Unhurried,
        score::{DRAW, TB_WIN, mate_distance},
    },
};

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

/// The folders with the tables of three and four men that `SYZYGY_PATH` names; who holds the lock may
/// open them.
fn folders() -> (String, MutexGuard<'static, ()>) {
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
fn scores_at_the_root_are_those_of_the_tables() {
    let (folders, _lock) = folders();
    let tables = Arc::new(Tablebase::open(&folders).expect("tables"));
    let table = Arc::new(Table::new(1));
    let mut searcher = Searcher::new(table, 1, Params::default(), &Evaluation::best());
    searcher.use_tables(Some(tables));
    let mut score = |fen: &str| {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        searcher
            .run(&Game::new(position(fen)), &limits, &mut Unhurried, &StopToken::default())
            .score
    };
    assert_eq!(score("8/8/8/3k4/3r4/8/8/Q3K3 w - - 0 1"), TB_WIN);
    assert_eq!(score("8/8/8/3k4/3r4/8/8/Q3K3 b - - 0 1"), -TB_WIN);
    assert_eq!(score("8/8/8/6R1/8/4K3/8/3b1k2 w - - 0 1"), DRAW);
    let spoilt = "the fifty-move rule comes before the mate";
    assert_eq!(score("4K3/8/8/1k6/N4B2/8/8/8 w - - 80 1"), DRAW, "{spoilt}");
    assert!(mate_distance(score("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")) == Some(1));
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
