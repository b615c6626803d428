//! Parts of the programs that `cargo xtask bench` compiles in the release profile: `bare-axum`,
//! `sqlite-commits` and `load`.

pub mod load;
pub mod response_head;
