//! One body of code compiled for several processors, and the widest that this one can run: the one
//! place of this room that asks the compiler for trust.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a level is made only where the processor has its instructions")
)]

use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::rows::wide;
use super::{
    layers::Screlu,
    neurons::Head,
    rows::{LayerInput, Rows},
};

/// Work to be compiled for each kind of processor. `run` must be `#[inline(always)]`, and whatever
/// it calls in its loops too, or that is compiled for the plainest processor alone. So its loops are
/// written with `for`: closures given to iterators may become functions of their own.
pub trait Kernel {
    /// The result, which [`Simd::run`] hands on.
    type Output;

    /// Does the work, with the instructions that whoever calls this is compiled for.
    fn run(self) -> Self::Output;
}

/// The instructions that kernels are run with; a value vouches that the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Vnni,
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            // The compiler makes vectors of the same loops, with what every such processor has.
            Level::Plain if cfg!(target_arch = "aarch64") => "NEON",
            Level::Plain => "no wide vectors",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Level::Vnni => "AVX-512 VNNI",
        })
    }
}

impl Simd {
    /// What every processor has that the program was built for.
    pub const PLAIN: Simd = Simd(Level::Plain);

    /// All that this processor has, the plainest first.
    pub fn all() -> impl Iterator<Item = Simd> {
        #[cfg(target_arch = "x86_64")]
        let wider = {
            let avx2 = is_x86_feature_detected!("avx2");
            let avx512 =
                avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            let vnni = avx512 && is_x86_feature_detected!("avx512vnni");
            [(avx2, Level::Avx2), (avx512, Level::Avx512), (vnni, Level::Vnni)]
                .map(|(there, level)| there.then_some(level))
        };
        #[cfg(not(target_arch = "x86_64"))]
        let wider = [None];
        [Some(Level::Plain)].into_iter().chain(wider).flatten().map(Simd)
    }

    /// The widest that this processor has.
    pub fn widest() -> Simd {
        Simd::all().last().unwrap_or(Simd::PLAIN)
    }

    /// Runs work with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Level::Plain => kernel.run(),
            // SAFETY: `all` makes this level only where AVX2 was found.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { run_avx2(kernel) },
            // SAFETY: `all` makes these levels only where AVX-512 F and BW were found.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 | Level::Vnni => unsafe { run_avx512(kernel) },
        }
    }

    /// What the weights of an output add up to, and what each of so many rows does.
    #[inline]
    pub(super) fn forward<const N: usize>(self, input: LayerInput) -> (i64, [i32; N]) {
        match (self.0, input.mild) {
            // SAFETY: `all` makes this level only where AVX-512 F, BW and VNNI were found.
            #[cfg(target_arch = "x86_64")]
            (Level::Vnni, _) if input.output.sums[0].len().is_multiple_of(2) => unsafe {
                wide::forward_vnni(input)
            },
            // SAFETY: `all` makes these levels only where AVX2 was found.
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2 | Level::Avx512, true) => unsafe { wide::forward_avx2(input) },
            _ => {
                let LayerInput { output, rows, squares, .. } = input;
                self.run(Screlu { sums: output.sums, squares });
                (self.run(output), self.add_rows(Rows { squares, weights: rows }))
            }
        }
    }

    /// What so many rows add up to.
    #[inline]
    fn add_rows<const N: usize>(self, rows: Rows) -> [i32; N] {
        match self.0 {
            Level::Plain => rows.add_plain(),
            // SAFETY: `all` makes these levels only where AVX2 was found.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 | Level::Avx512 | Level::Vnni => unsafe { wide::add_avx2(rows) },
        }
    }

    /// What neurons say to the output.
    #[inline]
    pub(super) fn said(self, head: &Head, cuts: &[[i16; 2]]) -> i32 {
        match self.0 {
            Level::Plain => head.said_plain(cuts),
            // SAFETY: `all` makes these levels only where AVX2 was found.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 | Level::Avx512 | Level::Vnni => unsafe { head.said_avx2(cuts) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
