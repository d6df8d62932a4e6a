//! Conversations with the server on simulated time.
