//! What ranks need of a network.

/// The rank of the relay.
pub const ROOT: usize = 0;

/// Carries messages between the ranks of a job. Nothing here waits.
pub trait Network {
    /// One's own rank.
    fn rank(&self) -> usize;
    /// How many ranks there are.
    fn size(&self) -> usize;
    /// How many ranks there are on this machine, one's own included: they share its memory.
    fn neighbours(&self) -> usize;
    /// Sends bytes to a rank.
    ///
    /// # Errors
    /// The bytes, if too much is on its way already.
    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Vec<u8>>;
    /// What has come in next, if anything has.
    fn receive(&mut self) -> Option<Vec<u8>>;
    /// Whether the network cannot go on: everything has to be set up anew.
    fn is_used_up(&self) -> bool {
        false
    }
}
