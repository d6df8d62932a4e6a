use super::*;

#[test]
fn every_rule_has_words() {
    let ms = Duration::from_millis;
    let (score, nodes) = (Some(Cause::Score), Some(Cause::Nodes));
    for (rule, text) in [
        (Rule::WithinPlan(ms(400)), "within the planned 400 ms"),
        (Rule::PlannedTime(ms(3_700)), "planned 3.7 s used"),
        (Rule::Shallow { depth: 5, until: ms(900) }, "depth 5 comes first, extended to 900 ms"),
        (
            Rule::Unfinished { until: ms(8_000) },
            "the iteration under way may end, extended to 8.0 s",
        ),
        (
            Rule::Divided { permille: 312, until: ms(4_100) },
            "only 31.2 % of the nodes on the best move, extended to 4.1 s",
        ),
        (Rule::LeastDepth(2), "no time to spend, depth 2 only"),
        (Rule::ScoreDrop { points: 75, until: ms(8_000) }, "75-point drop, extended to 8.0 s"),
        (Rule::Recovered, "score recovered"),
        (Rule::ExtensionOver, "extension over"),
        (Rule::MostTime(ms(720_000)), "the most for a move, 720.0 s, used"),
        (Rule::Recapture, "recapture, no other sensible reply"),
        (Rule::Settled { permille: 8 }, "best move settled (0.8 % likely to change)"),
        (
            Rule::Doubtful { permille: 200, until: ms(1_500) },
            "best move in doubt (20 % likely to change), extended to 1.5 s",
        ),
        (Rule::ClearlyBetter { gap: 150 }, "150 points better than any other move"),
        (Rule::Close { gap: 2, until: ms(900) }, "two moves 2 points apart, extended to 900 ms"),
        (Rule::EasyMove, "easy move at half the time"),
        (Rule::SteadyScore(ms(180_000)), "score unchanged, planned 180.0 s used"),
        (Rule::UnsteadyScore, "score still changing, up to twice the time"),
        (Rule::NotClearlyWorse, "twice the time used, and not clearly worse"),
        (Rule::ClearlyWorse { times: 4 }, "clearly worse, up to 4 times the time"),
        (
            Rule::Stretched { cause: score, percent: 219, until: ms(2_400) },
            "falling score, worth 219 % of the optimum, extended to 2.4 s",
        ),
        (
            Rule::Scaled { cause: score, percent: 130 },
            "falling score, 130 % of the optimum allowed",
        ),
        (Rule::Scaled { cause: score, percent: 60 }, "steady score, 60 % of the optimum is enough"),
        (Rule::Scaled { cause: None, percent: 100 }, "100 % of the optimum is enough"),
        (
            Rule::NoNewIteration { cause: nodes, percent: 62 },
            "little to compare, no new iteration within 62 % of the optimum",
        ),
        (
            Rule::NotWorthMore { stable: 6, more: ms(2_000), one_in: 60 },
            "best move stable for 6 iterations, another 2.0 s would change it in 1 of 60 cases",
        ),
        (
            Rule::NotWorthMore { stable: 1, more: ms(2_000), one_in: 6 },
            "best move stable for 1 iteration, another 2.0 s would change it in 1 of 6 cases",
        ),
        (
            Rule::NotWorthMore { stable: 0, more: ms(2_000), one_in: 3 },
            "best move new, another 2.0 s would change it in 1 of 3 cases",
        ),
        (Rule::MostNodes { permille: 950 }, "95 % of the nodes on the best move"),
    ] {
        assert_eq!(rule.to_string(), text);
    }
}

#[test]
fn a_cause_is_named_by_its_direction() {
    for (cause, short, long) in [
        (Cause::Score, "steady", "falling"),
        (Cause::Stability, "stable", "young"),
        (Cause::Changes, "no change", "keeps changing"),
        (Cause::Nodes, "little", "much"),
        (Cause::Difficulty, "easy", "difficult"),
    ] {
        let text = |percent| Rule::Scaled { cause: Some(cause), percent }.to_string();
        assert!(text(99).contains(short) && text(101).contains(long), "{cause:?}");
    }
}
