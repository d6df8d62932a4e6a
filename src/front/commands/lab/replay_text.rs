//! What replays tell, as text.

use crate::lab::{
    replay::{Comparison, Measure, Summary, compare},
    searchlog::Unit,
};

/// The policies in their order, the first compared with each other one, and what could be done at best.
pub(super) fn table(summaries: &[Summary], oracle: Option<&Summary>, unit: Unit) -> String {
    let wide = summaries.iter().map(|summary| summary.policy.len()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:<wide$}{:>10}{:>8}{:>8}{:>10}{:>8}{:>9}{:>10}  loss, against the first (95 %, p)\n",
        "policy",
        unit.to_string(),
        "used %",
        "flags",
        "differ %",
        "loss",
        "known %",
        "beyond %"
    );
    for summary in summaries.iter().chain(oracle) {
        let percent = |of: fn(&crate::lab::replay::Decision) -> bool| {
            100.0 * summary.mean(|decision| f64::from(u8::from(of(decision))))
        };
        let known = known(summary);
        let compared = match summaries.first() {
            Some(first) if summary != first && Some(summary) != oracle => {
                compared_text(&compare(summary, first, Measure::Loss))
            }
            _ => String::new(),
        };
        // The oracle heeds no clock, so what became of one says nothing.
        let (used, flags) = match Some(summary) == oracle {
            true => ("-".to_owned(), "-".to_owned()),
            false => (
                format!("{:.1}", 100.0 * summary.used),
                format!("{}/{}", summary.flags, summary.players),
            ),
        };
        text += &format!(
            "{:<wide$}{:>10.0}{used:>8}{flags:>8}{:>10.2}{:>8.3}{:>9.0}{:>10.1}  {compared}\n",
            summary.policy,
            summary.cost(),
            percent(|decision| decision.price.differs),
            summary.mean(|decision| decision.price.loss),
            known,
            percent(|decision| decision.beyond),
        );
    }
    text
}

fn compared_text(compared: &Comparison) -> String {
    let Comparison { difference, between: (low, high), p } = compared;
    format!("{difference:+.3} ({low:+.3} to {high:+.3}, p {p:.4})")
}

/// Of the moves that differ, the share in percent whose price is known.
fn known(summary: &Summary) -> f64 {
    let prices = || summary.decisions.iter().map(|it| it.price).filter(|price| price.differs);
    100.0 * prices().filter(|price| price.known).count() as f64 / prices().count().max(1) as f64
}

/// The same and more for programs: one line a policy, compared with the first by both measures.
pub(super) fn csv(summaries: &[Summary], oracle: Option<&Summary>) -> String {
    let mut text = "policy,speed,moves,mean_cost,share_used,flags,players,differ,loss,known,beyond,\
                    differ_more,differ_low,differ_high,differ_p,loss_more,loss_low,loss_high,loss_p\n"
        .to_owned();
    for summary in summaries.iter().chain(oracle) {
        let mean = |of: fn(&crate::lab::replay::Decision) -> f64| summary.mean(of);
        text += &format!(
            "{},{:.3},{},{:.3},{:.5},{},{},{:.6},{:.5},{:.4},{:.5}",
            summary.policy,
            summary.speed,
            summary.decisions.len(),
            summary.cost(),
            summary.used,
            summary.flags,
            summary.players,
            mean(|decision| f64::from(u8::from(decision.price.differs))),
            mean(|decision| decision.price.loss),
            known(summary) / 100.0,
            mean(|decision| f64::from(u8::from(decision.beyond))),
        );
        for measure in [Measure::Errors, Measure::Loss] {
            let Comparison { difference, between: (low, high), p } =
                compare(summary, &summaries[0], measure);
            text += &format!(",{difference:.6},{low:.6},{high:.6},{p:.5}");
        }
        text.push('\n');
    }
    text
}
