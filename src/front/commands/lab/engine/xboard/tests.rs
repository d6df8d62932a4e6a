// The engines here are scripts for a shell.
#![cfg(unix)]

use std::{fs, path::PathBuf, process};

use super::*;
use crate::{lab::record::Subject, position::ChessMove};

/// An engine that knows three moves of one game, and writes down what it is told.
const ENGINE: &str = r#"
moves=0
while read -r word rest; do
    echo "$word $rest" >> "$1"
    case "$word" in
        protover) eval "$FEATURES" ;;
        new) moves=0 ;;
        undo) moves=$((moves - 1)) ;;
        usermove|[a-h][1-8][a-h][1-8]) moves=$((moves + 1)) ;;
        go)
            case $moves in 0) best=e2e4 ;; 1) best=e7e5 ;; *) best=g1f3 ;; esac
            moves=$((moves + 1))
            echo "1 20 0 20 $best"
            eval "$SAYS" ;;
        quit) exit ;;
    esac
done
"#;
/// How engines of the first version of the protocol speak, and one that lacks `setboard` alone.
const FIRST: (&str, &str) = (
    "echo 'Error (unknown command): protover 2'",
    "echo \"$moves. ... $best\"; echo \"My move is: $best\"",
);
const SECOND: (&str, &str) =
    ("echo 'feature myname=\"Old one\" setboard=0 usermove=1 done=1'", "echo \"move $best\"");

/// An engine in a file, and the file of what it was told; they go with this value.
struct Scratch {
    engine: PathBuf,
    told: PathBuf,
}

impl Scratch {
    fn new(name: &str, (features, says): (&str, &str)) -> Scratch {
        let path =
            |kind| std::env::temp_dir().join(format!("zeitnot-{name}-{}.{kind}", process::id()));
        let scratch = Scratch { engine: path("sh"), told: path("told") };
        let script = ENGINE.replace("eval \"$FEATURES\"", features).replace("eval \"$SAYS\"", says);
        fs::write(&scratch.engine, script).unwrap();
        scratch
    }

    fn players(&self) -> [XboardPlayer; 2] {
        let command = format!("sh {} {}", self.engine.display(), self.told.display());
        [(); 2].map(|()| XboardPlayer::start(&command, &[], Effort::Depth(1)).unwrap())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = (fs::remove_file(&self.engine), fs::remove_file(&self.told));
    }
}

/// A game of three moves, each of them searched.
fn subject() -> Subject {
    let mut game = Game::new(Position::startpos());
    for text in ["e2e4", "e7e5", "g1f3"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }
    let moves = game.moves().to_vec();
    Subject::Given { name: "it".to_owned(), start: Box::new(Position::startpos()), moves, skip: 0 }
}

#[test]
fn an_engine_without_setboard_is_brought_to_a_position_by_the_moves_of_its_game() {
    for (name, way, word) in [("first", FIRST, ""), ("second", SECOND, "usermove ")] {
        let scratch = Scratch::new(name, way);
        let game = subject().record(&mut scratch.players()).unwrap();
        let best = |log: &SearchLog| log.reports.last().unwrap().heard.best;
        let best: Vec<ChessMove> = game.searches().map(best).collect();
        let Subject::Given { moves, .. } = subject() else { unreachable!() };
        assert_eq!(best, moves, "{name}");
        let told = fs::read_to_string(&scratch.told).unwrap();
        assert!(told.lines().any(|line| line.trim() == format!("{word}e7e5")), "{told}");
        assert!(!told.lines().any(|line| line.starts_with("setboard")), "{told}");
    }
}

#[test]
fn a_position_that_an_engine_cannot_be_given_is_named_with_the_engine_and_the_reason() {
    let scratch = Scratch::new("unreachable", SECOND);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let name = "it".to_owned();
    let start = Box::new(Position::from_fen(fen).unwrap());
    let subject = Subject::Given { name, start, moves: Vec::new(), skip: 0 };
    let said = subject.record(&mut scratch.players()).unwrap_err().to_string();
    assert!(said.starts_with(&format!("Old one cannot be given the position `{fen}`: ")), "{said}");
    assert!(said.contains("setboard"), "{said}");
}
