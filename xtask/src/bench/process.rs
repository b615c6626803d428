//! What Linux counts for a process.

use std::{fs, time::Duration};

use anyhow::{Context, Result};

/// Ticks of the times in `/proc/{pid}/stat`: the same for every Linux program, whatever the kernel uses.
const TICKS_PER_SECOND: u32 = 100;

/// Resident memory in bytes.
pub(crate) fn resident_memory(pid: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    parse_resident(&status).context("no VmRSS")
}

/// Time on all cores, in user and kernel mode.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    parse_cpu_time(&stat).context("no utime and stime")
}

fn parse_resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

fn parse_cpu_time(stat: &str) -> Option<Duration> {
    // The name of the program may contain anything, but nothing after it contains a parenthesis.
    let (_, fields) = stat.rsplit_once(')')?;
    // proc_pid_stat(5) counts from 1 and the state, the first of these, is its third.
    let mut times = fields.split_whitespace().skip(11).map(str::parse::<u32>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    Some(Duration::from_secs(1) * (user + system) / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{parse_cpu_time, parse_resident};

    #[test]
    fn resident_memory_is_read_in_bytes() {
        assert_eq!(parse_resident("Name:\tatrio\nVmRSS:\t   35840 kB\nThreads:\t3\n"), Some(36_700_160));
        assert_eq!(parse_resident("Name:\tatrio\n"), None);
    }

    #[test]
    fn cpu_time_is_user_and_system_time() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 900 0 0 0 250 75 0 0 20 0 3 0 100 9 9";
        assert_eq!(parse_cpu_time(stat), Some(Duration::from_millis(3250)));
    }
}
