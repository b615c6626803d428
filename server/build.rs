//! Recompiles the release build, which embeds `target/site`, when a file of the site has changed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The dev profile reads the site from the disk at each request.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../target/site");
    }
}
