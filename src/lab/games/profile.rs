//! What games of some kind are like, in a small file that a time policy can use.
//!
//! The file is TOML. All lengths are half-moves; between the points of a list lines are straight, and
//! beyond its ends the height stays.
//!
//! - `games`: how many were counted, and `mean`: their mean length
//! - `percentiles`: pairs of a percentage and the length within which so many games have ended
//! - `remaining`: pairs of half-moves made and half-moves still to come
//! - `material`: pairs of the material of both sides in pawns (78 at the start) and half-moves still to come
//! - `shorter_by_pawn`: by how much a pawn's worth of unequal material shortens a game

use serde::{Deserialize, Serialize};

use super::{Statistics, curve::FULL};

/// The percentages of the paper's table 1.
pub const PERCENTAGES: [f64; 12] =
    [70.0, 80.0, 90.0, 95.0, 96.0, 97.0, 98.0, 99.0, 99.5, 99.9, 99.99, 100.0];
/// Half-moves between two points of what is still to come.
const STEP: usize = 10;
/// A mean of fewer games is not told.
const FEWEST: u64 = 30;
/// However unequal the material is, so many half-moves are expected.
const LEAST: f64 = 4.0;

/// What games of some kind are like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Games counted.
    pub games: u64,
    /// Their mean length, in half-moves.
    pub mean: f64,
    /// Percentages of games ended, and lengths.
    pub percentiles: Vec<[f64; 2]>,
    /// Half-moves made, and half-moves still to come.
    pub remaining: Vec<[f64; 2]>,
    /// Material of both sides in pawns, and half-moves still to come.
    pub material: Vec<[f64; 2]>,
    /// Half-moves that a pawn's worth of difference takes away.
    pub shorter_by_pawn: f64,
}

/// Why a text is no profile.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// It is not written as a profile is.
    #[error("{}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    /// A list has no points, or not in order, or with numbers that cannot be.
    #[error("`{0}` must have points in ascending order with heights of 0 or more")]
    List(&'static str),
    /// A number cannot be.
    #[error("`{0}` must be a number of 0 or more")]
    Number(&'static str),
}

impl Profile {
    /// The profile of games; `None` if there are too few for one.
    pub fn new(statistics: &Statistics) -> Option<Profile> {
        let Statistics { all, curve, .. } = statistics;
        let lengths = &all.lengths;
        let percentiles = PERCENTAGES
            .iter()
            .filter_map(|&percent| Some([percent, lengths.percentile(percent)? as f64]));
        let rests = (0..).step_by(STEP).map(|ply| (ply, lengths.rest(ply)));
        let remaining = rests.map_while(|(ply, rest)| {
            let rest = rest.filter(|rest| rest.games >= FEWEST)?;
            Some([ply as f64, tenth(rest.mean)])
        });
        let fit = curve.continuous()?;
        let [first, second] = fit.bends;
        let material = [0.0, first, second, FULL as f64].map(|x| [x, tenth(fit.at(x).max(0.0))]);
        Some(Profile {
            games: lengths.games(),
            mean: tenth(lengths.mean()?),
            percentiles: percentiles.collect(),
            remaining: Some(remaining.collect()).filter(|points: &Vec<_>| !points.is_empty())?,
            material: material.to_vec(),
            shorter_by_pawn: tenth(curve.shorter_by_pawn().unwrap_or(0.0).max(0.0)),
        })
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// Names what is missing, unknown or impossible.
    pub fn parse(text: &str) -> Result<Profile, ProfileError> {
        let profile: Profile = toml::from_str(text)?;
        let Profile { percentiles, remaining, material, .. } = &profile;
        let lists =
            [("percentiles", percentiles), ("remaining", remaining), ("material", material)];
        for (name, points) in lists {
            let ascending = points.windows(2).all(|pair| pair[0][0] < pair[1][0]);
            let possible = points.iter().flatten().all(|n| n.is_finite() && *n >= 0.0);
            if points.is_empty() || !ascending || !possible {
                return Err(ProfileError::List(name));
            }
        }
        for (name, number) in [("mean", profile.mean), ("shorter_by_pawn", profile.shorter_by_pawn)]
        {
            if !(number.is_finite() && number >= 0.0) {
                return Err(ProfileError::Number(name));
            }
        }
        Ok(profile)
    }

    /// The profile as a file, with a remark on each entry.
    ///
    /// # Errors
    /// If a number cannot be written.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let entries = toml::to_string(self)?;
        let remark = |name: &str| match name {
            "games" => "# What games are like, by `zeitnot lab fit`; all lengths are half-moves.\n",
            "percentiles" => "# [percent of games ended, length]\n",
            "remaining" => "# [half-moves made, half-moves still to come]\n",
            "material" => "# [material of both sides in pawns, half-moves still to come]\n",
            "shorter_by_pawn" => "# each pawn's worth of unequal material takes so much away\n",
            _ => "",
        };
        let line = |line: &str| {
            let name = line.split(' ').next().unwrap_or_default();
            format!("{}{line}\n", remark(name))
        };
        Ok(entries.lines().map(line).collect())
    }

    /// The length within which this percentage of games ends.
    pub fn length(&self, percent: f64) -> f64 {
        height(&self.percentiles, percent)
    }

    /// Half-moves still to come after so many.
    pub fn remaining(&self, ply: u32) -> f64 {
        height(&self.remaining, f64::from(ply))
    }

    /// Half-moves still to come with this material of both sides, and this difference, in pawns; four at
    /// least.
    pub fn by_material(&self, material: u32, difference: i32) -> f64 {
        let shorter = self.shorter_by_pawn * f64::from(difference.unsigned_abs());
        (height(&self.material, f64::from(material)) - shorter).max(LEAST)
    }
}

/// A number of which more than a decimal would be noise.
fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The height at `x` of the line through points in ascending order; 0 without points.
fn height(points: &[[f64; 2]], x: f64) -> f64 {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return 0.0 };
    if x <= first[0] {
        return first[1];
    }
    let pair = points.windows(2).find(|pair| x <= pair[1][0]);
    pair.map_or(last[1], |pair| {
        let ([x1, y1], [x2, y2]) = (pair[0], pair[1]);
        y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        Profile {
            games: 1_000,
            mean: 80.5,
            percentiles: vec![[70.0, 90.0], [90.0, 130.0]],
            remaining: vec![[0.0, 80.5], [10.0, 70.5], [20.0, 62.0]],
            material: vec![[0.0, 20.0], [20.0, 40.0], [60.0, 50.0], [78.0, 68.0]],
            shorter_by_pawn: 2.5,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = profile().to_toml().unwrap();
        assert_eq!(Profile::parse(&text).unwrap(), profile());
        assert!(text.starts_with("# What games are like") && text.contains("# [material"));
    }

    #[test]
    fn values_between_points_lie_on_lines() {
        let profile = profile();
        assert_eq!(
            (profile.length(80.0), profile.length(99.0), profile.length(1.0)),
            (110.0, 130.0, 90.0)
        );
        assert_eq!((profile.remaining(5), profile.remaining(500)), (75.5, 62.0));
        assert_eq!((profile.by_material(40, 0), profile.by_material(40, -2)), (45.0, 40.0));
        assert_eq!((profile.by_material(0, 30), profile.by_material(103, 0)), (4.0, 68.0));
    }

    #[test]
    fn a_wrong_profile_is_refused_by_name() {
        let good = profile().to_toml().unwrap();
        for (from, to, said) in [
            ("mean", "average", "unknown field `average`"),
            ("[70.0, 90.0]", "[95.0, 90.0]", "`percentiles` must have points in ascending order"),
            ("[20.0, 62.0]", "[20.0, nan]", "`remaining` must have points"),
            ("shorter_by_pawn = 2.5", "shorter_by_pawn = -2.5", "`shorter_by_pawn` must be"),
            ("games = 1000", "", "missing field `games`"),
        ] {
            let text = good.replacen(from, to, 1);
            let error = Profile::parse(&text).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
