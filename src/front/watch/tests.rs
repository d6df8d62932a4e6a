//! The page asked without a browser: what it answers, and that nobody can hold it up.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

use super::*;
use crate::{
    message::{Bound, Score, Thinking},
    pgn::{Eval, Outcome, Ply, Value},
    position::Position,
};

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// No answer is waited for any longer: a test that fails should end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A name that would be markup, a line of a stream and a header, if anybody took it for one.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'&\r\n\r\ndata: x\u{2028}";

/// A game of two moves with the engine's reason for the first one.
fn game(black: &str) -> Record {
    let mut record = Record::new(Position::startpos());
    let mut position = record.start.clone();
    (record.tags.white, record.tags.black) = ("Rookbot".to_owned(), black.to_owned());
    "2026.11.21".clone_into(&mut record.tags.date);
    record.tags.set("TimeControl", "60+1");
    for san in ["e4", "f5"] {
        let mv = position.parse_move(san).unwrap();
        position.play(mv);
        record.moves.push(Ply { clock: Some(Duration::from_secs(59)), ..Ply::new(mv) });
    }
    let own = &mut record.moves[0];
    own.elapsed = Some(Duration::from_millis(1_300));
    own.planned = Some(Duration::from_millis(900));
    own.eval = Some(Eval { value: Value::Centipawns(31), depth: Some(14) });
    own.why = "adaptive: best move in doubt, extended to 2.0 s; adaptive: best move stable for 3 \
               iterations, another 2.0 s would change it in 1 of 60 cases"
        .to_owned();
    record
}

fn finished(black: &str) -> Record {
    let mut record = game(black);
    record.result = Outcome::WhiteWins;
    record.tags.set("Termination", format!("{black} resigns"));
    record
}

/// The answer to `GET path` as text; the head and the body.
fn asked(path: &str, stage: &Stage) -> (String, String) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let request = Request::read(request.as_bytes()).unwrap().unwrap();
    let Answer::Document(document) = answer(&request, &Hosts::default(), LOCAL, stage) else {
        panic!("a stream")
    };
    let text = String::from_utf8(document.to_bytes(false)).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_game_is_told_with_the_reason_for_the_time_of_each_move() {
    let stage = Stage::new(vec![finished("Pawn")]);
    let (head, body) = asked("/game/1.json", &stage);
    assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), "{head}");
    let told = json(&body);
    assert_eq!((&told["me"], &told["result"]), (&json("\"w\""), &json("\"1-0\"")));
    assert_eq!(told["why"], "Pawn resigns");
    let own = &told["plies"][0];
    for (name, value) in [
        ("san", json("\"e4\"")),
        ("from", json("\"e2\"")),
        ("to", json("\"e4\"")),
        ("men", json("\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\"")),
        ("used", json("1300")),
        ("planned", json("900")),
        ("left", json("59000")),
        ("cp", json("31")),
        ("depth", json("14")),
        ("ended", json("\"best move stable for 3 iterations\"")),
        ("extended", json("\"best move in doubt, extended to 2.0 s\"")),
        ("more", json("\"another 2.0 s would change it in 1 of 60 cases\"")),
    ] {
        assert_eq!(own[name], value, "{name}");
    }
}

#[test]
fn a_check_is_told_with_the_square_of_the_king_and_castling_with_its_steps() {
    let start = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let mut record = Record::new(start.clone());
    record.moves.push(Ply::new(start.parse_move("O-O").unwrap()));
    let told = json(&super::json::game(&record, None));
    assert_eq!(
        (&told["plies"][0]["from"], &told["plies"][0]["to"]),
        (&json("\"e1\""), &json("\"g1\""))
    );
    record.moves = vec![Ply::new(start.parse_move("Ra8").unwrap())];
    let told = json(&super::json::game(&record, None));
    assert_eq!(told["plies"][0]["check"], "e8");
}

#[test]
fn lists_files_and_statistics_come_from_the_last_games() {
    let stage = Stage::new(vec![finished("Pawn"), finished("Queen")]);
    let list = json(&asked("/games.json", &stage).1);
    assert_eq!(list["games"][0]["black"], "Queen", "the newest first");
    assert_eq!(list["games"][0]["control"], "1:00 for all moves, 1 s added a move");
    assert_eq!(
        (&list["days"][0]["date"], &list["days"][0]["games"]),
        (&json("\"2026.11.21\""), &json("2"))
    );
    let (head, body) = asked("/game/2.pgn", &stage);
    assert!(head.contains("Content-Disposition: attachment; filename=\"zeitnot-2.pgn\""), "{head}");
    assert!(body.contains("[Black \"Queen\"]") && body.contains("[%plan 0:00:00.9]"), "{body}");
    assert_eq!(asked("/games.pgn", &stage).1.matches("[White ").count(), 2);
    // The engine's name, however often others have played.
    let stage = Stage::new(vec![finished("Pawn"), finished("Pawn")]);
    let (_, summary) = asked("/stats/all.txt", &stage);
    assert!(summary.starts_with("Rookbot: 2 games, 2026.11.21 to 2026.11.21"), "{summary}");
    assert!(asked("/stats/2026.11.21.svg", &stage).1.contains("<svg"));
    for missing in ["/stats/2026.11.22.txt", "/stats/all.exe", "/game/3.json", "/game/live.pgn"] {
        assert!(asked(missing, &stage).0.starts_with("HTTP/1.1 404 "), "{missing}");
    }
    for odd in ["/nosuch", "//", "/../etc/passwd", "/game/", "/game/-1.json", "/game/1", "/stats"] {
        assert!(asked(odd, &stage).0.starts_with("HTTP/1.1 404 "), "{odd}");
    }
}

#[test]
fn a_request_for_another_host_learns_nothing() {
    let stage = Stage::new(vec![finished("Pawn")]);
    for path in ["/", "/events", "/games.json", "/game/1.pgn"] {
        let request =
            Request { path: path.to_owned(), host: "evil.example".to_owned(), head_only: false };
        let Answer::Document(document) = answer(&request, &Hosts::default(), LOCAL, &stage) else {
            panic!("a stream for {path}")
        };
        let text = String::from_utf8(document.to_bytes(false)).unwrap();
        assert!(text.starts_with("HTTP/1.1 421 "), "{text}");
        assert!(text.contains("watch_names") && !text.contains("Pawn"), "{text}");
    }
}

#[test]
fn what_others_have_written_stays_within_its_quotes() {
    let stage = Stage::new(vec![finished(HOSTILE)]);
    for path in ["/game/1.json", "/games.json"] {
        let (head, body) = asked(path, &stage);
        assert!(head.contains("X-Content-Type-Options: nosniff"), "{head}");
        assert!(!body.contains(['\n', '\r']), "a line of its own in {body}");
        json(&body);
    }
    let (head, picture) = asked("/stats/all.svg", &stage);
    assert!(!picture.contains("<img"), "{picture}");
    assert!(head.contains("default-src 'none'") && head.contains("sandbox"), "{head}");
    let (_, page) = asked("/", &stage);
    assert!(!page.contains("src=x"), "no game is in the page itself");
}

#[test]
fn the_clock_that_runs_goes_on_between_two_glances() {
    let stage = Stage::default();
    let live = Live { record: game("Pawn"), me: Some(Color::White) };
    let glance = Glance {
        game: Some(live),
        clocks: Some([59_000, 58_000]),
        running: Some(Color::White),
        ..Glance::default()
    };
    stage.show(glance, Duration::from_secs(10));
    stage.plans(Duration::from_secs(2), Duration::from_secs(8), Duration::from_secs(10));
    let told = json(&super::json::now(&stage.scene(), Duration::from_millis(11_500)));
    assert_eq!((&told["clocks"], &told["running"]), (&json("[57500, 58000]"), &json("\"w\"")));
    assert_eq!(told["plan"], json("{\"planned\": 2000, \"most\": 8000, \"spent\": 1500}"));
}

#[test]
fn a_game_that_has_ended_stays_until_the_next_one_begins() {
    let stage = Stage::default();
    let live = |black| Glance {
        game: Some(Live { record: game(black), me: Some(Color::White) }),
        ..Glance::default()
    };
    let black = |stage: &Stage| stage.scene().live.map(|live| live.record.tags.black.clone());
    stage.show(live("Pawn"), Duration::ZERO);
    let version = stage.scene().live_version;
    stage.show(live("Pawn"), Duration::from_secs(1));
    assert_eq!(stage.scene().live_version, version, "nothing new about the game");
    stage.keep(finished("Pawn"), Some(Color::White));
    stage.show(Glance::default(), Duration::from_secs(2));
    let scene = stage.scene();
    assert_eq!((black(&stage).as_deref(), scene.games), (Some("Pawn"), 1));
    assert_eq!(scene.live.unwrap().record.result, Outcome::WhiteWins);
    stage.show(live("Queen"), Duration::from_secs(3));
    assert_eq!(black(&stage).as_deref(), Some("Queen"));
}

#[test]
fn a_page_for_more_than_this_machine_comes_with_a_warning() {
    let warns = |address: &str| super::notes(address.parse().unwrap()).len() > 1;
    assert!(!warns("127.0.0.1:8017") && !warns("[::1]:8017"));
    assert!(warns("0.0.0.0:8017") && warns("192.168.1.9:8017") && warns("[::]:8017"));
}

/// A page at any free port, and a browser's line to it.
fn served() -> (Watch, Running) {
    let watch = Watch::new(vec![finished("Pawn")]);
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let (stage, wall) = (watch.stage.clone(), watch.wall.clone());
    let server = Running::start(anywhere, Hosts::default(), stage, wall).unwrap();
    (watch, server)
}

fn call(server: &Running, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // Whoever is refused may be so before everything is said.
    let _ = stream.write_all(text.as_bytes());
    stream
}

/// The answer; nothing if the line is closed at once.
fn get(server: &Running, path: &str) -> String {
    let mut stream = call(server, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// The next event of this name, as JSON.
fn next_event(lines: &mut impl Iterator<Item = String>, name: &str) -> serde_json::Value {
    lines.find(|line| *line == format!("event: {name}")).unwrap();
    let data = lines.next().unwrap();
    json(data.strip_prefix("data: ").unwrap())
}

#[test]
fn a_browser_hears_of_each_move_while_others_say_half_a_word_or_never_listen() {
    let (watch, server) = served();
    let _half: Vec<TcpStream> = (0..8).map(|_| call(&server, "GET / HT")).collect();
    let deaf = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let _deaf: Vec<TcpStream> = (0..8).map(|_| call(&server, deaf)).collect();
    let stream = call(&server, deaf);
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    next_event(&mut lines, "now");
    let mut record = game("Pawn");
    let last = record.moves.pop().unwrap();
    let show = |record: &Record| {
        let game = Some(Live { record: record.clone(), me: Some(Color::White) });
        watch.show(Glance { game, ..Glance::default() });
    };
    show(&record);
    assert_eq!(next_event(&mut lines, "game")["plies"].as_array().unwrap().len(), 1);
    record.moves.push(last);
    show(&record);
    assert_eq!(next_event(&mut lines, "game")["plies"][1]["san"], "f5");
    let thinking = Thinking {
        root: record.game().position().clone(),
        depth: 7,
        seldepth: 9,
        rank: None,
        side: record.game().position().side(),
        score: Score::Centipawns(40),
        bound: Bound::Exact,
        chances: [400, 400, 200],
        elapsed: Duration::from_millis(30),
        nodes: 9_000,
        hashfull: 0,
        tbhits: 0,
        line: vec![record.game().position().parse_move("exf5").unwrap()],
    };
    watch.hear(&Event::Thinking(Box::new(thinking)));
    let line = loop {
        let told = next_event(&mut lines, "now");
        if !told["thinking"].is_null() {
            break told["thinking"]["line"].clone();
        }
    };
    assert_eq!(line, "2. exf5");
    assert!(get(&server, "/").contains("<title>"));
    drop(server);
    assert_eq!(lines.last().as_deref(), Some(""), "the stream ends with the server");
}

#[test]
fn no_more_browsers_are_served_than_there_are_places() {
    let (_watch, server) = served();
    let crowd: Vec<TcpStream> = (0..40).map(|_| call(&server, "GET / HT")).collect();
    let refused = get(&server, "/");
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503 "), "{refused}");
    drop(crowd);
    // Their places are free as soon as the server has noticed.
    while !get(&server, "/games.json").starts_with("HTTP/1.1 200 ") {}
}
