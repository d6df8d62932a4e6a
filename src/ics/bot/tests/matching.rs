//! Which games the bot looks for, whom it offers another one, and when the operator is alerted.

use super::*;

/// The lines that look for games within some seconds.
fn calls(table: &mut Table, seconds: u64) -> Vec<String> {
    table.wait(seconds);
    let looks = |line: &String| line.starts_with("seek") || line.starts_with("match");
    table.take().into_iter().filter(looks).collect()
}

/// What offers another rated game of three minutes on the server of these tests.
const AGAIN: &str = "match Pawn 3 0 rated";

#[test]
fn plans_have_their_hours_variant_and_band() {
    let plan = "[seek]\nads = [\"3 0\"]\nevery = 600\n[[seek.plans]]\nhours = [\"Thu 00:00-01:00\"]\n\
                variant = \"wild fr\"\nads = [\"5 3 rated\"]\n[[seek.plans]]\nband = [100, 200]\nads = [\"5 0\"]\n";
    let mut table = Table::online(plan);
    // Time begins on a Thursday at midnight.
    table.hear(&["blitz rating adjustment: 1880 --> 1900"]);
    let first_hour = calls(&mut table, 1_900);
    let wanted = ["seek 3 0 m", "seek 5 3 rated wild fr m", "seek 5 0 m 1800-2100"];
    assert_eq!(first_hour[..3], wanted);
    table.wait(3_600);
    table.take();
    let later = calls(&mut table, 3_000);
    assert!(!later.is_empty() && !later.iter().any(|line| line.contains("wild")), "{later:?}");
}

#[test]
fn an_ad_is_taken_back_when_the_hours_are_over_however_seldom_others_are_sent() {
    let rules = "[accept]\nhours = [\"Thu 00:00-00:10\"]\n[seek]\nads = [\"3 0\"]\nevery = 3600\n";
    let mut table = Table::online(rules);
    let sent = |table: &mut Table, seconds| {
        table.wait(seconds);
        let now = table.now;
        table.on(Happening::Calendar(now));
        table.wait(1);
        table.take().into_iter().filter(|line| line != "date").collect::<Vec<_>>()
    };
    // Time begins on a Thursday at midnight.
    assert!(table.now < s(500));
    assert_eq!(sent(&mut table, 60), ["seek 3 0 m"]);
    assert_eq!(sent(&mut table, 200), ["unseek"]);
    assert_eq!(sent(&mut table, 60), [""; 0], "once");
}

#[test]
fn who_is_outside_the_band_is_not_challenged() {
    let plan = "[[seek.plans]]\nband = [100, 100]\nmay_challenge = [\"Pawn 3 0\", \"Queen 3 0\"]\n";
    let mut table = Table::online(&format!("[seek]\nevery = 30\n{plan}"));
    table.hear(&["Creating: Pawn (1500) Rook (1900) rated blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    let end = "{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1";
    table.hear(&[end, "blitz rating adjustment: 1900 --> 1900"]);
    let calls = calls(&mut table, 100);
    assert!(calls.len() >= 3 && calls.iter().all(|line| line == "match Queen 3 0"), "{calls:?}");
}

#[test]
fn the_place_kept_for_humans_is_offered_to_no_computer() {
    let rules = "[accept]\ncomputers_in_a_row = 1\npause = 1000\n\
                 [seek]\nmay_challenge = [\"Pawn 3 0\"]\nevery = 30\n\
                 [rematch]\noffer = \"always\"\ncomputers = true\n";
    let mut table = Table::online(rules);
    table.hear(&["--** Pawn is a computer **--"]);
    assert!(!calls(&mut table, 10).is_empty());
    table.hear(&["Creating: Pawn (1500) Rook (1900) rated blitz 3 0"]);
    table.board(&[], -1, [180, 180]);
    table.take();
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    assert!(!table.sent.contains(&AGAIN.to_owned()));
    assert_eq!(calls(&mut table, 900), [""; 0]);
    assert!(!calls(&mut table, 300).is_empty(), "after the pause");
}

#[test]
fn another_game_is_offered_by_the_operators_rules() {
    for (rule, result, offered) in [
        ("never", "Pawn resigns} 0-1", false),
        ("always", "Pawn resigns} 0-1", true),
        ("always", "Game aborted on move 1} *", false),
        ("lost", "Pawn resigns} 0-1", false),
        ("lost", "Rook resigns} 1-0", true),
        ("won", "Game drawn by mutual agreement} 1/2-1/2", false),
    ] {
        let mut table = Table::playing(&format!("[rematch]\noffer = \"{rule}\"\n"));
        table.hear(&[&format!("{{Game 7 (Pawn vs. Rook) {result}")]);
        assert_eq!(table.take().contains(&AGAIN.to_owned()), offered, "{rule} {result}");
    }
}

#[test]
fn another_game_is_offered_in_the_servers_words() {
    let rules = "[accept]\nkinds = [\"blitz\", \"fischerandom\", \"wild/fr\"]\n[rematch]\noffer = \"always\"\n";
    for (family, variant, line) in [
        ("fics", "wild/fr", "rematch"),
        ("icc", "blitz", "rematch"),
        ("lasker", "blitz", "match Pawn 3 1 unrated"),
        ("lasker", "fischerandom", "match Pawn 3 1 unrated fischerandom"),
    ] {
        let mut table = Table::online(rules);
        let login = LOGIN.replace("lasker", family);
        table.bot.config = Config::parse(&format!("{login}{rules}"), "test").unwrap();
        table.hear(&[&format!("Creating: Rook (1900) Pawn (1800) unrated {variant} 3 1")]);
        table.hear(&[&board(&[], "Rook", "Pawn", 1, [180, 180])]);
        table.hear(&["{Game 7 (Rook vs. Pawn) Pawn resigns} 1-0"]);
        assert!(table.sent.contains(&line.to_owned()), "{family} {variant}: {:?}", table.sent);
    }
}

#[test]
fn a_game_that_the_server_has_no_name_for_is_of_the_kind_of_its_control() {
    let played = |label: &str, shows: &str| {
        let book = "[[book]]\nfile = \"blitz.bin\"\nkinds = [\"blitz\"]\n";
        let mut table = Table::online(&format!("{book}[rematch]\noffer = \"always\"\n"));
        table.hear(&[&format!("Creating: Pawn (1800) Rook (1900) unrated {label} 3 0"), shows]);
        table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
        let rematch = table.take().contains(&"match Pawn 3 0 unrated".to_owned());
        (rematch, !table.for_game.is_empty(), table.games[0].tags.event.clone())
    };
    let usual = board(&[], "Pawn", "Rook", -1, [180, 180]);
    for label in ["non-standard", "nonstandard", "blitz"] {
        let event = "Unrated blitz game".to_owned();
        assert_eq!(played(label, &usual), (true, true, event), "{label}");
    }
    let shuffled = usual.replace("rnbqkbnr", "rnbqkbrn").replace("RNBQKBNR", "RNBQKBRN");
    assert!(!played("non-standard", &shuffled).0, "that is no usual chess");
}

#[test]
fn no_more_games_are_offered_than_the_rules_for_challenges_grant() {
    for (rules, games) in [
        ("[rematch]\noffer = \"always\"\nmost = 2\n", 2),
        ("[accept]\nin_a_row = 1\n[rematch]\noffer = \"always\"\nmost = 2\n", 0),
        ("[accept]\nrated = false\n[rematch]\noffer = \"always\"\n", 0),
    ] {
        let mut table = Table::online(rules);
        let mut offered = 0;
        for _ in 0..4 {
            table.hear(&["Creating: Pawn (1800) Rook (1900) rated blitz 3 0"]);
            table.board(&[], -1, [180, 180]);
            table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
            offered += table.take().iter().filter(|line| *line == AGAIN).count();
        }
        assert_eq!(offered, games, "{rules}");
    }
}

/// What the operator's command was run with.
fn alerts(table: &mut Table) -> Vec<String> {
    let last = |mut command: Vec<String>| command.pop().unwrap_or_default();
    std::mem::take(&mut table.ran).into_iter().map(last).collect()
}

const ALERT: &str =
    "[alert]\ncommand = [\"page\", \"me\"]\noffline = 10\nbeaten_by_computers = 2\n";

#[test]
fn the_operator_is_alerted_once_when_the_bot_is_offline_for_long_and_when_it_is_back() {
    let mut table = Table::online(ALERT);
    table.wait(1_000);
    assert_eq!(alerts(&mut table), [""; 0]);
    table.on(Happening::Down("reset".to_owned()));
    for _ in 0..20 {
        table.wait(60);
        table.on(Happening::Down("refused".to_owned()));
    }
    assert_eq!(alerts(&mut table), ["Rook: offline for 10 minutes"]);
    table.log_in();
    assert_eq!(alerts(&mut table), ["Rook: online again"]);
}

#[test]
fn the_operator_is_alerted_when_computers_win_too_often() {
    let mut table = Table::online(ALERT);
    table.hear(&["--** Pawn is a computer **--"]);
    let mut lose = |result: &str| {
        table.board(&[], -1, [180, 180]);
        table.hear(&[&format!("{{Game 7 (Pawn vs. Rook) {result}")]);
        alerts(&mut table).len()
    };
    let (lost, won) = ("Rook resigns} 1-0", "Pawn resigns} 0-1");
    let counts = [lost, won, lost, lost, lost].map(&mut lose);
    assert_eq!(counts, [0, 0, 0, 1, 0]);
}

#[test]
fn the_operator_is_alerted_once_of_a_disk_that_takes_nothing_more() {
    let mut table = Table::online(ALERT);
    let full = || Happening::Disk(Some("games.pgn: no space left".to_owned()));
    table.on(full());
    table.on(full());
    assert_eq!(alerts(&mut table), ["Rook: a file cannot be written: games.pgn: no space left"]);
    table.on(Happening::Disk(None));
    table.on(full());
    assert_eq!(alerts(&mut table).len(), 1);
}

#[test]
fn a_disk_that_fills_is_told_of_beforehand_and_once() {
    let mut table = Table::online("[alert]\ncommand = [\"page\"]\ndisk_free = 40\n");
    let mut room = |free| {
        table.on(Happening::Room { file: "games.pgn".to_owned(), free });
        std::mem::take(&mut table.ran)
    };
    assert!(room(400).is_empty() && room(40).is_empty());
    assert_eq!(room(39), [["page", "Rook: only 39 megabytes are free for games.pgn"]]);
    assert!(room(12).is_empty() && room(45).is_empty() && room(38).is_empty(), "it was told");
    assert!(room(50).is_empty());
    assert_eq!(room(3).len(), 1, "it was mended in between");
}

#[test]
fn a_book_is_chosen_by_colour_control_and_kind_for_each_game() {
    let books = "[[book]]\nfile = \"white.bin\"\ncolour = \"white\"\n\
                 [[book]]\nfile = \"fast.bin\"\ncontrols = [\"3 0\"]\nvariety = 50\n\
                 [[book]]\nkinds = [\"standard\"]\ndepth = 4\n";
    let played = |terms: &str| {
        let mut table = Table::online(books);
        table.hear(&[&format!("Creating: Pawn (1800) Rook (1900) rated {terms}")]);
        let control = terms.split_once(' ').unwrap().1;
        let line = board(&[], "Pawn", "Rook", -1, [180, 180])
            .replace(" -1 3 0 39", &format!(" -1 {control} 39"));
        table.hear(&[&line]);
        let options = table.for_game.iter().map(|(name, value)| format!("{name}={value}"));
        options.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(played("blitz 3 0"), "own_book=true book_file=fast.bin book_variety=50");
    assert_eq!(played("standard 15 5"), "own_book=true book_file= book_depth=4");
    assert_eq!(played("blitz 5 0"), "", "as [engine] says");
    let mut table = Table::online(books);
    table.hear(&[&board(&[], "Rook", "Pawn", 1, [180, 180])]);
    assert_eq!(table.for_game[1].1, "white.bin");
}

#[test]
fn people_may_play_against_about_their_own_strength() {
    let level = |more: &str, before: &str, rating: &str, terms: &str| {
        let mut table = Table::online(&format!("[play]\n{more}"));
        table.hear(&[before, &format!("Creating: Pawn ({rating}) Rook (1900) {terms} blitz 3 0")]);
        table.hear(&[&board(&[], "Pawn", "Rook", -1, [180, 180])]);
        let options = table.for_game.iter().map(|(name, value)| format!("{name}={value}"));
        options.collect::<Vec<_>>().join(" ")
    };
    let unrated = "match_rating = \"unrated\"";
    let stronger = "match_rating = \"always\"\nrating_offset = 150";
    assert_eq!(level("", "", "1400", "unrated"), "", "full strength unless told otherwise");
    assert_eq!(level(unrated, "", "1400", "unrated"), "limit_strength=true elo=1400");
    assert_eq!(level(unrated, "", "1400", "rated"), "", "ratings are at stake");
    assert_eq!(level(stronger, "", "1400", "rated"), "limit_strength=true elo=1550");
    assert_eq!(level(stronger, "", "300", "rated"), "limit_strength=true elo=800");
    assert_eq!(level(stronger, "", "2700", "rated"), "limit_strength=true elo=2550");
    assert_eq!(level(stronger, "", "++++", "unrated"), "", "nobody knows how strong a guest is");
    let computer = "--** Pawn is a computer **--";
    assert_eq!(level(stronger, computer, "1400", "rated"), "", "computers can take it");
}

/// A bot that has played its first game, with a computer, under these rules, and is to look for others.
fn after_a_game_with_a_computer(rules: &str) -> Table {
    let mut table = Table::online(&format!(
        "[accept]\n{rules}\n[seek]\nads = [\"3 0\"]\nmay_challenge = [\"Pawn 3 0 u\"]\nevery = 30\n"
    ));
    table.hear(&[
        "Creating: Pawn (1800) Rook (1900) unrated blitz 3 0",
        "--** Pawn is a computer **--",
    ]);
    table.board(&[], -1, [180, 180]);
    table.hear(&["{Game 7 (Pawn vs. Rook) Pawn resigns} 0-1"]);
    table.take();
    table
}

#[test]
fn with_games_enough_for_today_none_is_looked_for_until_tomorrow() {
    let mut table = after_a_game_with_a_computer("games_a_day = 1");
    table.wait(3_600);
    let sent: Vec<_> = table.take().into_iter().filter(|line| line != "date").collect();
    assert_eq!(sent, ["unseek"], "ads that still stand are taken back, once");
    assert!(table.notes.contains(&"enough games for today".to_owned()));
    assert!(!calls(&mut table, 86_400).is_empty(), "the day is over");
}

#[test]
fn nobody_is_challenged_whose_challenge_would_be_declined() {
    let ads = "seek 3 0 m";
    for (rules, challenged) in [
        ("", true),
        ("games_a_day_each = 1", false),
        ("in_a_row = 1\npause = 3600", false),
        ("computers_in_a_row = 1\npause = 3600", false),
        ("computers = false", false),
        ("block = [\"PAWN\"]", false),
        ("formula = \"time >= 5\"", false),
        ("rating = [0, 1500]", false),
        ("in_a_row = 1\npause = 3600\nprefer = [\"Pawn\"]", true),
    ] {
        let mut table = after_a_game_with_a_computer(rules);
        let sent = calls(&mut table, 300);
        assert!(sent.iter().any(|line| line == ads), "{rules}: {sent:?}");
        assert_eq!(sent.contains(&"match Pawn 3 0 u".to_owned()), challenged, "{rules}");
    }
}

#[test]
fn whether_ratings_are_at_stake_is_said_where_the_rules_allow_one_thing_only() {
    for (rules, ad, challenge) in [
        ("", "seek 3 0 m", "match Pawn 3 0"),
        ("rated = false", "seek 3 0 unrated m", "match Pawn 3 0 unrated"),
        ("unrated = false", "seek 3 0 rated m", "match Pawn 3 0 rated"),
    ] {
        let seek = "[seek]\nads = [\"3 0\"]\nmay_challenge = [\"Pawn 3 0\"]\nevery = 30\n";
        let mut table = Table::online(&format!("[accept]\n{rules}\n{seek}"));
        assert_eq!(calls(&mut table, 40), [ad, challenge], "{rules}");
        let wild = seek.replace("3 0", "3 0 wild fr");
        let mut table = Table::online(&format!("[accept]\n{rules}\n{wild}"));
        let before_the_variant = [ad.replace(" m", " wild fr m"), format!("{challenge} wild fr")];
        assert_eq!(calls(&mut table, 40), before_the_variant, "{rules}");
    }
}

#[test]
fn what_a_challenge_leaves_open_is_no_reason_against_it() {
    for (rules, whom, challenged) in [
        ("rating = [1500, 2500]\nhumans = false\ncolour = \"white\"", "Pawn 3 0", true),
        ("controls = [\"5 3\"]\nrated = false", "Pawn", true),
        ("colour = \"white\"", "Pawn 3 0 black", false),
        ("own = [\"Pawn\"]", "Pawn 3 0", false),
        ("own = [\"Pawn\"]", "Pawn 3 0 unrated", true),
        ("", "Pawn 3 0 wild fr", true),
        ("", "Pawn 3 0 crazyhouse", false),
    ] {
        let seek = format!("[seek]\nmay_challenge = [\"{whom}\"]\n");
        let mut table = Table::online(&format!("[accept]\n{rules}\n{seek}"));
        assert_eq!(!calls(&mut table, 10).is_empty(), challenged, "{rules}: {whom}");
    }
}

#[test]
fn who_is_called_like_a_kind_of_offer_is_answered_like_anybody() {
    for (name, named) in [("Draw", "match"), ("Takeback", "match"), ("Drawer", "Drawer")] {
        for (rules, answer) in [("", "accept"), ("[accept]\nguests = false\n", "decline")] {
            let mut table = Table::online(rules);
            table.hear(&[&format!("Challenge: {name} (++++) Rook (1900) unrated blitz 3 0.")]);
            table.wait(1);
            assert_eq!(table.take(), [format!("{answer} {named}")]);
        }
    }
}

#[test]
fn the_operator_is_alerted_when_the_bot_ends_for_good() {
    for (rules, told) in [
        (ALERT.to_owned(), vec!["Rook: the bot has ended: the server does not take the password"]),
        (ALERT.replace("offline = 10", "offline = 0"), vec![]),
    ] {
        let mut table = Table::new(&rules);
        table.wait(1);
        table.knock();
        table.hear(&["**** Invalid password! ****"]);
        assert_eq!(alerts(&mut table), told);
        assert!(table.end.is_some());
    }
}
