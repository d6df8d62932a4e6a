//! Tables in the memory that there is: one that does not fit would end the program in the middle of a game.

use std::fs;

use super::Table;

/// The largest table, in MiB.
const MAX_HASH: usize = 65_536;

/// The MiB that each of so many tables on this machine (at least 1) may have: three quarters of the free memory for
/// all of them together, as far as the system tells.
pub fn affordable(tables: usize) -> usize {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix(" kB")?.parse::<usize>().ok()
    });
    let most = free.map_or(MAX_HASH, |kilobytes| kilobytes / 1024 / 4 * 3 / tables.max(1));
    most.clamp(1, MAX_HASH)
}

impl Table {
    /// A table of so many MiB, or of `most` if that is less, made ready by so many threads. If the system does not
    /// give them, it is as large as the one before, or else the smallest. What is lacking is told.
    pub fn within(
        megabytes: usize,
        most: usize,
        before: usize,
        threads: usize,
    ) -> (Table, Option<String>) {
        let (table, why) = match Table::try_new(megabytes.min(most), threads) {
            Ok(table) => (table, String::new()),
            Err(error) => {
                let before = Table::try_new(before, threads);
                (before.unwrap_or_else(|_| Table::smallest()), format!(": {error}"))
            }
        };
        let has = table.megabytes();
        let lack = || format!("no memory for a table of {megabytes} MiB{why}; it has {has} MiB");
        let told = (has != megabytes).then(lack);
        (table, told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_MUCH: usize = usize::MAX >> 21;

    #[test]
    fn a_table_that_cannot_be_had_is_as_large_as_the_one_before_and_that_is_told() {
        let (table, told) = Table::within(TOO_MUCH, TOO_MUCH, 3, 1);
        let told = told.expect("a reason");
        assert_eq!(table.megabytes(), 3);
        assert!(told.starts_with(&format!("no memory for a table of {TOO_MUCH} MiB: ")), "{told}");
        assert!(told.ends_with("; it has 3 MiB"), "{told}");
        let (table, told) = Table::within(TOO_MUCH, TOO_MUCH, TOO_MUCH, 1);
        assert_eq!((table.megabytes(), told.is_some()), (1, true));
    }

    #[test]
    fn a_table_that_leaves_too_little_to_others_is_smaller_and_that_is_told() {
        let (table, told) = Table::within(5, 2, 1, 1);
        let told = told.expect("a reason");
        assert_eq!(
            (table.megabytes(), &*told),
            (2, "no memory for a table of 5 MiB; it has 2 MiB")
        );
        assert_eq!(Table::within(2, 5, 1, 1).1, None);
    }

    #[test]
    fn however_many_share_the_memory_each_has_a_table() {
        assert_eq!(affordable(usize::MAX), 1);
        assert!(affordable(2) <= affordable(1));
    }
}
