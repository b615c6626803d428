//! Has a release build embed the browser's files anew when `cargo xtask build` has changed them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads them from the disk at each request.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../target/site");
    }
}
