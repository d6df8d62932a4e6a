use super::*;

const SPIN: &str = "[[option]]\nid = \"n\"\ntype = \"spin\"\ndefault = 3\nmin = 1\nmax = 9\n\
                    help = \"A number.\"\n";

fn error(table: &str) -> String {
    parse(table).expect_err("the table should be refused").to_string()
}

#[test]
fn a_table_gives_its_options_in_order() {
    let button = "[[option]]\nid = \"clear\"\ntype = \"button\"\nhelp = \"Forgets all.\"\n";
    let specs = parse(&format!("{SPIN}{button}")).expect("a good table");
    assert_eq!(specs[0].kind, Kind::Spin { default: 3, min: 1, max: 9 });
    assert_eq!((specs[1].id.as_str(), &specs[1].kind), ("clear", &Kind::Button));
}

#[test]
fn contradictions_are_refused_by_name() {
    let with = |from: &str, to: &str| error(&SPIN.replace(from, to));
    assert!(with("default = 3\n", "").contains("`n` needs the field `default`"));
    assert!(with("default = 3", "default = \"3\"").contains("needs the field `default`"));
    assert!(with("default = 3", "default = 10").contains("`10` is no value"));
    assert!(with("max = 9\n", "").contains("needs the field `max`"));
    assert!(with("max = 9", "max = 9\nmux = 9").contains("unknown field `mux`"));
    assert!(with("max = 9", "max = 9\nchoices = []").contains("no use for the field `choices`"));
    assert!(with("\"spin\"", "\"spine\"").contains("unknown variant `spine`"));
    assert!(with("help = \"A number.\"\n", "").contains("missing field `help`"));
    assert!(with("id = \"n\"", "id = \"Two Words\"").contains("`Two Words` is no name"));
    assert!(with("\"A number.\"", "\"\"").contains("`n` needs the field `help`, one line"));
    assert!(with("A number.", "A\\nnumber.").contains("`n` needs the field `help`, one line"));
    assert!(error(&format!("{SPIN}{SPIN}")).contains("the name `n` stands there twice"));
}

#[test]
fn the_default_of_a_combo_must_be_a_choice() {
    let table = "[[option]]\nid = \"c\"\ntype = \"combo\"\ndefault = \"x\"\n\
                 choices = [\"a\", \"b\"]\nhelp = \"A letter.\"\n";
    assert!(error(table).contains("it must be one of: a, b"));
}

/// A table of two buttons with these further fields.
fn two(first: &str, second: &str) -> String {
    let button = |id: &str, rest: &str| {
        format!("[[option]]\nid = \"{id}\"\ntype = \"button\"\nhelp = \"Does it.\"\n{rest}\n")
    };
    button("a", first) + &button("b", second)
}

#[test]
fn a_name_in_a_protocol_belongs_to_one_option_only() {
    let cecp = error(&two("cecp = \"Do\"", "cecp = \"do\""));
    assert!(cecp.contains("the name `do` stands there twice"), "{cecp}");
    let uci = error(&two("uci = \"Do It\"", "uci = \"do it\""));
    assert!(uci.contains("the name `do it` stands there twice"), "{uci}");
    let across = error(&two("uci = \"Do\"", "cecp = \"do\""));
    assert!(across.contains("the name `do` stands there twice"), "{across}");
    let joined = error(&two("cecp = \"do_it\"", "uci = \"DoIt\""));
    assert!(joined.contains("the name `DoIt` stands there twice"), "{joined}");
    let id = error(&two("", "uci = \"A\""));
    assert!(id.contains("the name `A` stands there twice"), "{id}");
    parse(&two("cecp = \"Do\"\nuci = \"do\"", "")).expect("one option, one name in both");
}

#[test]
fn a_name_that_its_protocol_could_not_read_back_is_refused() {
    for field in ["cecp = \"\"", "cecp = \"two words\"", "cecp = \"x=y\"", "cecp = 'x\"y'"] {
        assert!(error(&two("", field)).contains("is no name for an option"), "{field}");
    }
    for field in ["uci = \"\"", "uci = \" X\"", "uci = \"X  Y\"", "uci = \"The value\""] {
        assert!(error(&two("", field)).contains("is no name for an option"), "{field}");
    }
    parse(&two("", "cecp = \"x_y\"\nuci = \"X Y\"")).expect("good names");
}

#[test]
fn files_and_paths_are_texts_of_their_own_kind() {
    for (kind, expected) in [
        ("file", Kind::File { default: "a b".to_owned() }),
        ("path", Kind::Path { default: "a b".to_owned() }),
    ] {
        let table = format!(
            "[[option]]\nid = \"x\"\ntype = \"{kind}\"\ndefault = \"a b\"\nhelp = \"It.\"\n"
        );
        let specs = parse(&table).expect(kind);
        assert_eq!((&specs[0].kind, specs[0].kind_name()), (&expected, kind));
        assert!(error(&table.replace("\"a b\"", "1")).contains("`default`, a text"));
    }
}

#[test]
fn choices_are_different_plain_words() {
    for choices in
        ["[]", "[\"a\", \"A\"]", "[\"a\", \"\"]", "[\"a\", \"two words\"]", "[\"a\", \"*\"]"]
    {
        let table = format!(
            "[[option]]\nid = \"c\"\ntype = \"combo\"\ndefault = \"a\"\n\
             choices = {choices}\nhelp = \"A letter.\"\n"
        );
        let error = error(&table);
        assert!(error.contains("a list of different words") || error.contains("is no value"));
    }
}
