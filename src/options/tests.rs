use std::{path::Path, time::Duration};

use super::*;
use crate::{
    clock::parse_control,
    timing::{
        NAMES, PARAMETERS, Parameter, Parameters,
        parameters::{FIXED_TIME, TRAP},
    },
};

fn options() -> Options {
    Options::new().expect("the built-in table is valid")
}

#[test]
fn the_built_in_table_is_valid_and_gives_the_defaults() {
    let options = options();
    let Settings { threads, hash, ponder, policy, move_overhead, .. } = options.settings();
    assert_eq!((*threads, *hash, *ponder, policy.as_str()), (1, 64, false, "adaptive"));
    assert_eq!((*move_overhead, &options.settings().log), (Duration::from_millis(30), &None));
    assert_eq!(Ok(options.settings().level), parse_control("40 5 0"));
    assert!(options.settings().color.on(true) && !options.settings().color.on(false));
    assert_eq!(options.settings().parameters, Parameters::default());
}

#[test]
fn files_are_out_of_reach_of_the_protocols_unless_they_are_only_read() {
    let options = options();
    for (spec, _) in options.iter().filter(|(spec, _)| matches!(spec.kind, Kind::File { .. })) {
        let read = ["eval_file", "book_file"].contains(&spec.id.as_str());
        assert_eq!((spec.cecp.is_some(), spec.uci.is_some()), (read, read), "{}", spec.id);
        assert_eq!(options.called(&spec.id).is_some(), read, "{}", spec.id);
    }
}

#[test]
fn opened_numbers_are_set_like_options_and_told_if_they_are_changed() {
    let spec = |id: &str| Spec {
        id: id.to_owned(),
        kind: Kind::Spin { default: 5, min: 0, max: 9 },
        cecp: None,
        uci: Some(id.to_owned()),
        unit: String::new(),
        help: "A number.".to_owned(),
    };
    let mut options = options().opened(["depth_of_it", "width_of_it"].map(spec).into_iter());
    assert!(options.settings().numbers.is_empty());
    options.set("width_of_it", "7").expect("in range");
    assert_eq!(options.settings().numbers, [("width_of_it".to_owned(), 7)]);
    assert!(options.set("width_of_it", "10").is_err());
    options.set("threads", "2").expect("an option like any other");
    assert_eq!(options.settings().numbers, [("width_of_it".to_owned(), 7)]);
}

#[test]
fn options_are_set_from_text_within_their_bounds() {
    let mut options = options();
    for (id, text) in [("threads", "256"), ("ponder", "on"), ("log", "a b.log"), ("color", "never")]
    {
        options.set(id, text).expect(id);
    }
    assert_eq!((options.settings().threads, options.settings().ponder), (256, true));
    assert_eq!(options.settings().clock, None);
    options.set("clock", "5:00//").expect("a clock");
    let base = options.settings().clock.map(|control| control.base());
    assert_eq!(base, Some(Duration::from_secs(300)));
    options.set("clock", "").expect("no clock");
    assert_eq!(options.settings().clock, None);
    assert_eq!(options.settings().log.as_deref(), Some(Path::new("a b.log")));
    assert!(!options.settings().color.on(true));
    options.set("color", "ALWAYS").expect("a choice in whatever case");
    assert_eq!(options.settings().color, Color::Always);
    options.set("trap", "on").expect("a switch");
    options.set("fixed_time", "250").expect("in range");
    let parameters = &options.settings().parameters;
    assert_eq!((parameters.get(FIXED_TIME), parameters.is_on(TRAP)), (250, true));
}

#[test]
fn the_watch_page_is_of_this_machine_alone_unless_another_address_is_named() {
    let mut options = options();
    assert_eq!(options.settings().watch, None);
    for (text, address) in [
        ("8017", "127.0.0.1:8017"),
        ("localhost:8017", "127.0.0.1:8017"),
        ("127.0.0.1:0", "127.0.0.1:0"),
        ("0.0.0.0:80", "0.0.0.0:80"),
        ("[::1]:8017", "[::1]:8017"),
    ] {
        options.set("watch", text).expect(text);
        assert_eq!(options.settings().watch, address.parse().ok(), "{text}");
    }
    for wrong in ["example.org:80", "127.0.0.1", "80170", ":80", "http://127.0.0.1:80/"] {
        let fault = options.set("watch", wrong).expect_err(wrong).to_string();
        assert!(fault.contains("as in 127.0.0.1:8017"), "{fault}");
    }
    options.set("watch_names", "Chess.Example, bot").expect("names");
    assert_eq!(options.settings().watch_names, ["chess.example", "bot"]);
    assert!(options.set("watch_names", "chess.example:80").is_err());
}

#[test]
fn refusals_name_option_text_and_bounds_and_change_nothing() {
    let mut options = options();
    let before = options.clone();
    let mut refusal =
        |id: &str, text: &str| options.set(id, text).expect_err("a refusal").to_string();
    let too_many = "`257` is no value for the option `threads`: it must lie between 1 and 256";
    assert_eq!(refusal("threads", "257"), too_many);
    assert!(refusal("threads", "many").contains("a whole number from 1 to 256"));
    assert!(refusal("threads", "99999999999999999999").contains("from 1 to 256"));
    assert!(refusal("ponder", "maybe").contains("true or false"));
    assert!(refusal("color", "red").contains("one of: auto, always, never"));
    assert!(refusal("log", "a\nb").contains("single line"));
    assert!(refusal("syzygy_path", "a\"b").contains("no quotation mark"));
    assert!(refusal("clock", "5:00/3s/").contains("inc, column 7: `s` does not belong there"));
    assert_eq!(refusal("threds", "1"), "there is no option `threds`");
    assert_eq!(options, before);
}

#[test]
fn a_configuration_file_sets_several_options() {
    let mut options = options();
    let text = "# mine\nhash = 1_024\nponder = true\nlevel = \"0 2 12\"\nthreads = 0x10\n";
    options.load(text, "my.toml").expect("a good file");
    let Settings { hash, ponder, threads, level, .. } = options.settings();
    assert_eq!((*hash, *ponder, *threads), (1024, true, 16));
    assert_eq!(Ok(*level), parse_control("0 2 12"));
}

#[test]
fn a_bad_configuration_file_is_refused_whole_with_file_and_line() {
    let mut options = options();
    let before = options.clone();
    let mut refusal =
        |text: &str| options.load(text, "my.toml").expect_err("a refusal").to_string();
    for (text, told) in [
        (
            "hash = 8\n\nhsh = 1\n",
            "my.toml, line 3: there is no option `hsh`; did you mean `hash`?",
        ),
        ("Move Overhead = 1", "my.toml, line 1: there is no option `Move Overhead`; did you mean"),
        ("\"Move-Overhead\" = 1", "`Move-Overhead`; did you mean `move_overhead`?"),
        ("UCI_Elo = 1500", "there is no option `UCI_Elo`; did you mean `elo`?"),
        ("colour = \"never\"", "there is no option `colour`; did you mean `color`?"),
        ("x = 1\n", "my.toml, line 1: there is no option `x`"),
        ("hash = \"big\"", "`hash` must be a whole number from 1 to 65536, not a text"),
        ("\nthreads = 0", "my.toml, line 2: `0` is no value"),
        ("threads = 99999999999999999999", "from 1 to 256"),
        ("hash = 8\nclock = \"5:00\"\n", "line 2: `5:00` is no value for the option `clock`: inc,"),
        (
            "\nlevel = \"5 3\"",
            "my.toml, line 2: `5 3` is no value for the option `level`: the incr",
        ),
        ("hash = 8\nponder = \n", "line 2: there is no value behind `ponder =`; it must be t"),
        ("hash = # 64", "line 1: there is no value behind `hash =`; it must be a whole number"),
        ("hash = 8\n\nhash = 9\n", "my.toml, line 3: `hash` stands in line 1 already"),
        ("hash = 64 MB", "the option `hash` must be a whole number from 1 to 65536, not `64 MB`"),
        ("ponder = yes # always", "the option `ponder` must be true or false, not `yes`"),
        ("policy = rival # best", "a text needs quotes on both sides: policy = \"rival\""),
        ("log = \"x.log", "a text needs quotes on both sides: log = \"x.log\""),
        ("log = \"C:\\Users\\x\"", "use single ones: log = 'C:\\Users\\x'"),
        ("hash 64", "`hash 64` sets nothing; write a name, `=` and a value"),
        (
            "[engine]\nhash = 8\n",
            "line 1: `[engine]` begins a section, and a file of settings has none",
        ),
    ] {
        let refusal = refusal(text);
        assert!(refusal.contains(told), "{text}: {refusal}");
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
    }
    assert_eq!(options, before);
}

#[test]
fn all_faults_of_a_file_are_told_at_once_in_the_order_of_its_lines() {
    let text = "hash = 64\nthreads =\npolicy = rival\nhsh = 3\nlevel = \"5 3\"\nhash = 8\n[games]\n[more]\n";
    let refusal = options().load(text, "my.toml").expect_err("a refusal").to_string();
    let places: Vec<&str> = refusal.lines().map(|line| &line[..15]).collect();
    let expected: Vec<String> = (2..=7).map(|line| format!("my.toml, line {line}")).collect();
    assert_eq!(places, expected, "{refusal}");
}

#[test]
fn a_section_of_a_file_is_read_by_itself() {
    let mut options = options();
    let text = "[server]\nhost = \"x\"\n[engine]\nhash = 8\n";
    options.load_section(text, "bot.toml", "engine").expect("a good file");
    assert_eq!(options.settings().hash, 8);
    let before = options.clone();
    let mut refusal = |more: &str| {
        let refused =
            options.load_section(&format!("{more}{text}threds = 2\n"), "bot.toml", "engine");
        refused.expect_err("a refusal").to_string()
    };
    let meant = ": there is no option `threds`; did you mean `threads`?";
    assert_eq!(refusal(""), format!("bot.toml, line 5{meant}"));
    let misplaced = "bot.toml, line 1: the option `ponder` belongs below `[engine]`\n";
    assert_eq!(refusal("ponder = true\n"), format!("{misplaced}bot.toml, line 6{meant}"));
    let other = refusal("[games]\nhost = chess.example\nhash =\n");
    let mut lines = other.lines();
    let quotes = "bot.toml, line 2: a text needs quotes on both sides: host = \"chess.example\"";
    assert_eq!(lines.next(), Some(quotes));
    let anything = "bot.toml, line 3: there is no value behind `hash =`; it must be a number, true";
    assert!(lines.next().is_some_and(|line| line.starts_with(anything)), "{other}");
    assert_eq!(options, before);
}

#[test]
fn the_sample_configuration_file_is_the_one_rendered_from_the_table() {
    let sample = include_str!("../../config/zeitnot.toml");
    let mut options = options();
    assert_eq!(options.sample_config(), sample);
    for (spec, _) in options.iter().filter(|(spec, _)| spec.kind != Kind::Button) {
        assert!(sample.contains(&spec.help), "{} is explained", spec.id);
        let mark = if spec.id == "own_book" { "# " } else { "" };
        assert!(sample.contains(&format!("\n{mark}{} = ", spec.id)), "{} is set", spec.id);
    }
    options.set("threads", "7").expect("in range");
    options.load(sample, "zeitnot.toml").expect("the sample loads");
    assert_eq!(options, Options::new().expect("the built-in table is valid"));
    options.set("own_book", "true").expect("a value");
    options.load(sample, "zeitnot.toml").expect("the sample loads");
    assert!(options.settings().own_book, "the book stays on where people play");
}

#[test]
fn the_listing_aligns_names_and_shows_what_was_set() {
    let mut options = options();
    options.set("hash", "256").expect("in range");
    let listing = options.listing();
    let lines: Vec<&str> = listing.lines().collect();
    assert_eq!(lines.len(), 2 + 2 * options.iter().count());
    let column = |head| lines[0].find(head).expect("a heading");
    for (entry, (spec, _)) in lines.chunks(2).skip(1).zip(options.iter()) {
        assert!(entry[0].starts_with(&spec.id), "{entry:?}");
        assert_eq!(entry[1].trim_start(), spec.help);
        for (head, name) in [("XBoard", &spec.cecp), ("UCI", &spec.uci)] {
            let found = entry[0].get(column(head)..).unwrap_or_default();
            assert!(found.starts_with(name.as_deref().unwrap_or_default()), "{entry:?}");
        }
    }
    assert!(lines.iter().all(|line| line.len() <= 160), "it fits a wide terminal");
    let hash = lines.iter().find(|line| line.starts_with("hash")).expect("the hash");
    assert!(hash.contains("256 MiB") && hash.contains("64 MiB") && hash.contains("1 to 65536"));
}

#[test]
fn the_manual_has_the_table_rendered_from_the_options() {
    let manual = include_str!("../../docs/settings.md");
    let (_, rest) = manual.split_once("<!-- options -->\n\n").expect("the start of the table");
    let (table, _) = rest.split_once("\n<!-- end of options -->").expect("the end of the table");
    let options = options();
    assert_eq!(table, options.markdown(), "`zeitnot options --markdown` prints the table");
    for (spec, _) in options.iter() {
        let row = table.lines().find(|row| row.starts_with(&format!("| `{}` |", spec.id)));
        let row = row.expect("a row for each option");
        assert!(row.contains(spec.kind_name()) && row.contains(&spec.help), "{row}");
        assert_eq!(row.matches(" | ").count(), 6, "{row}");
    }
}

#[test]
fn what_is_in_force_is_told_with_what_it_would_be() {
    let mut options = options();
    options.set("hash", "256").expect("in range");
    options.set("log", "my games.log").expect("a file");
    let lines: Vec<String> = options.in_force().collect();
    for line in
        ["hash = 256 MiB (default 64 MiB)", "log = \"my games.log\" (default \"\")", "threads = 1"]
    {
        assert!(lines.iter().any(|told| told == line), "{line}");
    }
    assert_eq!(lines.iter().filter(|line| line.contains("(default ")).count(), 2);
    assert!(!lines.iter().any(|line| line.starts_with("clear_hash")), "a button is not set");
}

#[test]
fn the_policies_to_choose_from_are_the_ones_there_are() {
    let options = options();
    let kind = &options.spec("policy").expect("the option").kind;
    assert!(matches!(kind, Kind::Combo { choices, .. } if choices == NAMES));
}

#[test]
fn the_parameters_of_the_policies_are_options_of_the_same_bounds() {
    let options = options();
    for parameter in PARAMETERS {
        let spec = options.spec(parameter.name).expect(parameter.name);
        let bounds = match spec.kind {
            Kind::Spin { default, min, max } => Some((default, min, max)),
            Kind::Check { default } => Some((i64::from(default), 0, 1)),
            _ => None,
        };
        let (default, min, max) = bounds.expect("a number or a switch");
        let Parameter { name, .. } = *parameter;
        assert_eq!(*parameter, Parameter { name, default, min, max });
    }
}
