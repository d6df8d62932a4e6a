//! The room `search`.
