//! What is still to come of a game by the material on the board.

use crate::lab::chances::solved;

/// Material of both sides at the start, in pawns, and the most that is told apart.
pub(super) const FULL: usize = 78;
const MOST: usize = 103;
/// Differences told apart, in pawns.
const DIFFERENCES: usize = 16;
/// Where the paper's equation (1) bends.
pub const BEND: [f64; 2] = [20.0, 60.0];
/// A mean of fewer positions says nothing.
const FEWEST: u64 = 100;

/// Positions by material of both sides and by difference, with the half-moves that followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// How many positions and how many half-moves in all.
    cells: Vec<[(u64, u64); DIFFERENCES]>,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { cells: vec![[(0, 0); DIFFERENCES]; MOST + 1] }
    }
}

/// A height for each material, in three straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segments {
    /// Where the second and the third line begin.
    pub bends: [f64; 2],
    /// Height at zero and slope of each line.
    pub lines: [(f64, f64); 3],
}

impl Segments {
    /// The height at a place.
    pub fn at(&self, x: f64) -> f64 {
        let number = self.bends.iter().filter(|&&bend| x >= bend).count();
        let (start, slope) = self.lines[number];
        start + slope * x
    }
}

/// A place with its height and its weight.
type Point = (f64, f64, f64);

impl Curve {
    /// Counts a position with so much material, and a difference, in pawns, that was followed by so many
    /// half-moves.
    pub fn add(&mut self, material: usize, difference: usize, rest: usize) {
        let cell = &mut self.cells[material.min(MOST)][difference.min(DIFFERENCES - 1)];
        *cell = (cell.0 + 1, cell.1 + rest as u64);
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Curve) {
        let cells = self.cells.iter_mut().flatten().zip(other.cells.iter().flatten());
        cells.for_each(|(own, cell)| *own = (own.0 + cell.0, own.1 + cell.1));
    }

    /// Half-moves still to come by material, with the number of positions: the points of the curve.
    pub fn points(&self) -> Vec<(f64, f64, f64)> {
        let rows = self.cells.iter().enumerate().take(FULL + 1);
        let sums = rows.map(|(x, row)| {
            (x, row.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1)))
        });
        let told = sums.filter(|(_, (count, _))| *count >= FEWEST);
        told.map(|(x, (count, sum))| (x as f64, sum as f64 / count as f64, count as f64)).collect()
    }

    /// Three lines of least squares, each by itself, that begin where the paper's do; a line that too few
    /// points lie on is missing.
    pub fn three_lines(&self) -> [Option<(f64, f64)>; 3] {
        let points = self.points();
        let part = |low: f64, high: f64| {
            let inside = points.iter().filter(move |(x, ..)| (low..high).contains(x));
            let basis = |x: f64| [1.0, x, 0.0, 0.0];
            let [start, slope, ..] = least_squares(inside.copied(), basis, 2)?;
            Some((start, slope))
        };
        [part(0.0, BEND[0]), part(BEND[0], BEND[1] + 0.5), part(BEND[1] + 0.5, f64::INFINITY)]
    }

    /// Three lines that meet, of least squares, bent where that is best.
    pub fn continuous(&self) -> Option<Segments> {
        let points = self.points();
        let pairs = (8..64).flat_map(|first| (first + 6..74).map(move |second| (first, second)));
        let fits = pairs.filter_map(|(first, second)| {
            let fit = meeting(&points, [f64::from(first), f64::from(second)])?;
            let errors = points.iter().map(|&(x, y, weight)| weight * (fit.at(x) - y).powi(2));
            Some((errors.sum::<f64>(), fit))
        });
        fits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, fit)| fit)
    }

    /// By how many half-moves a game is longer (shorter if negative) with this difference than with equal
    /// material, the total being the same; with the number of positions.
    pub fn effect(&self, difference: usize) -> Option<(f64, u64)> {
        let (mut weights, mut sum, mut positions) = (0.0, 0.0, 0);
        for (total, row) in self.cells.iter().enumerate() {
            let (count, rest) = *row.get(difference)?;
            let Some((even, weight)) = self.even(total, difference) else { continue };
            if count > 0 {
                let weight = 1.0 / (1.0 / weight + 1.0 / count as f64);
                weights += weight;
                sum += weight * (rest as f64 / count as f64 - even);
                positions += count;
            }
        }
        (positions >= FEWEST).then(|| (sum / weights, positions))
    }

    /// Half-moves still to come with equal material and this total, and the number of positions. Equal
    /// material has an even total: for an odd difference, whose total is odd, it is the mean of the two
    /// neighbours.
    fn even(&self, total: usize, difference: usize) -> Option<(f64, f64)> {
        let cell = |total: usize| {
            let (count, rest) = self.cells.get(total)?[0];
            (count >= FEWEST).then(|| (rest as f64 / count as f64, count as f64))
        };
        if difference.is_multiple_of(2) {
            return cell(total);
        }
        let (below, above) = (cell(total.checked_sub(1)?)?, cell(total + 1)?);
        Some(((below.0 + above.0) / 2.0, below.1 + above.1))
    }

    /// Half-moves that each pawn of difference makes a game shorter: least squares through zero, over
    /// differences up to a rook.
    pub fn shorter_by_pawn(&self) -> Option<f64> {
        let effects =
            (1..=5).filter_map(|d| self.effect(d).map(|(by, n)| (d as f64, by, n as f64)));
        let (up, down) = effects.fold((0.0, 0.0), |(up, down), (d, by, weight)| {
            (up - weight * d * by, down + weight * d * d)
        });
        (down > 0.0).then(|| up / down)
    }
}

/// Lines that meet at the two bends.
fn meeting(points: &[Point], bends: [f64; 2]) -> Option<Segments> {
    let [first, second] = bends;
    let basis = |x: f64| [1.0, x, (x - first).max(0.0), (x - second).max(0.0)];
    let [start, slope, then, last] = least_squares(points.iter().copied(), basis, 4)?;
    let middle = (start - then * first, slope + then);
    let end = (middle.0 - last * second, middle.1 + last);
    Some(Segments { bends, lines: [(start, slope), middle, end] })
}

/// The numbers by which the first `unknown` functions of a basis add up to the points' heights best.
fn least_squares(
    points: impl Iterator<Item = Point>,
    basis: impl Fn(f64) -> [f64; 4],
    unknown: usize,
) -> Option<[f64; 4]> {
    let mut matrix = [[0.0; 4]; 4];
    let mut right = [0.0; 4];
    let mut places = 0;
    for (x, y, weight) in points {
        let terms = basis(x);
        for (i, row) in matrix.iter_mut().enumerate() {
            row.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * terms[i] * term);
            right[i] += weight * terms[i] * y;
        }
        places += 1;
    }
    for (i, row) in matrix.iter_mut().enumerate().skip(unknown) {
        row[i] = 1.0;
    }
    let numbers = solved(matrix, right);
    (places > unknown && numbers.iter().all(|number| number.is_finite())).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of equal and unequal material whose games go on as these functions say.
    fn curve(height: impl Fn(f64) -> f64, shorter_by_pawn: f64) -> Curve {
        let mut curve = Curve::default();
        for material in 0..=FULL {
            for difference in (material % 2..6).step_by(2) {
                let rest = height(material as f64) - shorter_by_pawn * difference as f64;
                // Fractions are made by games of two lengths.
                (0..200).for_each(|i| {
                    let up = f64::from(i) / 200.0 < rest.fract();
                    curve.add(material, difference, rest as usize + usize::from(up));
                });
            }
        }
        curve
    }

    #[test]
    fn three_lines_are_found_again() {
        let printed = |x: f64| match x {
            x if x < 20.0 => x + 30.0,
            x if x <= 60.0 => x * 0.375 + 42.0,
            x => x * 1.25 - 10.0,
        };
        let lines = curve(printed, 0.0).three_lines();
        for (found, (start, slope)) in
            lines.into_iter().zip([(30.0, 1.0), (42.0, 0.375), (-10.0, 1.25)])
        {
            let found = found.unwrap();
            assert!((found.0 - start).abs() < 0.1 && (found.1 - slope).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn the_bends_of_meeting_lines_are_found_again() {
        let height = |x: f64| 30.0 + x + (x - 25.0).max(0.0) * -0.8 + (x - 55.0).max(0.0) * 1.5;
        let found = curve(height, 0.0).continuous().unwrap();
        assert_eq!(found.bends, [25.0, 55.0]);
        assert!((0..=78).all(|x| (found.at(f64::from(x)) - height(f64::from(x))).abs() < 0.1));
    }

    #[test]
    fn a_difference_is_compared_with_equal_material_of_the_same_total() {
        let curve = curve(|x| 40.0 + x, 2.5);
        assert!((curve.effect(3).unwrap().0 + 7.5).abs() < 0.05);
        assert!((curve.shorter_by_pawn().unwrap() - 2.5).abs() < 0.02);
        assert_eq!(curve.effect(9), None);
    }

    #[test]
    fn too_few_positions_make_no_curve() {
        let mut curve = Curve::default();
        (0..50).for_each(|_| curve.add(30, 0, 20));
        assert!(curve.points().is_empty() && curve.continuous().is_none());
        assert_eq!(curve.three_lines(), [None; 3]);
    }
}
