//! Migrations are embedded: a new file among them must rebuild this crate.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
