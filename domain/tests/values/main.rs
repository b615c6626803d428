//! The values everything else is made of, against what the documents promise of them.

mod texts;
mod timestamps;
