//! What the console makes of the game when it is shown.

use super::{Console, Purpose, Standing, sidebar, view};
use crate::{
    front::report,
    lab::report::Report,
    message::{Command, View},
};

impl Console {
    /// The answer to `Command::Show`, for whatever it was asked.
    pub(super) fn shown(&mut self, view: &View) -> Vec<String> {
        self.engine = view.engine;
        self.course.follow(&view.game);
        self.screen.set_position(view.game.position());
        if !self.course.is_stepping() {
            self.chronicle.follow(view);
        }
        self.standing.over.clone_from(&view.result);
        let mut lines = match self.awaited.pop_front() {
            Some(Purpose::Board) | None => self.board(view),
            Some(Purpose::Fen) => vec![view.game.position().fen()],
            Some(Purpose::Moves) => view::moves(view.game.position(), self.screen.width()),
            Some(Purpose::Game) => {
                let text = sidebar::whole(&view.game, self.screen.width()).join("\n");
                vec![self.pages.open(&text, self.screen.rows())]
            }
            Some(Purpose::Undo) => self.undo(view),
            Some(Purpose::Draw) => self.draw_answer(view),
            Some(Purpose::Now) => idle(view),
            Some(Purpose::Change) => self.changed(),
            Some(Purpose::Nothing) => Vec::new(),
        };
        // A game that an `undo` has just opened again is not over any more.
        if self.standing.over.is_some() && !self.course.is_stepping() {
            lines.extend(self.farewell());
        }
        lines
    }

    /// The board, what the engine offers, and where it stands in a game that is stepped through.
    fn board(&self, view: &View) -> Vec<String> {
        let mut lines = view::board(view, self.look(), self.screen.width());
        if self.standing.draw_offered && view.result.is_none() {
            let offer = "zeitnot offers a draw. `draw` accepts it; a move declines it.";
            lines.push(offer.to_owned());
        }
        if self.course.is_stepping() {
            let (at, all) = self.course.place();
            lines.push(format!(" Half-move {at} of {all}; `forward`, `back`, `goto N` step on."));
        }
        lines
    }

    /// What there is to say once a game is over: where its time went, and what became of the game.
    fn farewell(&mut self) -> Vec<String> {
        let filed = self.file_game();
        if std::mem::replace(&mut self.standing.end_told, true) || self.chronicle.is_empty() {
            return filed.into_iter().collect();
        }
        let mut lines = self.time_report();
        let offer = "`save FILE` keeps the game, `new` begins another.".to_owned();
        lines.push(filed.unwrap_or(offer));
        lines
    }

    /// Where the time of the game went, side by side; nothing without times.
    pub(super) fn time_report(&self) -> Vec<String> {
        let record = self.chronicle.record("", &self.archive.player());
        if record.moves.iter().all(|ply| ply.elapsed.is_none()) {
            return Vec::new();
        }
        report::sides(&Report::new(&record))
    }

    /// Takes back the person's last move, and the engine's answer if it has been given.
    fn undo(&mut self, view: &View) -> Vec<String> {
        let answered = view.engine == Some(!view.game.position().side());
        let plies = if answered { 2 } else { 1 };
        if view.game.moves().len() < plies as usize {
            return vec!["There is no move of yours to take back.".into()];
        }
        self.standing = Standing::default();
        self.requests.push(Command::Undo { plies });
        self.request_board();
        Vec::new()
    }

    /// The answer to the person's draw offer, if it is the person's turn: else it comes with the move.
    fn draw_answer(&mut self, view: &View) -> Vec<String> {
        let thinks = view.engine == Some(view.game.position().side());
        match self.standing.draw_asked {
            true if thinks => vec!["zeitnot answers with its move.".to_owned()],
            true => {
                self.standing.draw_asked = false;
                vec!["zeitnot declines the draw.".to_owned()]
            }
            false => Vec::new(),
        }
    }
}

/// What is answered to `now` if there is no move to be made at once.
fn idle(view: &View) -> Vec<String> {
    let thinks = view.engine == Some(view.game.position().side()) && view.result.is_none();
    let idle = (!thinks).then(|| "zeitnot is not thinking about a move.".to_owned());
    idle.into_iter().collect()
}
