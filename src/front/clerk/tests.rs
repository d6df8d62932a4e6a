use super::*;
use crate::{
    front::archive::memory::{Memory, Shelf},
    options::Options,
    pgn::{Outcome, Reader},
    position::{Color, Game},
    protocol::{cecp::Cecp, uci::Uci},
    session::simulated::Simulation,
};

/// A conversation in which reports go to `folder`, and the shelf they come to.
struct Talk {
    simulation: Simulation,
    shelf: Shelf,
    /// Everything that was said.
    said: String,
}

impl Talk {
    fn new(language: fn(Options) -> Box<dyn Adapter + Send>, folder: &str) -> Talk {
        Talk::with(language, &[("report", folder)])
    }

    fn with(language: fn(Options) -> Box<dyn Adapter + Send>, settings: &[(&str, &str)]) -> Talk {
        Talk::shown(language, settings, None)
    }

    /// The same, and a page that the games are shown on.
    fn shown(
        language: fn(Options) -> Box<dyn Adapter + Send>,
        settings: &[(&str, &str)],
        watch: Option<Watch>,
    ) -> Talk {
        let mut options = Options::new().unwrap();
        for (id, value) in [("hash", "1"), ("policy", "rival")].iter().chain(settings) {
            options.set(id, value).unwrap();
        }
        let (shelf, settings) = (Shelf::default(), options.settings().clone());
        let archive = Box::new(Memory(shelf.clone()));
        let clerk = Clerk::new(language(options), &settings, archive).keeping_games(&settings);
        let clerk = clerk.watched(watch);
        let simulation = Simulation::new(&settings, Box::new(clerk), 25).unwrap();
        Talk { simulation, shelf, said: String::new() }
    }

    /// Says these lines, then waits for a line that begins so; what follows that beginning.
    fn say(&mut self, lines: &[&str], awaited: &str) -> String {
        lines.iter().for_each(|line| self.simulation.send(line));
        while !awaited.is_empty() {
            let limit = self.simulation.now() + Duration::from_secs(60);
            let (_, line) = self.simulation.wait_line(limit).expect(awaited);
            self.said += &format!("{line}\n");
            if let Some(rest) = line.strip_prefix(awaited) {
                return rest.to_owned();
            }
        }
        String::new()
    }

    fn written(&self) -> Vec<(String, String)> {
        self.shelf.lock().unwrap().clone()
    }

    fn names(&self) -> Vec<String> {
        self.written().into_iter().map(|(name, _)| name).collect()
    }
}

fn xboard(options: Options) -> Box<dyn Adapter + Send> {
    Box::new(Cecp::new(options))
}

fn uci(options: Options) -> Box<dyn Adapter + Send> {
    Box::new(Uci::new(options))
}

const NAME: &str = concat!("folder/2024.02.29-Anna--Berlin--zeitnot-", env!("CARGO_PKG_VERSION"));

/// A game under XBoard in which the engine has made two moves with Black.
fn two_moves(folder: &str) -> Talk {
    let mut talk = Talk::new(xboard, folder);
    talk.say(&["xboard", "protover 2", "new", "name Anna (Berlin)", "level 0 1 0"], "");
    talk.say(&["time 6000", "otim 6000", "usermove a2a3"], "move ");
    talk.say(&["time 5800", "otim 5500", "usermove h2h3"], "move ");
    talk
}

#[test]
fn a_finished_game_is_reported_once_in_words_and_as_a_picture() {
    let mut talk = two_moves("folder");
    assert!(talk.names().is_empty());
    talk.say(&["result 1-0 {Black resigns}", "new", "quit"], "");
    assert_eq!(talk.names(), [format!("{NAME}.txt"), format!("{NAME}.svg")]);
    let files = talk.written();
    let text = &files[0].1;
    assert!(text.starts_with("Anna (Berlin) \u{2013} zeitnot "), "{text}");
    assert!(text.contains("1-0\n2024.02.29, time control 60\n"), "{text}");
    assert!(text.contains("Anna (Berlin) (White): 2 moves in 5 s, 55 s left"), "{text}");
    assert!(text.contains("(Black): 2 moves in "), "{text}");
    assert!(files[1].1.contains(">planned<"), "{}", files[1].1);
}

#[test]
fn a_game_whose_other_side_hangs_up_is_reported() {
    let Talk { simulation, shelf, .. } = two_moves("folder");
    drop(simulation);
    assert_eq!(shelf.lock().unwrap().len(), 2);
}

#[test]
fn no_report_takes_the_place_of_another() {
    let mut talk = two_moves("folder");
    talk.say(&["result 1-0 {Black resigns}", "new", "name Anna (Berlin)", "level 0 1 0"], "");
    talk.say(&["usermove a2a3"], "move ");
    talk.say(&["usermove h2h3"], "move ");
    talk.say(&["quit"], "");
    assert_eq!(talk.names()[2..], [format!("{NAME}-2.txt"), format!("{NAME}-2.svg")]);
}

#[test]
fn a_uci_game_is_over_when_another_one_comes() {
    let mut talk = Talk::new(uci, "folder");
    let opponent = "setoption name UCI_Opponent value GM 2800 human Gary Kasparov";
    let position = "position startpos".to_owned();
    let mut own =
        talk.say(&["uci", opponent, &position, "go wtime 60000 btime 60000"], "bestmove ");
    let mut moves = String::new();
    for reply in ["a7a6", "h7h6"] {
        moves += &format!(" {} {reply}", own.split(' ').next().unwrap());
        let position = format!("position startpos moves{moves}");
        own = talk.say(&[&position, "go wtime 50000 btime 58000"], "bestmove ");
    }
    assert!(talk.names().is_empty());
    talk.say(&["ucinewgame", "position startpos moves d2d4", "go movetime 20"], "bestmove ");
    talk.say(&["quit"], "");
    let name = concat!("folder/2024.02.29-zeitnot-", env!("CARGO_PKG_VERSION"), "-Gary-Kasparov");
    assert_eq!(talk.names(), [format!("{name}.txt"), format!("{name}.svg")]);
    let text = &talk.written()[0].1;
    assert!(text.contains("(White): 3 moves in ") && text.contains("time control 60\n"), "{text}");
    assert!(text.contains("Gary Kasparov (Black): 2 moves in 2 s, 58 s left"), "{text}");
}

#[test]
fn a_move_that_is_told_to_whoever_has_quit_belongs_to_no_game() {
    let mut talk = Talk::with(uci, &[("pgn", "games.pgn")]);
    let own = talk.say(&["uci", "position startpos", "go wtime 60000 btime 60000"], "bestmove ");
    let position = format!("position startpos moves {} a7a6", own.split(' ').next().unwrap());
    talk.say(&[&position, "go wtime 50000 btime 58000", "quit"], "bestmove ");
    let Talk { simulation, shelf, .. } = talk;
    drop(simulation);
    let files = shelf.lock().unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    let games: Vec<Record> =
        Reader::new(files[0].1.as_bytes()).map(|game| game.expect("a game")).collect();
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_game_goes_to_the_file_of_games_with_the_times_of_both_sides() {
    let mut talk = Talk::with(xboard, &[("pgn", "games.pgn")]);
    talk.say(&["xboard", "protover 2", "new", "name Anna", "level 0 1 0"], "");
    talk.say(&["time 6000", "otim 6000", "usermove a2a3"], "move ");
    talk.say(&["time 5800", "otim 5500", "usermove h2h3"], "move ");
    talk.say(&["result 1-0 {Black resigns}", "new", "quit"], "");
    assert_eq!(talk.names(), ["games.pgn"]);
    let text = &talk.written()[0].1;
    let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!((game.problems.len(), game.moves.len()), (0, 4), "{text}");
    assert_eq!((game.tags.white.as_str(), game.result), ("Anna", Outcome::WhiteWins));
    assert!(game.moves.iter().all(|ply| ply.clock.is_some() && ply.elapsed.is_some()), "{text}");
    let evals: Vec<bool> = game.moves.iter().map(|ply| ply.eval.is_some()).collect();
    assert_eq!(evals, [false, true, false, true], "{text}");
    assert_eq!(game.moves[2].elapsed, Some(Duration::from_secs(5)));
}

/// The result and the last comment of a game kept under UCI in which the engine has answered once.
fn kept_after(position: &str) -> (Outcome, String) {
    let mut talk = Talk::with(uci, &[("pgn", "games.pgn")]);
    talk.say(&["uci", position, "go wtime 2000 btime 2000"], "bestmove ");
    talk.say(&["quit"], "");
    let text = &talk.written()[0].1;
    let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    (game.result, game.moves.last().unwrap().comment.clone())
}

#[test]
fn a_uci_game_that_the_engine_ends_on_the_board_is_kept_with_its_result() {
    let mate = kept_after("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(mate, (Outcome::WhiteWins, "White mates".to_owned()));
    let mate = kept_after("position startpos moves f2f3 e7e5 g2g4");
    assert_eq!(mate, (Outcome::BlackWins, "Black mates".to_owned()));
    let draw = kept_after("position fen 7k/6Q1/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(draw, (Outcome::Draw, "Insufficient material".to_owned()));
    assert_eq!(kept_after("position startpos").0, Outcome::Open);
}

#[test]
fn a_file_of_games_that_cannot_be_written_is_told_and_the_session_goes_on() {
    let mut talk = Talk::with(xboard, &[("pgn", "locked")]);
    talk.say(
        &["xboard", "protover 2", "accepted debug", "new", "level 0 1 0", "usermove a2a3"],
        "move ",
    );
    talk.say(&["result 1-0 {Black resigns}", "new", "usermove a2a3"], "move ");
    assert!(talk.said.contains("permission denied"), "{}", talk.said);
}

/// A clerk at the terminal, whose reports come to the shelf, after a game of three moves.
fn after_a_game_at_the_terminal() -> (Clerk, Shelf, Game) {
    let mut options = Options::new().unwrap();
    options.set("report", "folder").unwrap();
    let (shelf, settings) = (Shelf::default(), options.settings().clone());
    let mut clerk = Clerk::new(xboard(options), &settings, Box::new(Memory(shelf.clone())));
    let mut game = Game::new(Position::startpos());
    for text in ["e4", "e5", "Nf3", "Nc6", "d4", "d5"] {
        let before = Box::new(game.position().clone());
        let mv = before.parse_move(text).unwrap();
        let by = if before.side() == Color::White { Party::Opponent } else { Party::Engine };
        assert!(game.play(mv));
        clerk.heard(&Event::Moved { by, before, mv });
        let (time, reason) = (Some(Duration::from_secs(1)), "rival: planned".into());
        clerk.heard(&Event::Accounted(Account {
            planned: time,
            used: Duration::from_secs(1),
            on_clock: time,
            depth: 9,
            reason,
            grounds: None,
        }));
    }
    (clerk, shelf, game)
}

#[test]
fn a_game_that_is_looked_back_in_at_the_terminal_is_not_over() {
    let (mut clerk, shelf, game) = after_a_game_at_the_terminal();
    clerk.asked(&Command::SetGame(Box::new(Game::new(Position::startpos()))));
    assert!(shelf.lock().unwrap().is_empty());
    clerk.asked(&Command::SetGame(Box::new(game)));
    let reason = "White resigns".to_owned();
    clerk.heard(&Event::GameOver(GameResult { winner: Some(Color::Black), decided: true, reason }));
    let written = shelf.lock().unwrap().clone();
    assert_eq!(written.len(), 2, "text and picture");
    let text = &written[0].1;
    assert!(text.contains(", 0-1\n") && text.contains("(Black): 3 moves in 3 s"), "{text}");
}

#[test]
fn a_game_is_over_when_its_first_position_is_set_up_again_and_played_from() {
    let (mut clerk, shelf, _) = after_a_game_at_the_terminal();
    let before = Box::new(Position::startpos());
    clerk.asked(&Command::SetGame(Box::new(Game::new(Position::startpos()))));
    let mv = before.parse_move("d4").unwrap();
    clerk.heard(&Event::Moved { by: Party::Opponent, before, mv });
    let written = shelf.lock().unwrap().clone();
    assert_eq!(written.len(), 2, "text and picture");
    let text = &written[0].1;
    assert!(text.contains(", *\n") && text.contains("(Black): 3 moves in 3 s"), "{text}");
    drop(clerk);
    assert_eq!(shelf.lock().unwrap().len(), 2, "once");
}

#[test]
fn analysis_is_no_game() {
    let mut talk = Talk::new(uci, "folder");
    for position in ["position startpos", "position startpos moves e2e4"] {
        talk.say(&[position, "go depth 2"], "bestmove ");
        talk.say(&["position startpos moves e2e4 e7e5", "go nodes 200"], "bestmove ");
    }
    talk.say(&["quit"], "");
    assert!(talk.names().is_empty());
}

#[test]
fn a_folder_that_cannot_be_had_is_told_and_the_game_goes_on() {
    let mut talk = two_moves("locked");
    let told = "Error (locked: permission denied): report";
    assert_eq!(talk.said.matches(told).count(), 1, "{}", talk.said);
    talk.say(&["result 1-0 {Black resigns}", "ping 1"], "pong");
    assert_eq!(talk.said.matches(told).count(), 2, "{}", talk.said);
    let mut talk = Talk::new(uci, "");
    talk.say(&["setoption name Report value locked", "isready"], "readyok");
    assert!(talk.said.contains("info string report: locked: permission denied"), "{}", talk.said);
}

#[test]
fn a_game_is_shown_as_it_goes_on_with_its_clocks_plans_and_reasons() {
    let watch = Watch::new(Vec::new());
    let mut talk = Talk::shown(xboard, &[], Some(watch.clone()));
    let scene = || watch.stage().scene();
    talk.say(&["xboard", "protover 2", "new", "name Anna", "level 0 1 0"], "");
    talk.say(&["time 6000", "otim 6000", "usermove a2a3"], "move ");
    talk.say(&["time 5800", "otim 5500", "usermove h2h3"], "");
    let thinking = scene();
    assert!(thinking.plan.is_some(), "what is planned for the move under way");
    assert_eq!(thinking.clocks.unwrap().running, Some(Color::Black));
    talk.say(&[], "move ");
    let moved = scene();
    let live = moved.live.unwrap();
    assert_eq!((live.me, live.record.moves.len()), (Some(Color::Black), 4));
    assert_eq!(live.record.tags.white, "Anna");
    let own = &live.record.moves[1];
    assert!(own.planned.is_some() && own.why.starts_with("rival: "), "{own:?}");
    assert_eq!((moved.plan, moved.clocks.unwrap().running), (None, Some(Color::White)));
    talk.say(&["result 1-0 {Black resigns}"], "");
    let ended = scene();
    assert_eq!((ended.games, ended.clocks.unwrap().running), (1, None));
    assert_eq!(ended.live.unwrap().record.result, Outcome::WhiteWins);
    assert!(watch.stage().games()[0].engine().unwrap().starts_with("zeitnot"));
    assert_eq!(talk.written(), [], "no file was asked for");
}

#[test]
fn between_two_requests_of_uci_nobody_knows_which_clock_runs() {
    let watch = Watch::new(Vec::new());
    let mut talk = Talk::shown(uci, &[], Some(watch.clone()));
    let running = || watch.stage().scene().clocks.unwrap().running;
    talk.say(&["uci", "position startpos moves e2e4", "go wtime 60000 btime 60000"], "");
    assert_eq!(running(), Some(Color::Black));
    talk.say(&[], "bestmove ");
    assert_eq!(running(), None);
    assert_eq!(watch.stage().scene().live.unwrap().me, Some(Color::Black));
}
