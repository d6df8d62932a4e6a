//! The game on the board, and what has been said of its present position.

use crate::{
    message::GameResult,
    position::{ChessMove, Color, Game, Position},
};

/// Game, result, turn and the root moves to be searched.
pub(super) struct Board {
    game: Game,
    /// How the game ended, if it did.
    over: Option<GameResult>,
    /// Whose turn it was last said to be.
    turn: Option<Color>,
    /// The root moves to be searched, if not all are.
    root_moves: Option<Vec<ChessMove>>,
}

impl Board {
    /// The start position.
    pub fn new() -> Board {
        Board { game: Game::new(Position::startpos()), over: None, turn: None, root_moves: None }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.position().side()
    }

    /// Moves made by a side.
    pub fn made(&self, side: Color) -> u32 {
        self.game.moves_made()[side.to_index()]
    }

    /// Whether a game goes on with this one.
    pub fn leads_to(&self, game: &Game) -> bool {
        game.start() == self.game.start() && game.moves().starts_with(self.game.moves())
    }

    /// Another game record.
    pub fn replace(&mut self, game: Game) {
        self.game = game;
        self.over = None;
        self.leave_position();
    }

    /// Makes a move.
    pub fn play(&mut self, mv: ChessMove) {
        self.game.play(mv);
        self.leave_position();
    }

    /// Whether so many half-moves can be taken back.
    pub fn can_undo(&self, plies: u32) -> Result<(), &'static str> {
        let enough = self.game.moves().len() as u64 >= u64::from(plies);
        if enough { Ok(()) } else { Err("no move to take back") }
    }

    /// Takes half-moves back.
    pub fn undo(&mut self, plies: u32) {
        for _ in 0..plies {
            self.game.undo();
        }
        self.over = None;
        self.leave_position();
    }

    /// How the game ended, by word or by rule.
    pub fn result(&self) -> Option<GameResult> {
        self.over.clone().or_else(|| self.result_by_rule())
    }

    /// How the game ended as far as somebody has said so.
    pub fn said_over(&self) -> Option<&GameResult> {
        self.over.as_ref()
    }

    /// The result of a game that the rules have ended, or that either player may claim.
    pub fn result_by_rule(&self) -> Option<GameResult> {
        GameResult::by_rule(&self.game)
    }

    /// The game is over.
    pub fn end(&mut self, result: GameResult) {
        self.over = Some(result);
    }

    /// The game goes on, whatever was said.
    pub fn reopen(&mut self) {
        self.over = None;
    }

    /// It is said to be this side's turn.
    pub fn say_turn(&mut self, color: Color) {
        self.turn = Some(color);
    }

    /// The position with the turn as it was last said, if it is the other side's on the board. What
    /// was said counts once.
    pub fn turned(&mut self) -> Result<Option<Position>, String> {
        let Some(color) = self.turn.filter(|&color| color != self.side()) else {
            self.turn = None;
            return Ok(None);
        };
        let turned = self.position().clone().with_side_to_move(color);
        turned.map(Some).map_err(|error| error.to_string())
    }

    /// Searches all root moves, or none until some are allowed.
    pub fn search_all(&mut self, all: bool) {
        self.root_moves = (!all).then(Vec::new);
    }

    /// Lets a move be searched from now on or not.
    pub fn allow(&mut self, mv: ChessMove, searched: bool) {
        let mut moves = self.choices();
        moves.retain(|&other| other != mv);
        if searched {
            moves.push(mv);
        }
        let all = moves.len() == self.position().legal_moves().len();
        self.root_moves = Some(moves).filter(|_| !all);
    }

    /// The moves that may be searched.
    pub fn choices(&self) -> Vec<ChessMove> {
        let all = || self.position().legal_moves().to_vec();
        self.root_moves.clone().unwrap_or_else(all)
    }

    /// The root moves as a search wants them: none for all.
    pub fn root_moves(&self) -> Vec<ChessMove> {
        self.root_moves.clone().unwrap_or_default()
    }

    /// Whether no move is left to be searched.
    pub fn nothing_to_search(&self) -> bool {
        self.root_moves.as_ref().is_some_and(Vec::is_empty)
    }

    /// Forgets what was said of the position that has been on the board.
    fn leave_position(&mut self) {
        self.root_moves = None;
        self.turn = None;
    }
}
