//! What operators write, and what they are told of mistakes.

use super::*;

const LEAST: &str = "[server]\nhost = \"h\"\n[account]\nname = \"guest\"\n";

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
        ("icc.toml", include_str!("../../../config/icc.toml")),
        ("lasker.toml", include_str!("../../../config/lasker.toml")),
    ] {
        Config::parse(text, name).unwrap();
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
