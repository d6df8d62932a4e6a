//! The room `eval`.
