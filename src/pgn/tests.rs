mod inverse;

use std::{io, time::Duration};

use super::*;
use crate::position::Position;

fn read(text: &str) -> Vec<Record> {
    Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("the input does not fail")
}

/// The one game of a text.
fn game(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The moves of a record in SAN.
fn sans(record: &Record) -> String {
    let mut position = record.start.clone();
    let words = record.moves.iter().map(|ply| {
        let san = position.san(ply.mv);
        position.play(ply.mv);
        san
    });
    words.collect::<Vec<_>>().join(" ")
}

fn problems(record: &Record) -> Vec<String> {
    record.problems.iter().map(ToString::to_string).collect()
}

/// The one move of a game with this comment on it, and the problems.
fn commented(comment: &str) -> (Ply, Vec<String>) {
    let game = game(&format!("1. e4 {{{comment}}} *"));
    (game.moves[0].clone(), problems(&game))
}

fn seconds(seconds: f64) -> Option<Duration> {
    Some(Duration::from_secs_f64(seconds))
}

fn eval(value: Value, depth: Option<u32>) -> Option<Eval> {
    Some(Eval { value, depth })
}

#[test]
fn a_game_of_the_standard_is_read() {
    let text = "[Event \"F/S Return Match\"]\n[Site \"Belgrade\"]\n[Date \"1992.11.04\"]\n\
        [Round \"29\"]\n[White \"Fischer, Robert J.\"]\n[Black \"Spassky, Boris V.\"]\n\
        [Result \"1/2-1/2\"]\n[ECO \"C95\"]\n[Annotator \"-\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {The Ruy Lopez.} 4. Ba4 Nf6\n5. O-O 1/2-1/2\n";
    let game = game(text);
    assert_eq!(problems(&game), [""; 0]);
    assert_eq!((game.tags.get("Site"), game.tags.get("ECO")), (Some("Belgrade"), Some("C95")));
    assert_eq!(
        game.tags.others.iter().map(|(n, _)| &**n).collect::<Vec<_>>(),
        ["ECO", "Annotator"]
    );
    assert_eq!(sans(&game), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    assert_eq!(game.moves[5].comment, "The Ruy Lopez.");
    assert_eq!(game.result, Outcome::Draw);
}

#[test]
fn moves_are_read_however_they_are_numbered_and_spelled() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.0-0",
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bc4 3. ... Nf6 4.O-O",
        "1 e4 e5 2 Nf3 Nc6 3 Bc4 Nf6 4 O-O",
        "1e4 e5 2Nf3 Nc6 3Bc4 Nf6 4. 0-0",
        "e4 e5 Nf3 Nc6 Bc4 Nf6 o-o",
        "1 . e4 .. e5 7. Nf3 … Nc6\n\n99999999999999999999999.\tBc4 Nf6 4.... O-O",
        "1. e2e4 e7-e5 2. g1f3 b8c6 3. Bf1-c4 Ng8f6 4. e1g1",
        "1.e4(1.d4)e5{good}2.Nf3;well\nNc6$1 3.Bc4 Nf6 4.O-O",
    ] {
        let game = game(&format!("{text} 1-0"));
        assert_eq!(sans(&game), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O", "{text}");
        assert_eq!((game.result, &game.problems[..]), (Outcome::WhiteWins, &[][..]), "{text}");
    }
}

#[test]
fn promotions_and_en_passant_are_read_in_every_spelling() {
    for promotion in ["exd8=Q+", "exd8Q", "exd8(Q)", "exd8/Q", "e7d8q", "exd8=Q!+"] {
        let text = format!("1. e4 f6 2. e5 d5 3. exd6 e.p. Kf7 4. dxe7 Kg6 5. {promotion} *");
        let game = game(&text);
        assert!(sans(&game).ends_with("exd6 Kf7 dxe7 Kg6 exd8=Q"), "{text}: {}", sans(&game));
        assert_eq!(problems(&game), [""; 0], "{text}");
    }
}

#[test]
fn tags_are_read_in_every_spelling_and_kept_in_order() {
    let game = game(
        "\u{feff}[ Zeta \"last first\" ][White \"a \\\"b\\\" \\\\ c\"]\n[Black \"the \"quoted\" one\"]\n\
         [Event\"close\"]\n[Alpha \"\"]\r\n[Round \"no bracket\"\n[Site \"x\\y]\"]\n\n*",
    );
    let tags = &game.tags;
    assert_eq!((&*tags.white, &*tags.black), ("a \"b\" \\ c", "the \"quoted\" one"));
    assert_eq!((&*tags.event, &*tags.round, &*tags.site), ("close", "no bracket", "x\\y]"));
    assert_eq!(tags.date, "????.??.??");
    let others: Vec<_> = tags.others.iter().map(|(n, v)| (&**n, &**v)).collect();
    assert_eq!(others, [("Zeta", "last first"), ("Alpha", "")]);
    assert_eq!(problems(&game), [""; 0]);
}

#[test]
fn bad_tags_are_told_and_the_others_are_kept() {
    let game =
        game("[Event \"a\"]\n[Site b]\n[White \"c\"]\n[White \"d\"]\n[Result \"won\"]\n\n1. e4 *");
    assert_eq!((&*game.tags.event, &*game.tags.white), ("a", "c"));
    let told = [
        "line 2: [Site b] is no tag",
        "line 4: the tag White is there twice",
        "line 5: \"won\" is no result",
    ];
    assert_eq!(problems(&game), told);
}

#[test]
fn a_game_may_begin_anywhere() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n\n40... Kd7 41. O-O *";
    let game = game(text);
    assert_eq!(sans(&game), "Kd7 O-O");
    assert_eq!(game.start.fullmoves(), 40);
    assert!(game.tags.others.is_empty());
    assert!(
        game.to_string().contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n")
    );
    assert!(game.to_string().contains("\n40... Kd7 41. O-O *\n"));
}

#[test]
fn a_start_that_is_no_position_is_told_and_the_next_game_is_read() {
    let games = read("[FEN \"8/8/8 w\"]\n1. e4 e5 1-0\n[Event \"next\"]\n1. d4 *");
    assert_eq!((games.len(), games[0].moves.len()), (2, 0));
    assert!(problems(&games[0])[0].starts_with("line 1: the game cannot begin with 8/8/8 w: "));
    assert_eq!(games[0].result, Outcome::WhiteWins);
    assert_eq!(sans(&games[1]), "d4");
}

#[test]
fn a_game_with_other_rules_is_told_and_none_of_its_moves_is_taken_for_chess() {
    for variant in ["Three-check", "King of the Hill", "antichess", "Crazyhouse"] {
        let games = read(&format!("[Variant \"{variant}\"]\n\n1. e4 e5 1-0\n\n1. d4 *"));
        let broken_off = games[0].broken_off().map(ToString::to_string);
        assert_eq!(broken_off, Some(format!("line 1: {variant} has other rules")));
        assert_eq!((games[0].moves.len(), sans(&games[1]).as_str()), (0, "d4"));
        assert_eq!(games[0].tags.get("Variant"), Some(variant));
    }
    for variant in ["Standard", "Chess960", "From Position", "wild/fr"] {
        let game = game(&format!("[Variant \"{variant}\"]\n\n1. e4 *"));
        assert_eq!((sans(&game).as_str(), problems(&game)), ("e4", vec![]), "{variant}");
    }
}

#[test]
fn comments_variations_and_escapes_stand_anywhere() {
    let game = game(
        "{before\nthe game} 1. e4 {a} {b} (1. d4 {not ) here} d5 (1... Nf6) 2. c4) e5 ; to the end { 2. Nf4\n\
         %2. Nf3 Nc6\n2. Nc3 {over\n% two   lines} (2. Qh9 1-0) Nf6 0-1 {White resigns}\n",
    );
    assert_eq!(problems(&game), [""; 0]);
    assert_eq!((sans(&game).as_str(), game.result), ("e4 e5 Nc3 Nf6", Outcome::BlackWins));
    assert_eq!(game.comment, "before the game");
    let comments: Vec<&str> = game.moves.iter().map(|ply| &*ply.comment).collect();
    assert_eq!(comments, ["a b", "to the end { 2. Nf4", "over % two lines", "White resigns"]);
}

#[test]
fn marks_become_numbers() {
    let game = game("1. e4! e5?? $14 2. Nf3+!? !! Nc6 $0 $255 $256 +- 3. Bb5?!+ *");
    let nags: Vec<&[u8]> = game.moves.iter().map(|ply| &*ply.nags).collect();
    assert_eq!(nags, [&[1][..], &[4, 14], &[5, 3], &[0, 255], &[6]]);
    assert_eq!(problems(&game), ["line 1: $256 says nothing here", "line 1: +- says nothing here"]);
}

#[test]
fn an_illegal_move_is_told_and_the_next_game_is_read() {
    let games = read(
        "[Event \"a\"]\n\n1. e4 e5\n2. Nf3 Nf3 3. Bb5 {x} (3. Bc4 *) a6 1-0\n\n[Event \"b\"]\n1. d4 d5 1/2-1/2\n",
    );
    assert_eq!(games.len(), 2);
    assert_eq!((sans(&games[0]).as_str(), games[0].result), ("e4 e5 Nf3", Outcome::WhiteWins));
    let told = "line 4: move 2... Nf3 cannot be played: no knight of yours can go to f3";
    assert_eq!(problems(&games[0]), [told]);
    assert_eq!((&*games[1].tags.event, sans(&games[1]).as_str()), ("b", "d4 d5"));
    assert_eq!(problems(&games[1]), [""; 0]);
}

#[test]
fn games_end_where_the_next_one_begins() {
    for (text, ends) in [
        ("1. e4 1-0 1. d4 0-1 1. c4 *", ["1-0", "0-1", "*"]),
        (
            "[Event \"a\"]\n1. e4 1-0 [Event \"b\"]1. d4 0-1\n[Event \"c\"]\n1. c4",
            ["1-0", "0-1", "*"],
        ),
        (
            "[Result \"1-0\"]\n1. e4\n[Result \"0-1\"]\n1. d4 (\n[Result \"1/2\"]\n1. c4",
            ["1-0", "0-1", "1/2-1/2"],
        ),
        ("[Event \"a\"]\n[Event \"b\"]\n1. d4 *\n1. c4 *", ["*", "*", "*"]),
        ("1. e4 { 1-0\n[Event \"b\"]\n1. d4 0-1\n1. c4 1-0 {", ["*", "0-1", "1-0"]),
    ] {
        let results: Vec<String> = read(text).iter().map(|game| game.result.to_string()).collect();
        assert_eq!(results, ends, "{text}");
    }
    assert_eq!(read(" \n\n% nothing\n"), []);
}

#[test]
fn what_is_missing_or_doubtful_at_the_end_is_told() {
    for (text, result, told) in [
        ("1. e4", Outcome::Open, "line 1: the game ends without a result"),
        (
            "[Result \"1-0\"]\n1. e4 0-1",
            Outcome::BlackWins,
            "line 2: the result is 1-0 above the moves and 0-1 below them",
        ),
        ("1. e4 {never\nclosed", Outcome::Open, "line 1: the comment is not closed"),
        ("1. e4 (1. d4", Outcome::Open, "line 1: the variation is not closed"),
        ("1. e4 ) *", Outcome::Open, "line 1: ) says nothing here"),
        ("1. e4 } ] *", Outcome::Open, "line 1: ] says nothing here"),
        ("]", Outcome::Open, "line 1: ] says nothing here"),
    ] {
        let game = game(text);
        assert_eq!(game.result, result, "{text}");
        assert!(
            problems(&game).iter().any(|problem| problem == told),
            "{text}: {:?}",
            game.problems
        );
    }
}

#[test]
fn commands_in_comments_are_times_and_scores() {
    let (ply, told) =
        commented("book [%clk 1:59:58.5][%emt 0:00:01.5] [%eval +0.35,12] [%csl Ga1] good");
    assert_eq!((ply.clock, ply.elapsed), (seconds(7198.5), seconds(1.5)));
    assert_eq!(ply.eval, eval(Value::Centipawns(35), Some(12)));
    assert_eq!((&*ply.comment, told.len()), ("book [%csl Ga1] good", 0));
    for (text, value) in [
        ("#3", Value::Mate(3)),
        ("#-3", Value::Mate(-3)),
        ("-12", Value::Centipawns(-1200)),
        ("-0.5", Value::Centipawns(-50)),
        ("0.349", Value::Centipawns(34)),
    ] {
        assert_eq!(commented(&format!("[%eval {text}]")).0.eval, eval(value, None), "{text}");
    }
    for (text, time) in [("0:04:59", 299.0), ("1:05", 65.0), ("3", 3.0), ("0.25", 0.25)] {
        assert_eq!(commented(&format!("[%emt {text}]")).0.elapsed, seconds(time), "{text}");
    }
}

#[test]
fn commands_that_cannot_be_read_stay_in_the_comment_and_are_told() {
    for text in [
        "[%clk soon]",
        "[%clk -1:00]",
        "[%clk 1:2:3:4]",
        "[%clk ]",
        "[%emt 1e3]",
        "[%emt 99999999999]",
        "[%eval inf]",
        "[%eval 1.2,]",
        "[%eval #99999]",
        "[%eval 0x1]",
    ] {
        let (ply, told) = commented(text);
        assert_eq!((&*ply.comment, ply.clock, ply.elapsed, ply.eval), (text, None, None, None));
        assert_eq!(told, [format!("line 1: {text:?} in the comment is not understood")]);
    }
    let (ply, told) = commented("[%emt 1] [%emt 2] [%emt 3");
    assert_eq!((ply.elapsed, &*ply.comment, told.len()), (seconds(1.0), "[%emt 2] [%emt 3", 1));
}

#[test]
fn comments_of_engine_matches_are_read() {
    let game = game(include_str!("../../tests/pgn/engine-comments.pgn"));
    let told = ["line 12: \"0.20/176\" in the comment is not understood"];
    assert_eq!(problems(&game), told);
    assert_eq!(sans(&game), "d4 d5 c4 dxc4 e4 Nf6 e5 Nd5 Bxc4");
    let used: u64 =
        game.moves.iter().filter_map(|ply| ply.elapsed).map(|time| time.as_secs()).sum();
    assert_eq!(used, 396);
    assert_eq!(game.moves[0].eval, eval(Value::Centipawns(30), Some(13)));
    assert_eq!(
        game.moves[3].eval,
        eval(Value::Centipawns(15), Some(12)),
        "Black's own view was -0.15"
    );
    let comments: Vec<&str> = game.moves.iter().map(|ply| &*ply.comment).collect();
    assert_eq!(comments, ["", "", "", "", "(e2e4) 0.20/176", "", "", "", ""]);
}

#[test]
fn comments_of_gui_programs_are_read() {
    for (text, value, depth, time, rest) in [
        ("+0.35/12 4.2", Value::Centipawns(35), 12, 4.2, ""),
        ("-1.05/9 1:05", Value::Centipawns(-105), 9, 65.0, ""),
        ("+M4/25 0.5s, White mates", Value::Mate(4), 25, 0.5, "White mates"),
        ("(e7e5) 0.30/13 10 strong", Value::Centipawns(30), 13, 10.0, "(e7e5) strong"),
    ] {
        let (ply, told) = commented(text);
        assert_eq!((ply.eval, ply.elapsed), (eval(value, Some(depth)), seconds(time)), "{text}");
        assert_eq!((&*ply.comment, told.len()), (rest, 0), "{text}");
    }
    let (ply, _) = commented("+0.35/12");
    assert_eq!((ply.eval, ply.elapsed), (eval(Value::Centipawns(35), Some(12)), None));
    for text in ["1/2 was offered", "Moscow/Leningrad 1950", "see 3.5", "a 0.30/13 10", "book"] {
        let (ply, told) = commented(text);
        assert_eq!((&*ply.comment, ply.eval, ply.elapsed, told.len()), (text, None, None, 0));
    }
}

#[test]
fn comments_of_tcec_are_read() {
    let (ply, told) =
        commented("d=34, sd=40, mt=60132, tl=2644868, s=1, pv=e4 e5 Nf3, wv=-0.49, mb=+0,");
    assert_eq!((ply.elapsed, ply.clock), (seconds(60.132), seconds(2644.868)));
    assert_eq!(ply.eval, eval(Value::Centipawns(-49), Some(34)));
    assert_eq!((&*ply.comment, told.len()), ("sd=40, s=1, pv=e4 e5 Nf3, mb=+0", 0));
    let (ply, told) = commented("book, mb=+0,");
    assert_eq!((&*ply.comment, ply.elapsed, told.len()), ("book, mb=+0,", None, 0));
    let (ply, told) = commented("d=3, mt=50, wv=?");
    assert_eq!((&*ply.comment, ply.elapsed, ply.eval), ("d=3, wv=?", seconds(0.05), None));
    assert_eq!(told, ["line 1: \"wv=?\" in the comment is not understood"]);
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let bytes = b"[White \"Ren\xe9 \xc3\xa9\"]\r\n\r\n1. e4 {a\0b\xff} e5 *\r\n";
    let games: Vec<Record> = Reader::new(&bytes[..]).collect::<Result<_, _>>().expect("no failure");
    assert_eq!((&*games[0].tags.white, &*games[0].moves[0].comment), ("René é", "a bÿ"));
    assert_eq!(problems(&games[0]), [""; 0]);
}

#[test]
fn what_shells_of_windows_write_is_read() {
    // Bytes of these letters look like a quotation mark and the end of a line.
    let text = "\u{feff}[White \"René Т Ċ\"]\r\n\r\n1. e4 {well} e5\r\n2. Ke5 *\r\n";
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes_of).collect();
        let games: Vec<Record> =
            Reader::new(&bytes[..]).collect::<Result<_, _>>().expect("no failure");
        assert_eq!(
            (games.len(), &*games[0].tags.white, sans(&games[0]).as_str()),
            (1, "René Т Ċ", "e4 e5")
        );
        assert!(
            problems(&games[0])[0].starts_with("line 4: move 2. Ke5 "),
            "{:?}",
            problems(&games[0])
        );
    }
}

#[test]
fn floods_are_cut_and_told() {
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(6000);
    let comments = "{many words} ".repeat(500_000);
    let bracketed = "[a \"x] ".repeat(200_000);
    for (text, told) in [
        (knights, "too many moves"),
        (format!("1. e4 {{{}}} *", "word ".repeat(50_000)), "too many words in a comment"),
        (format!("1. e4 {comments} *"), "too many words in tags and comments"),
        (format!("1. e4 {} *", "$1".repeat(50)), "too many marks of a move"),
        ((0..1000).map(|n| format!("[T{n} \"\"]\n")).collect(), "too many tags"),
        (bracketed, "is no tag"),
        (format!("1. e4 {} *", "(".repeat(2_000_000)), "variation is not closed"),
    ] {
        let record = &read(&text)[0];
        assert!(record.problems.len() <= 101, "{told}");
        assert!(problems(record).iter().any(|problem| problem.contains(told)), "{told}");
        let size: usize = record.moves.iter().map(|ply| ply.comment.len()).sum();
        assert!(record.moves.len() <= 20_000 && size < 1 << 23, "{told}");
    }
}

#[test]
fn a_failure_of_the_input_is_the_last_item() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let input = io::BufReader::new(io::Read::chain(&b"1. e4 *\n1. d4"[..], Broken));
    let games: Vec<_> = Reader::new(input).map(|game| game.map_err(|e| e.to_string())).collect();
    assert!(matches!(&games[..], [Ok(_), Err(error)] if error == "unplugged"), "{games:?}");
}

#[test]
fn a_record_is_written_as_the_standard_asks() {
    let mut record = game("1. e4 e5 2. Nf3 {natural} Nc6 $1 3. Bb5 1-0");
    record.tags = Tags { white: "a \"b\" \\ c".into(), ..Tags::default() };
    record.tags.set("TimeControl", "40/300");
    record.moves[4].elapsed = seconds(3.25);
    record.moves[4].clock = seconds(296.0);
    record.moves[4].eval = eval(Value::Centipawns(-5), Some(11));
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"a \\\"b\\\" \\\\ c\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[TimeControl \"40/300\"]\n\n\
        1. e4 e5 2. Nf3 {natural} 2... Nc6 $1 3. Bb5\n\
        {[%clk 0:04:56] [%emt 0:00:03.25] [%eval -0.05,11]} 1-0\n\n";
    assert_eq!(record.to_string(), expected);
}

#[test]
fn an_illegal_move_is_never_written() {
    let mut record = game("1. e4 e5 *");
    record.moves.remove(0);
    assert!(record.to_string().ends_with("\n\n*\n\n"));
}

#[test]
fn the_start_position_needs_no_tag() {
    let usual = Record::new(Position::startpos()).to_string();
    assert!(!usual.contains("FEN") && !usual.contains("Variant"), "{usual}");
}

#[test]
fn a_shuffled_start_names_its_variant() {
    let text = Record::new(Position::chess960(0)).to_string();
    assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
    let usual = Record::new(Position::chess960(518)).to_string();
    assert!(!usual.contains("Variant"), "{usual}");
}
