//! What the guide (docs/guide) says of commands and settings is so.

use std::path::{Path, PathBuf};

use clap::Parser as _;
use server::cli::Cli;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The texts of the chapters in both languages, by their paths.
fn chapters() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().join("docs/guide")];
    let mut chapters = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                chapters.push((path, text));
            }
        }
    }
    chapters
}

/// The words of a line of a shell, without quotes. What a command in parentheses prints is a part of its word.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut is_quoted, mut depth) = (false, 0);
    for letter in line.chars() {
        match letter {
            '"' | '\'' => is_quoted = !is_quoted,
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if !is_quoted && depth == 0 => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn guide_names_only_commands_that_there_are() {
    let mut count = 0;
    for (path, text) in chapters() {
        let blocks = text.split("```sh").skip(1).filter_map(|rest| rest.split("```").next());
        let in_text = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("atrio "));
        for line in blocks.flat_map(str::lines).map(str::trim).chain(in_text) {
            let all = words(line);
            let Some(start) = all.iter().position(|word| word == "atrio" || word.ends_with("/atrio")) else { continue };
            // `install … /usr/local/bin/atrio` names the file, and does not run it.
            let is_run =
                all[..start].iter().all(|word| ["sudo", "-u", "-E", "atrio", "cd", "&&"].contains(&word.as_str()));
            let end =
                all.iter().position(|word| ["|", ">", "<", "&&"].contains(&word.as_str())).filter(|end| *end > start);
            if !is_run {
                continue;
            }
            count += 1;
            let parsed = Cli::try_parse_from(&all[start..end.unwrap_or(all.len())]);
            let is_known = match &parsed {
                Ok(_) => true,
                Err(error) => error.exit_code() == 0,
            };
            assert!(is_known, "{}: {line}: {}", path.display(), parsed.unwrap_err());
        }
    }
    assert!(count > 20, "only {count} commands were found");
}

#[test]
fn guide_names_only_settings_that_there_are() {
    let example = std::fs::read_to_string(root().join(".env.example")).unwrap();
    let known: Vec<&str> =
        example.lines().filter_map(|line| line.trim_start_matches('#').split_once('=').map(|(name, _)| name)).collect();
    let mut count = 0;
    for (path, text) in chapters() {
        for code in text.split('`').skip(1).step_by(2) {
            let name = code.split(['=', ' ']).next().unwrap_or_default();
            let is_setting =
                name.contains('_') && name.chars().all(|letter| letter == '_' || letter.is_ascii_uppercase());
            if is_setting {
                count += 1;
                assert!(known.contains(&name), "{}: {name} is not in .env.example", path.display());
            }
        }
    }
    assert!(count > 10, "only {count} settings were found");
}
