//! What a run was measured on.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use super::context::BenchContext;
use crate::{command::capture, paths};

/// A Markdown list.
pub(crate) fn describe(context: &BenchContext) -> Result<String> {
    let mut lines = vec![
        format!("{} × {}", std::thread::available_parallelism()?, processor()?),
        format!("{} of memory", memory()?),
        format!("Linux {}", first_line("/proc/sys/kernel/osrelease")?),
        printed(Command::new("rustc").arg("--version"))?,
        format!("{}, commit {}", context.binary.display(), commit()),
        format!("load average before: {}", first_line("/proc/loadavg")?),
    ];
    for (database, folder) in context.data_folders() {
        lines.push(format!("{database}'s data on {}", file_system(folder)?));
    }
    lines.extend(context.postgres_version()?);
    Ok(format!("- {}\n", lines.join("\n- ")))
}

fn processor() -> Result<String> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo")?;
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    Ok(model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned()))
}

fn memory() -> Result<String> {
    let meminfo = fs::read_to_string("/proc/meminfo")?;
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:")).context("no MemTotal")?;
    Ok(total.trim().to_owned())
}

/// With a mark when files differ from it.
fn commit() -> String {
    let mut git = Command::new("git");
    git.current_dir(paths::root()).args(["describe", "--always", "--dirty"]);
    printed(&mut git).unwrap_or_else(|_| "unknown".to_owned())
}

/// Type and device.
fn file_system(folder: &Path) -> Result<String> {
    let printed = capture(Command::new("df").arg("--output=fstype,source").arg(folder))?;
    let line = printed.lines().nth(1).context("df printed no file system")?;
    Ok(line.split_whitespace().collect::<Vec<_>>().join(", "))
}

fn printed(command: &mut Command) -> Result<String> {
    Ok(capture(command)?.trim().to_owned())
}

fn first_line(file: &str) -> Result<String> {
    Ok(fs::read_to_string(file)?.trim().to_owned())
}
