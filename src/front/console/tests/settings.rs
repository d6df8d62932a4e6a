//! Clocks, options and levels of strength.

use super::*;

#[test]
fn time_controls_are_read_and_repeated_in_words() {
    let told = |line: &str| {
        let (commands, text) = say(&mut console(), line);
        (matches!(commands.first(), Some(Command::Control(_))), text)
    };
    assert_eq!(told("level 40 5 0"), (true, "Time control: 40 moves in 5:00.".into()));
    let increment = "Time control: 2:00 for all moves, 12 s added a move.";
    assert_eq!(told("level 0 2 12"), (true, increment.into()));
    assert_eq!(told("level 2:00/12/"), (true, increment.into()));
    assert_eq!(told("st 0.5"), (true, "Time control: 0.5 s a move.".into()));
    let stages = "Time control: 40 moves in 1:30:00, then 30:00 added for every 20 moves.";
    assert_eq!(told("level 40/90,20/30"), (true, stages.into()));
    assert_eq!(told("level 90s"), (true, "Time control: 1:30 for all moves.".into()));
    for wrong in ["level", "level fast", "level 5:00/3", "st", "st soon"] {
        let (sent, text) = told(wrong);
        let name = wrong.split(' ').next().expect("a name");
        assert!(!sent && text.starts_with("This cannot be read: "), "{wrong}: {text}");
        assert!(text.contains(&format!("Usage: {name} ")), "{wrong}: {text}");
    }
    let (commands, _) = say(&mut console(), "sd 8");
    assert!(matches!(commands[..], [Command::DepthLimit(Some(8))]));
    assert!(matches!(say(&mut console(), "sd 0").0[..], [Command::DepthLimit(None)]));
    assert!(printed("sd deep").starts_with("Usage: sd DEPTH"));
}

#[test]
fn options_are_set_within_their_bounds() {
    let mut console = console();
    let (commands, text) = say(&mut console, "set threads 4");
    assert_eq!(set(&commands), "threads: 4");
    assert_eq!(text, "threads is 4 now.");
    assert_eq!(say(&mut console, "set threads").1, "threads is 4");
    assert_eq!(set(&say(&mut console, "ponder on").0), "threads: 4, ponder: true");
    for (line, reason) in [
        ("set threads 0", "between 1 and 256"),
        ("set threds 2", "no option `threds`; did you mean `threads`?"),
        ("set xyz 2", "no option `xyz`; `options` lists"),
        ("ponder sometimes", "true or false"),
        ("set log x.log", "--log FILE"),
        ("set", "Usage: set NAME VALUE"),
        ("ponder", "Usage: ponder on|off"),
    ] {
        let (commands, text) = say(&mut console, line);
        assert!(commands.is_empty() && text.contains(reason), "{line}: {text}");
    }
    assert!(say(&mut console, "options").1.contains("move_overhead = 30 ms"));
    let one = say(&mut console, "options threads").1;
    assert!(
        one.starts_with("threads = 4 (default 1)\n  How many") && one.contains("1 to 256"),
        "{one}"
    );
    assert!(say(&mut console, "options threds").1.contains("did you mean `threads`?"));
}

#[test]
fn strength_is_chosen_shown_and_lifted() {
    let mut console = console();
    assert!(printed("strength").contains("plays at full strength"));
    let (commands, text) = say(&mut console, "strength 1200");
    assert_eq!(set(&commands), "limit_strength: true, elo: 1200");
    assert!(text.starts_with("zeitnot plays at 1200 Elo. It takes its time"), "{text}");
    let (commands, text) = say(&mut console, "strength");
    assert!(commands.is_empty() && text.starts_with("zeitnot plays at 1200 Elo."), "{text}");
    for wrong in ["strength 100", "strength weak"] {
        let (commands, text) = say(&mut console, wrong);
        assert!(commands.is_empty() && text.contains("Usage: strength [ELO|full]"), "{text}");
    }
    for (wrong, far) in [("100", "low"), ("9999", "high")] {
        let text = say(&mut console, &format!("strength {wrong}")).1;
        let told = format!("`{wrong}` is too {far}: the levels go from 800 to ");
        assert!(text.starts_with(&told), "{text}");
    }
    assert_eq!(set(&say(&mut console, "strength full").0), "elo: 1200");
}

#[test]
fn a_clock_that_is_set_holds_until_it_is_emptied() {
    let mut console = console();
    assert!(say(&mut console, "set clock 5:00").1.contains("inc, column 5"));
    let (commands, text) = say(&mut console, "set clock 0//5,N1");
    assert_eq!(set(&commands), "clock: Some(PerMove(5s))");
    assert_eq!(text, "clock is 0//5,N1 now.");
    assert!(say(&mut console, "level 40 5 0").1.contains("`set clock \"\"` lifts it"));
    let (commands, _) = say(&mut console, "set clock \"\"");
    assert_eq!(set(&commands), "");
    assert!(!say(&mut console, "level 40 5 0").1.contains("lifts"));
}
