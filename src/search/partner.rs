//! Searchers elsewhere, on machines with a table of their own, that work on the same position: what is
//! given to them, and what is heard of them. A search without one pays nothing for this.

use std::sync::{Arc, Mutex};

use arrayvec::ArrayVec;

use super::{
    score::{EVAL_BOUND, MATE, MAX_PLY},
    table::{Entry, Table, pack, unpack},
    thread::SearchThread,
    vote::ThreadResult,
};
use crate::position::ChessMove;

/// Entries of a shallower search are cheaper made again than sent, in plies.
pub const LEAST_DEPTH: i32 = 4;
/// The most entries that a thread gives away at once; of more, the deepest.
pub const MOST_FINDINGS: usize = 16;

/// A table entry on its way to other tables: its position's whole key, and the entry's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    key: u64,
    data: u64,
}

/// What a thread gives away at once.
pub type Findings = ArrayVec<Finding, MOST_FINDINGS>;

/// The others. All that they do, they do at once: a search never waits for them.
pub trait Partner: Send + Sync {
    /// So many threads of the others come before those of this searcher: no two search the same depths.
    fn seat(&self) -> usize;
    /// Takes what a thread has found of late.
    fn offer(&self, findings: Findings);
    /// A number that changes when there is something new to ask for.
    fn news(&self) -> u32;
    /// What the others say of the position that is being searched, each for itself.
    fn opinions(&self) -> Vec<ThreadResult>;
    /// Of how many of the best root moves they want to hear.
    fn wanted_moves(&self) -> usize;
    /// Takes the best root moves, the best one first.
    fn candidates(&self, moves: &[ChessMove]);
    /// The best root move but this one by the scores that the others have found, if those come from a depth
    /// that is comparable with this one.
    fn second(&self, best: ChessMove, depth: u32) -> Option<(ChessMove, i32)>;
}

impl Finding {
    /// An entry of the position with this key.
    pub fn new(key: u64, entry: &Entry) -> Finding {
        Finding { key, data: pack(entry, 0) }
    }

    /// Stores what was found elsewhere, unless the table is just being made.
    pub fn store_all(findings: &[Finding], table: &Mutex<Option<Arc<Table>>>) {
        if let Ok(table) = table.try_lock()
            && let Some(table) = &*table
        {
            findings.iter().for_each(|finding| table.store(finding.key(), finding.entry()));
        }
    }

    /// As two words.
    pub fn words(self) -> [u64; 2] {
        [self.key, self.data]
    }

    /// Of two words, if they can be meant: a move that some man can make, a depth worth sending, scores in
    /// their bounds. The move may still be illegal; the search tests those of its table.
    pub fn of_words([key, data]: [u64; 2]) -> Option<Finding> {
        let (entry, bound, age) = (unpack(data), data >> 56 & 3, data >> 59);
        let depth = (LEAST_DEPTH..=MAX_PLY as i32).contains(&entry.depth);
        let eval = entry.eval.is_none_or(|eval| eval.abs() < EVAL_BOUND);
        let mv = data as u16 >> 12 < 5 && entry.mv.is_none_or(is_possible);
        let sound = bound != 0 && age == 0 && depth && eval && mv && entry.score.abs() <= MATE;
        sound.then_some(Finding { key, data })
    }

    /// The key of the position.
    pub fn key(self) -> u64 {
        self.key
    }

    /// What is known of it.
    pub fn entry(self) -> Entry {
        unpack(self.data)
    }

    fn depth(self) -> i32 {
        self.entry().depth
    }
}

/// Whether any man goes so on an empty board (castling is the king's way to its own rook), and only pawns
/// promote.
fn is_possible(mv: ChessMove) -> bool {
    let (from, to) = (mv.get_source(), mv.get_dest());
    let files = from.get_file().to_index().abs_diff(to.get_file().to_index());
    let ranks = from.get_rank().to_index().abs_diff(to.get_rank().to_index());
    match mv.get_promotion() {
        Some(_) => {
            files <= 1
                && matches!((from.get_rank().to_index(), to.get_rank().to_index()), (6, 7) | (1, 0))
        }
        None => match (files, ranks) {
            (0, 0) => false,
            (0, _) | (_, 0) | (1, 2) | (2, 1) => true,
            _ => files == ranks,
        },
    }
}

/// What a thread has found since it last gave something away.
pub(super) struct Outbox<'a> {
    partner: &'a dyn Partner,
    deepest: Findings,
    /// The number of the news that were heard last.
    heard: u32,
}

impl<'a> Outbox<'a> {
    pub fn new(partner: &'a dyn Partner) -> Outbox<'a> {
        Outbox { partner, deepest: Findings::new(), heard: 0 }
    }

    /// Keeps a new entry, if it is one of the deepest.
    pub fn keep(&mut self, key: u64, entry: &Entry) {
        let finding = Finding::new(key, entry);
        if let Err(full) = self.deepest.try_push(finding) {
            let least = self.deepest.iter_mut().min_by_key(|kept| kept.depth());
            if let Some(least) = least.filter(|least| least.depth() <= entry.depth) {
                *least = full.element();
            }
        }
    }
}

impl SearchThread<'_> {
    /// Gives away what was found, and the first thread hears what the others have found: an iteration that
    /// one of them has completed is done here as well.
    pub(super) fn meet_partner(&mut self) {
        let Some(outbox) = &mut self.outbox else { return };
        if !outbox.deepest.is_empty() {
            outbox.partner.offer(std::mem::take(&mut outbox.deepest));
        }
        let news = outbox.partner.news();
        if self.id == 0 && std::mem::replace(&mut outbox.heard, news) != news {
            let opinions = outbox.partner.opinions();
            if self.shared.limits.multi_pv <= 1 {
                let usable = opinions.into_iter().filter(|opinion| self.is_about_root(opinion));
                usable.for_each(|opinion| self.shared.deepest.publish(opinion));
            }
        }
    }

    /// Whether an opinion is about a move that is searched here.
    pub(super) fn is_about_root(&self, opinion: &ThreadResult) -> bool {
        let best = opinion.line.first();
        self.root_moves.iter().any(|root| Some(&root.mv) == best)
    }

    /// Names the best root moves to the partner, if it wants to know: behind the best one those that have
    /// taken most nodes.
    pub(super) fn name_candidates(&self) {
        let Some(outbox) = self.outbox.as_ref().filter(|_| self.id == 0) else { return };
        let wanted = outbox.partner.wanted_moves();
        if wanted < 2 {
            return;
        }
        let mut others: Vec<_> = self.root_moves.iter().skip(1).collect();
        others.sort_by_key(|root| std::cmp::Reverse(root.nodes));
        let named = self.root_moves.iter().take(1).chain(others).take(wanted);
        outbox.partner.candidates(&named.map(|root| root.mv).collect::<Vec<_>>());
    }

    /// The second-best root move by the scores that the partner has found.
    pub(super) fn second_elsewhere(&self) -> Option<(ChessMove, i32)> {
        let outbox = self.outbox.as_ref()?;
        outbox.partner.second(self.root_moves.first()?.mv, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, search::table::tests::entry};

    #[test]
    fn an_entry_survives_the_way() {
        for sent in [entry(4), Entry { mv: None, eval: None, ..entry(90) }] {
            let came = Finding::of_words(Finding::new(77, &sent).words()).expect("a sound entry");
            assert_eq!((came.key(), came.entry()), (77, sent));
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let sound = entry(9);
        let a1 = Position::startpos().legal_moves()[0].get_source();
        let nowhere = ChessMove::new(a1, a1, None);
        for wrong in [
            Entry { depth: 3, ..sound },
            Entry { depth: 241, ..sound },
            Entry { score: MATE + 1, ..sound },
            Entry { eval: Some(EVAL_BOUND), ..sound },
            Entry { mv: Some(nowhere), ..sound },
        ] {
            assert_eq!(Finding::of_words(Finding::new(1, &wrong).words()), None, "{wrong:?}");
        }
        let [key, data] = Finding::new(1, &sound).words();
        for (bits, what) in [(3 << 56, "no bound"), (0, "sound")] {
            assert_eq!(Finding::of_words([key, data & !bits]).is_some(), bits == 0, "{what}");
        }
        assert_eq!(Finding::of_words([key, data | 1 << 60]), None, "an age");
        assert_eq!(Finding::of_words([key, data | 7 << 12]), None, "promotion to nothing");
    }

    /// Takes what it is offered, and has nothing to say.
    #[derive(Default)]
    struct Basket(std::sync::Mutex<Vec<Finding>>);

    impl Partner for Basket {
        fn seat(&self) -> usize {
            0
        }
        fn offer(&self, findings: Findings) {
            self.0.lock().unwrap().extend(findings);
        }
        fn news(&self) -> u32 {
            0
        }
        fn opinions(&self) -> Vec<ThreadResult> {
            Vec::new()
        }
        fn wanted_moves(&self) -> usize {
            0
        }
        fn candidates(&self, _moves: &[ChessMove]) {}
        fn second(&self, _best: ChessMove, _depth: u32) -> Option<(ChessMove, i32)> {
            None
        }
    }

    #[test]
    fn of_too_many_entries_the_deepest_are_kept() {
        let basket = Basket::default();
        let mut outbox = Outbox::new(&basket);
        for depth in 4..40 {
            outbox.keep(depth as u64, &entry(depth));
        }
        let mut kept: Vec<i32> = outbox.deepest.iter().map(|finding| finding.depth()).collect();
        kept.sort_unstable();
        assert_eq!(kept, (24..40).collect::<Vec<i32>>());
    }
}
