//! x
use crate::position::*;
pub struct Stack;
impl Stack { pub fn new(_p:&Position)->Self{Stack} pub fn reset(&mut self,_p:&Position){} pub fn push(&mut self,_d:&Delta){} pub fn pop(&mut self){} pub fn score(&mut self,p:&Position)->i32{ let s:i32=[Piece::Pawn,Piece::Knight,Piece::Bishop,Piece::Rook,Piece::Queen].into_iter().map(|x| piece_value(x)*(p.men(p.side(),x).popcnt() as i32-p.men(!p.side(),x).popcnt() as i32)).sum(); s } }
