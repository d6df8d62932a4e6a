//! Loops over tiles of fixed length, which the compiler turns into a few wide registers.

/// Weights that are handled together; every hidden layer is a multiple of it.
pub(super) const TILE: usize = 32;

pub(super) type Tile = [f32; TILE];

/// The tiles of a part.
#[inline(always)]
pub(super) fn tiles(part: &[f32]) -> &[Tile] {
    part.as_chunks().0
}

/// The tiles of a part, to be changed.
#[inline(always)]
pub(super) fn tiles_mut(part: &mut [f32]) -> &mut [Tile] {
    part.as_chunks_mut().0
}

/// The tile that begins at a place; the last one if that is not there.
#[inline(always)]
pub(super) fn tile_at(part: &[f32], place: usize) -> &Tile {
    part[place..].first_chunk().unwrap_or(&[0.0; TILE])
}

/// What some rows of as many weights come to, each times the same numbers: several at once, as sums wait for each other.
#[inline(always)]
pub(super) fn products<const N: usize>(numbers: &[f32], rows: &[f32]) -> [f32; N] {
    let length = numbers.len();
    let mut parts = [[0.0; TILE]; N];
    for (i, numbers) in tiles(numbers).iter().enumerate() {
        for (n, parts) in parts.iter_mut().enumerate() {
            let row = times(*tile_at(rows, n * length + i * TILE), numbers);
            *parts = with(*parts, 1.0, &row);
        }
    }
    parts.map(total)
}

/// The numbers of a tile added up, one half to the other again and again: in any other order they would be added one by one.
#[inline(always)]
pub(super) fn total(mut tile: Tile) -> f32 {
    let mut half = TILE / 2;
    while half > 0 {
        for k in 0..half {
            tile[k] += tile[k + half];
        }
        half /= 2;
    }
    tile[0]
}

/// A tile with so many times another one added.
#[inline(always)]
pub(super) fn with(mut tile: Tile, times: f32, other: &Tile) -> Tile {
    for k in 0..TILE {
        tile[k] += times * other[k];
    }
    tile
}

/// A tile times another one.
#[inline(always)]
pub(super) fn times(mut tile: Tile, other: &Tile) -> Tile {
    for k in 0..TILE {
        tile[k] *= other[k];
    }
    tile
}

/// Adds so many times other numbers to some.
#[inline(always)]
pub(super) fn add(to: &mut [f32], times: f32, others: &[f32]) {
    for (to, others) in tiles_mut(to).iter_mut().zip(tiles(others)) {
        *to = with(*to, times, others);
    }
}
