//! `cargo xtask release X.Y.Z`: the version, the date of the changelog, a commit and a tag.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail, ensure};
use semver::Version;

use crate::{
    build::VERSION,
    command::{capture, cargo, run},
    digest::write,
    paths,
    step::{note, step},
};

const BRANCH: &str = "main";
const UNRELEASED: &str = "## Unreleased\n";

/// Refuses before anything is changed; pushes nothing.
pub(crate) fn release(version: &Version) -> Result<()> {
    let tag = format!("v{version}");
    let (manifest, changelog) = step("Check", || {
        // The package of Debian and the tag of the image have no such part.
        ensure!(version.pre.is_empty() && version.build.is_empty(), "a release is three numbers such as 1.2.3");
        let present: Version = VERSION.parse()?;
        ensure!(*version > present, "{version} is not greater than the present version, {present}");
        check_repository(&tag)?;
        let date = capture(Command::new("date").args(["-u", "+%F"]))?;
        let manifest = with_version(&read("Cargo.toml")?, &present, version)?;
        Ok((manifest, with_date(&read("CHANGELOG.md")?, version, date.trim())?))
    })?;
    step("Commit and tag", || {
        write(&file("Cargo.toml"), manifest)?;
        write(&file("CHANGELOG.md"), changelog)?;
        // Writes the new version of the workspace's crates, and nothing else, into Cargo.lock.
        run(cargo().args(["update", "--quiet", "--workspace", "--offline"]))?;
        git(&[
            "commit",
            "--quiet",
            "--message",
            &format!("Release {version}"),
            "--",
            "Cargo.toml",
            "Cargo.lock",
            "CHANGELOG.md",
        ])?;
        git(&["tag", "--annotate", "--message", &format!("Atrio {version}"), &tag])
    })?;
    note(&format!("to publish it: git push origin {BRANCH} {tag}"));
    Ok(())
}

fn check_repository(tag: &str) -> Result<()> {
    let branch = git_output(&["branch", "--show-current"])?;
    ensure!(branch == BRANCH, "a release is made on {BRANCH}, not on `{branch}`");
    ensure!(git_output(&["status", "--porcelain"])?.is_empty(), "the checkout has changes that are not committed");
    ensure!(git_output(&["tag", "--list", tag])?.is_empty(), "the tag {tag} exists already");
    Ok(())
}

/// The workspace's manifest with the new version.
fn with_version(manifest: &str, present: &Version, new: &Version) -> Result<String> {
    let line = |version: &Version| format!("\n[workspace.package]\nversion = \"{version}\"\n");
    replace_once(manifest, &line(present), &line(new)).context("Cargo.toml")
}

/// The changelog with what was unreleased under the new version.
fn with_date(changelog: &str, version: &Version, date: &str) -> Result<String> {
    let (_, unreleased) = changelog.split_once(UNRELEASED).context("CHANGELOG.md has no `## Unreleased`")?;
    let content = unreleased.split("\n## ").next().unwrap_or_default();
    if content.trim().is_empty() {
        bail!("CHANGELOG.md says nothing about this version");
    }
    replace_once(changelog, UNRELEASED, &format!("## {version} - {date}\n")).context("CHANGELOG.md")
}

fn replace_once(text: &str, from: &str, to: &str) -> Result<String> {
    ensure!(text.matches(from).count() == 1, "`{}` is not there once", from.trim());
    Ok(text.replace(from, to))
}

fn file(name: &str) -> PathBuf {
    paths::root().join(name)
}

fn read(name: &str) -> Result<String> {
    fs::read_to_string(file(name)).with_context(|| format!("{name} cannot be read"))
}

fn git(arguments: &[&str]) -> Result<()> {
    run(Command::new("git").current_dir(paths::root()).args(arguments))
}

fn git_output(arguments: &[&str]) -> Result<String> {
    Ok(capture(Command::new("git").current_dir(paths::root()).args(arguments))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::{with_date, with_version};

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn only_the_version_of_the_workspace_is_changed() {
        let manifest = "[workspace]\n\n[workspace.package]\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                        [workspace.dependencies]\nx = { version = \"0.1.0\" }\n";
        let changed = with_version(manifest, &version("0.1.0"), &version("0.2.0")).unwrap();
        assert_eq!(changed, manifest.replacen("0.1.0", "0.2.0", 1));
        assert!(with_version(manifest, &version("0.1.1"), &version("0.2.0")).is_err());
    }

    #[test]
    fn unreleased_changes_get_version_and_date() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- one\n\n## 0.1.0 - 2026-01-01\n\n- zero\n";
        let dated = with_date(changelog, &version("0.2.0"), "2026-11-27").unwrap();
        assert_eq!(dated, changelog.replace("Unreleased", "0.2.0 - 2026-11-27"));
    }

    #[test]
    fn changelog_without_changes_is_refused() {
        for changelog in ["# Changelog\n\n## 0.1.0 - 2026-01-01\n\n- zero\n", "## Unreleased\n\n## 0.1.0\n\n- zero\n"] {
            assert!(with_date(changelog, &version("0.2.0"), "2026-11-27").is_err(), "{changelog}");
        }
    }
}
