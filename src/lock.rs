//! Values that threads share, had even after a thread has panicked with one: whoever holds a lock changes its value in
//! one step, so that none is left by halves.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// The value behind a lock, as soon as nobody else has it.
pub fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    kept(value.lock())
}

/// The value that a lock gives out in another way: after a wait, or when nobody shares it any more.
pub fn kept<T>(given: LockResult<T>) -> T {
    given.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_value_outlives_a_panic_of_who_holds_it() {
        let value = Mutex::new(1);
        let holder = thread::scope(|scope| {
            scope
                .spawn(|| {
                    *lock(&value) += 1;
                    let _held = lock(&value);
                    panic!("with the value in hand");
                })
                .join()
        });
        assert!(holder.is_err() && value.is_poisoned());
        assert_eq!(*lock(&value), 2);
        assert_eq!(kept(value.into_inner()), 2);
    }
}
