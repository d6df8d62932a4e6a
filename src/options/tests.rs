use super::*;

fn options() -> Options {
    Options::new().expect("the built-in table is valid")
}

#[test]
fn the_built_in_table_is_valid_and_gives_the_defaults() {
    let options = options();
    assert_eq!((options.threads(), options.hash(), options.ponder()), (1, 64, false));
    assert_eq!((options.policy(), options.level()), ("rival", "40 5 0"));
    assert_eq!((options.move_overhead(), options.log()), (Duration::from_millis(30), None));
    assert!(options.color(true) && !options.color(false));
}

#[test]
fn options_are_set_from_text_within_their_bounds() {
    let mut options = options();
    for (id, text) in [("threads", "256"), ("ponder", "on"), ("log", "a b.log"), ("color", "never")]
    {
        options.set(id, text).expect(id);
    }
    assert_eq!((options.threads(), options.ponder()), (256, true));
    assert_eq!(options.clock(), None);
    options.set("clock", "5:00//").expect("a clock");
    assert_eq!(options.clock().map(|control| control.base()), Some(Duration::from_secs(300)));
    options.set("clock", "").expect("no clock");
    assert_eq!(options.clock(), None);
    assert_eq!(options.log(), Some(Path::new("a b.log")));
    assert!(!options.color(true));
    options.set("color", "ALWAYS").expect("a choice in whatever case");
    assert_eq!(options.get_text("color"), Some("always"));
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
    assert!(refusal("clock", "5:00/3s/").contains("inc, column 7: `s` does not belong there"));
    assert_eq!(refusal("threds", "1"), "there is no option `threds`");
    assert_eq!(options, before);
}

#[test]
fn a_configuration_file_sets_several_options() {
    let mut options = options();
    let text = "# mine\nhash = 1_024\nponder = true\nlevel = \"0 2 12\"\nthreads = 0x10\n";
    options.load(text, "my.toml").expect("a good file");
    assert_eq!((options.hash(), options.ponder(), options.threads()), (1024, true, 16));
    assert_eq!(options.level(), "0 2 12");
}

#[test]
fn a_bad_configuration_file_is_refused_whole_with_file_and_line() {
    let mut options = options();
    let before = options.clone();
    let mut refusal =
        |text: &str| options.load(text, "my.toml").expect_err("a refusal").to_string();
    assert_eq!(refusal("hash = 8\n\nhsh = 1\n"), "my.toml, line 3: there is no option `hsh`");
    assert_eq!(
        refusal("hash = \"big\""),
        "my.toml, line 1: the option `hash` must be a whole number, not a text"
    );
    assert!(refusal("\nthreads = 0").starts_with("my.toml, line 2: `0` is no value"));
    assert!(refusal("threads = 99999999999999999999").contains("from 1 to 256"));
    let clock = refusal("hash = 8\nclock = \"5:00\"\n");
    assert!(clock.starts_with("my.toml, line 2: `5:00` is no value for the option `clock`: inc,"));
    assert!(refusal("hash = 8\nponder = \n").starts_with("my.toml, line 2: "));
    assert!(refusal("hash = 8\nhash = 9\n").starts_with("my.toml, line 2: "));
    assert!(refusal("[threads]\nfour = 4\n").contains("must be a whole number, not a section"));
    assert_eq!(refusal("x = 1\na = 2\n"), "my.toml, line 1: there is no option `x`");
    assert_eq!(options, before);
}

#[test]
fn the_sample_configuration_file_is_the_one_rendered_from_the_table() {
    let sample = include_str!("../../config/zeitnot.toml");
    let mut options = options();
    assert_eq!(options.sample_config(), sample);
    for (spec, _) in options.iter().filter(|(spec, _)| spec.kind != Kind::Button) {
        assert!(sample.contains(&spec.help), "{} is explained", spec.id);
        assert!(sample.contains(&format!("\n{} = ", spec.id)), "{} is set", spec.id);
    }
    options.set("threads", "7").expect("in range");
    options.load(sample, "zeitnot.toml").expect("the sample loads");
    assert_eq!(options, Options::new().expect("the built-in table is valid"));
}

#[test]
fn the_listing_aligns_names_and_shows_what_was_set() {
    let mut options = options();
    options.set("hash", "256").expect("in range");
    let listing = options.listing();
    let lines: Vec<&str> = listing.lines().collect();
    assert_eq!(lines.len(), 1 + options.iter().count());
    let column = lines[0].find("what it is for").expect("a heading");
    for (line, (spec, _)) in lines.iter().skip(1).zip(options.iter()) {
        assert!(line.starts_with(&spec.id), "{line}");
        assert_eq!(&line[column..], spec.help);
    }
    let hash = lines.iter().find(|line| line.starts_with("hash")).expect("the hash");
    assert!(hash.contains("256 MiB") && hash.contains("64 MiB") && hash.contains("1 to 65536"));
}
