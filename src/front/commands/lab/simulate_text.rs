//! The results of simulated games as text and picture.

use std::fmt::Write;

use crate::lab::{
    plot::HeatMap,
    simulate::{Results, Row},
};

/// What came of a control, one line for each policy.
pub(super) fn table(name: &str, results: &Results, games: u64) -> String {
    let mut text = format!(
        "{name}: {games} games each\n{:<24} {:>10} {:>9} {:>6} {:>7} {:>9} {:>7}\n",
        "", "efficiency", "loss, cp", "+-", "share", "left, s", "flags"
    );
    for Row { name, loss, error, efficiency, left, share, flags } in &results.rows {
        let share = 100.0 * share;
        // Writing into a String cannot fail.
        let _ = writeln!(
            text,
            "{name:<24} {efficiency:>10.3} {loss:>9.1} {error:>6.1} {share:>5.1} % {left:>9.1} {flags:>7}"
        );
    }
    let (oracle, efficiency) = results.oracle;
    let _ = writeln!(text, "{:<24} {:>10.3} {:>9.1}", "best without knowledge", 1.0, results.blind);
    let _ = writeln!(text, "{:<24} {efficiency:>10.3} {oracle:>9.1}\n", "knowing what is hard");
    text
}

/// The efficiencies, policy by control, and the losses on time of all controls.
pub(super) fn summary(all: &[(String, Results)]) -> String {
    let Some((_, first)) = all.first() else { return String::new() };
    let wide = |name: &str| name.chars().count().max(7) + 2;
    let mut text = format!("{:<24}", "efficiency");
    all.iter().for_each(|(name, _)| text += &format!("{name:>0$}", wide(name)));
    text += &format!("{:>9}{:>8}\n", "mean", "flags");
    for (number, row) in first.rows.iter().enumerate() {
        let rows =
            || all.iter().filter_map(|(name, results)| Some((name, results.rows.get(number)?)));
        text += &format!("{:<24}", row.name);
        rows().for_each(|(name, row)| text += &format!("{:>1$.3}", row.efficiency, wide(name)));
        let mean = rows().map(|(_, row)| row.efficiency).sum::<f64>() / all.len() as f64;
        let flags: u64 = rows().map(|(_, row)| row.flags).sum();
        text += &format!("{mean:>9.3}{flags:>8}\n");
    }
    text
}

/// All numbers, one line for each policy and control.
pub(super) fn csv(all: &[(String, Results)], games: u64) -> String {
    let mut text =
        "control,policy,games,efficiency,loss_cp,loss_error,share,left_s,flags\n".to_owned();
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    for (control, results) in all {
        let control = quoted(control);
        for Row { name, loss, error, efficiency, left, share, flags } in &results.rows {
            text += &format!(
                "{control},{name},{games},{efficiency:.5},{loss:.3},{error:.3},{share:.5},{left:.3},{flags}\n"
            );
        }
        let (oracle, efficiency) = results.oracle;
        text += &format!("{control},best without knowledge,{games},1,{:.3},,,,\n", results.blind);
        text +=
            &format!("{control},knowing what is hard,{games},{efficiency:.5},{oracle:.3},,,,\n");
    }
    text
}

/// The efficiencies as a picture.
pub(super) fn heat_map(all: &[(String, Results)], lag: &str) -> HeatMap {
    let rows = all.first().map_or(&[][..], |(_, results)| &results.rows);
    let values = (0..rows.len()).map(|number| {
        let value =
            |(_, results): &(String, Results)| results.rows.get(number).map(|row| row.efficiency);
        all.iter().map(value).collect()
    });
    HeatMap {
        title: "How well the policies spend the clock".to_owned(),
        subtitle: format!(
            "part of the clock that the best plan without knowledge needs; lag: {lag}"
        ),
        rows: rows.iter().map(|row| row.name.clone()).collect(),
        columns: all.iter().map(|(name, _)| name.clone()).collect(),
        values: values.collect(),
        decimals: 2,
        range: Some((0.0, 1.2)),
    }
}
