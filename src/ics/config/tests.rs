//! What operators write, and what they are told of mistakes.

use super::*;

const LEAST: &str = "[server]\nhost = \"h\"\n[account]\nname = \"guest\"\n";

const SAMPLE: &str = include_str!("../../../config/ics.toml");

fn fault(more: &str) -> String {
    Config::parse(&format!("{LEAST}{more}"), "bot.toml").unwrap_err().to_string()
}

#[test]
fn two_lines_are_enough() {
    let config = Config::parse(LEAST, "bot.toml").unwrap();
    assert_eq!((config.server.port, config.server.kind), (5000, Kind::Fics));
    assert!(config.is_guest() && config.seek.ads.is_empty() && config.accept.rated);
}

#[test]
fn the_files_that_come_with_it_are_right() {
    for (name, text) in [
        ("fics.toml", include_str!("../../../config/fics.toml")),
        ("ics.toml", SAMPLE),
        ("icc.toml", include_str!("../../../config/icc.toml")),
        ("lasker.toml", include_str!("../../../config/lasker.toml")),
    ] {
        let config = Config::parse(text, name).unwrap();
        assert!(!config.engine.contains_key("policy"), "{name}: the default policy is meant");
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let unknown = fault("[accept]\nratd = true");
    let told = "bot.toml, line 6: there is no setting `ratd`, expected one of `formula`, ";
    assert!(unknown.starts_with(told) && unknown.lines().count() == 1, "{unknown}");
    let missing =
        Config::parse("[account]\nname = \"guest\"\n", "bot.toml").unwrap_err().to_string();
    assert_eq!(missing, "bot.toml, line 1: `server` is missing; docs/ics.md explains the file");
    let missing =
        Config::parse("[server]\n[account]\nname = \"x\"\n", "bot.toml").unwrap_err().to_string();
    assert_eq!(missing, "bot.toml, line 1: `host` is missing; docs/ics.md explains the file");
    assert!(fault("[accept]\nminutes = [5, 1]").contains("accept.minutes: the least"));
    let formula = fault("[accept]\nformula = \"rated & blits\"");
    assert!(formula.contains("column 9") && formula.contains("`blits`"), "{formula}");
    assert!(fault("[server2]").contains("server2"));
    let both =
        LEAST.replace("[account]\n", "[account]\npassword_file = \"a\"\npassword_env = \"b\"\n");
    assert!(Config::parse(&both, "bot.toml").unwrap_err().fault.contains("not both"));
}

#[test]
fn hours_and_controls_are_read_and_ads_kept_to_them() {
    let text = "[accept]\ncontrols = [\"3 0\", \"5 3\"]\nhours = [\"Sat-Sun 10:00-22:00\"]\n[seek]\nads = [\"5 3 rated\"]\n";
    let config = Config::parse(&format!("{LEAST}{text}"), "bot.toml").unwrap();
    assert_eq!(config.accept.controls, [Control([3, 0]), Control([5, 3])]);
    assert!(
        fault(&text.replace("5 3 rated", "1 0")).contains("`1 0` is not among accept.controls")
    );
    assert!(fault(&text.replace("\"3 0\"", "\"3+0\"")).contains("`3+0` is no control"));
    assert!(fault(&text.replace("10:00", "10")).contains("names no hours"));
}

#[test]
fn the_sample_names_every_setting_and_has_the_defaults() {
    let sample = Config::parse(SAMPLE, "ics.toml").unwrap();
    let least = LEAST.replace("\"h\"", "\"freechess.org\"");
    assert_eq!(sample.in_force(), Config::parse(&least, "bot.toml").unwrap().in_force());
    // What is switched off has to be right as well.
    let on = SAMPLE.replace("\n# [[", "\n[[").replace("password_env", "# password_env");
    let on: String = on
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = ") => setting.to_owned() + "\n",
            _ => line.to_owned() + "\n",
        })
        .collect();
    let on = Config::parse(&on, "ics.toml").unwrap();
    assert_eq!(on.seek.plans.len(), 1);
    assert!(on.accept.formula.is_some() && on.files.state.is_some());
    assert!(on.account.password_file.is_some());
}

#[test]
fn timeseal_is_refused_where_the_server_takes_none() {
    let text = LEAST.replace("\"h\"", "\"h\"\nkind = \"icc\"\ntimeseal = true");
    let fault = Config::parse(&text, "bot.toml").unwrap_err().fault;
    assert!(fault.contains("no timeseal"), "{fault}");
}

#[test]
fn ads_of_plans_keep_to_the_controls_as_well() {
    let fault = fault("[accept]\ncontrols = [\"3 0\"]\n[[seek.plans]]\nads = [\"5 0\"]\n");
    assert!(fault.contains("`5 0` is not among accept.controls"), "{fault}");
}

#[test]
fn ads_that_mean_nothing_or_break_the_rules_are_named_with_the_reason() {
    let rules = "[accept]\nminutes = [3, 10]\nincrement = [0, 5]\n";
    for (rule, ad, reason) in [
        ("", "five zero", "does not begin with minutes and increment"),
        ("", "3,0", "does not begin with minutes and increment"),
        ("", "", "does not begin with minutes and increment"),
        ("", "1 0", "is outside accept.minutes"),
        ("", "3 12", "is outside accept.increment"),
        ("rated = false", "3 0 rated", "is rated, and accept.rated is false"),
        ("unrated = false", "3 0 white u", "is unrated, and accept.unrated is false"),
    ] {
        let told = fault(&format!("{rules}{rule}\n[seek]\nads = [\"5 0\", \"{ad}\"]\n"));
        assert_eq!(told, format!("bot.toml: seek.ads: `{ad}` {reason}{}", end_of(reason)));
    }
    let told = fault(&format!("{rules}rated = false\n[seek]\nmay_challenge = [\"Pawn 3 0 r\"]\n"));
    assert_eq!(
        told,
        "bot.toml: seek.may_challenge: `Pawn 3 0 r` is rated, and accept.rated is false"
    );
    let right = format!("{LEAST}{rules}rated = false\n[seek]\nads = [\"5 0 u m 1200-1800\"]\n");
    assert!(Config::parse(&right, "bot.toml").is_ok());
}

/// How a complaint of an ad that cannot be read goes on.
fn end_of(reason: &str) -> &'static str {
    if reason.contains("begin") { ", such as `3 0`" } else { "" }
}

#[test]
fn names_hosts_and_ports_that_cannot_be_are_refused() {
    let told = |from: &str, to: &str| {
        let text = LEAST.replace(from, to);
        Config::parse(&text, "bot.toml").unwrap_err().fault
    };
    assert_eq!(told("guest", ""), "account.name: `` is no name");
    assert_eq!(told("guest", "Rook bot"), "account.name: `Rook bot` is no name");
    assert_eq!(told("\"h\"", "\"\""), "server.host: there is no name or address");
    assert_eq!(told("\"h\"", "\"h\"\nport = 0"), "server.port: there is no port 0");
    for whom in ["", " 3 0", "3 0 Pawn"] {
        let told = fault(&format!("[seek]\nmay_challenge = [\"{whom}\"]\n"));
        assert!(told.contains("seek.may_challenge: `") && told.ends_with("is no name"), "{told}");
    }
}

#[test]
fn all_that_can_never_work_is_told_at_once() {
    let told =
        fault("[accept]\nminutes = [10, 3]\n[seek]\nads = [\"five\"]\nmay_challenge = [\"7\"]\n");
    let faults: Vec<&str> = told.split("; ").collect();
    let settings = ["bot.toml: accept.minutes", "seek.may_challenge: `7`", "seek.ads: `five`"];
    assert_eq!(faults.len(), settings.len(), "{told}");
    for (fault, setting) in faults.iter().zip(settings) {
        assert!(fault.starts_with(setting), "{told}");
    }
}

#[test]
fn what_is_sought_is_read_as_servers_read_it() {
    let wanted = Wanted::read("3 2 unrated white wild fr m 1200-1800");
    assert_eq!(wanted.control, Some(Control([3, 2])));
    assert_eq!((wanted.rated, wanted.white), (Some(false), Some(true)));
    for (line, variant) in [
        ("5 0 r wild/fr", "wild/fr"),
        ("5 0 fr", "wild/fr"),
        ("5 0 wild 5 b", "wild/5"),
        ("5 0", ""),
    ] {
        assert_eq!(Wanted::read(line).variant, variant, "{line}");
    }
}
