//! Lists the migrations with their texts, for `MIGRATIONS`. `sqlx::migrate!` does the same, but brings sqlx with both
//! drivers a second time, compiled for the compiler.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut list = String::from("[");
    for file in folder.read_dir().expect("the folder of the migrations") {
        let path = file.expect("a file").path();
        let path = path.to_str().expect("a path in UTF-8");
        let name = path.rsplit(['/', '\\']).next().and_then(|name| name.strip_suffix(".sql"));
        let (version, description) = name.and_then(|name| name.split_once('_')).expect("VERSION_DESCRIPTION.sql");
        let version: i64 = version.parse().expect("a number");
        let description = description.replace('_', " ");
        writeln!(list, "({version}, {description:?}, include_str!({path:?})),").expect("written");
    }
    list.push(']');
    let out = std::env::var_os("OUT_DIR").expect("set by cargo");
    std::fs::write(Path::new(&out).join("migrations.rs"), list).expect("written");
}
