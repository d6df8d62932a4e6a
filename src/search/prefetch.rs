//! The one hint to the processor that the language has no safe word for.

/// Tells the processor that a value is about to be read.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the language has no safe word for the hint")
)]
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint without effect on memory, about an address that a reference vouches for.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
