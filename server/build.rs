//! Prepares the embedding of `target/site` (`src/assets.rs`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // rust-embed resolves the path at compile time, also where files are read at run time: the folder must exist,
    // even if the site is built later.
    std::fs::create_dir_all("../target/site").expect("target/site can be created");
    // The release build embeds the files; the dev profile reads them from the disk at each request.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../target/site");
    }
}
