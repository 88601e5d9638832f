//! The Ackscope engine for JavaScript.
