//! `cargo xtask bench`: how long the agency's pages take in a large workspace, on both databases.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use sample::{PAGES, Scale};

use crate::{
    generate::generate,
    postgres::Postgres,
    stage::{self, Stage},
    step::{note, step},
    visitor::Visitor,
};

/// What a page may take, from the connection to the last byte.
const BAR: Duration = Duration::from_millis(100);
/// How often each page is opened; the middle one counts.
const TIMES: usize = 7;

/// Fills each database, opens every page, prints the times; returns whether all keep within the bar.
pub(crate) fn bench(scale: &Scale) -> Result<bool> {
    let binary = stage::binary()?;
    let folder = stage::empty_folder("bench")?;
    let file = folder.join("workspace.json");
    step("A large workspace", || generate(&file, scale))?;
    let postgres = step("A PostgreSQL server for this only", Postgres::start)?;
    let mut late = 0;
    for database in ["sqlite", "postgres"] {
        let folder = folder.join(database);
        fs::create_dir(&folder)?;
        let url = match database {
            "sqlite" => stage::sqlite_in(&folder),
            _ => postgres.create_database("bench")?,
        };
        let stage = step(&format!("Import on {database}"), || Stage::filled(&binary, &folder, &url, &file))?;
        late += step(&format!("Pages on {database}"), || open_all(&stage))?;
    }
    forget(&folder);
    Ok(late == 0)
}

/// Opens every page; returns how many take too long.
fn open_all(stage: &Stage) -> Result<usize> {
    let mut visitor = Visitor::at(stage.address);
    visitor.sign_in(stage::ADMIN)?;
    let mut late = 0;
    for page in PAGES {
        let mut times = (0..TIMES).map(|_| open(&mut visitor, page)).collect::<Result<Vec<_>>>()?;
        let (time, size) = middle(&mut times);
        let mark = if time > BAR { "✗" } else { " " };
        note(&format!("{:>7.1} ms {:>8} bytes {mark} {page}", time.as_secs_f64() * 1000.0, size));
        late += usize::from(time > BAR);
    }
    if late > 0 {
        note(&format!("{late} pages take more than {} ms", BAR.as_millis()));
    }
    Ok(late)
}

fn open(visitor: &mut Visitor, page: &str) -> Result<(Duration, usize)> {
    let started = Instant::now();
    let answer = visitor.get(page)?;
    let took = started.elapsed();
    if answer.status != 200 {
        bail!("{page} is answered {}", answer.status);
    }
    Ok((took, answer.body.len()))
}

fn middle(times: &mut [(Duration, usize)]) -> (Duration, usize) {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The databases are large.
fn forget(folder: &Path) {
    if let Err(fault) = fs::remove_dir_all(folder) {
        note(&format!("{} is left behind: {fault}", folder.display()));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::middle;

    #[test]
    fn the_middle_time_counts() {
        let mut times = [30, 10, 90, 20, 500].map(|millis| (Duration::from_millis(millis), 7));
        assert_eq!(middle(&mut times), (Duration::from_millis(30), 7));
    }
}
