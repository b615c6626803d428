//! The tests that the README names for what Atrio promises.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::paths;

const HEADING: &str = "## What Atrio promises\n";

/// Fails if a test of the README's table is not in its file.
pub(crate) fn check() -> Result<()> {
    let read =
        |file: &str| fs::read_to_string(paths::root().join(file)).with_context(|| format!("{file} cannot be read"));
    let readme = read("README.md")?;
    let tests = named_tests(&readme);
    if tests.is_empty() {
        bail!("README.md has no table of promises");
    }
    for (test, file) in tests {
        if !read(file)?.contains(test) {
            bail!("README.md promises the test `{test}`, which is not in {file}");
        }
    }
    Ok(())
}

/// Text and target of each link in the rows of the table.
fn named_tests(readme: &str) -> Vec<(&str, &str)> {
    let section = readme.split_once(HEADING).map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let links = section.lines().filter(|line| line.starts_with('|')).flat_map(|row| row.split('[').skip(1));
    links.filter_map(|link| link.split_once(')')?.0.split_once("](")).collect()
}

#[cfg(test)]
mod tests {
    use super::named_tests;

    #[test]
    fn tests_are_the_links_of_the_table() {
        let readme = "[a](b)\n## What Atrio promises\n[c](d)\n| Promise | Tests |\n\
                      | once | [x_is_y](a/b.rs), [so it is](c.ts) |\n\n## More\n| [e](f) |";
        assert_eq!(named_tests(readme), [("x_is_y", "a/b.rs"), ("so it is", "c.ts")]);
    }
}
