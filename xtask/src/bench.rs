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

/// What a page or a delivery may take, from the connection to the last byte.
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
        late += step(&format!("Deliveries on {database}"), || deliver(&stage))?;
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
        late += usize::from(tell(&mut times, page));
    }
    if late > 0 {
        note(&format!("{late} pages take more than {} ms", BAR.as_millis()));
    }
    Ok(late)
}

/// Delivers leads to a source, each another; returns how many of the kinds of delivery take too long.
fn deliver(stage: &Stage) -> Result<usize> {
    let mut visitor = Visitor::at(stage.address);
    let address = sample::source_address();
    let mut late = 0;
    for (kind, form) in [("a new lead", "nome=Misura&messaggio=Prova"), ("not understood", "evento=prova")] {
        let mut times = Vec::with_capacity(TIMES);
        for number in 0..TIMES {
            let started = Instant::now();
            let answer = visitor.post(&address, &format!("{form}&numero={number}"))?;
            if answer.status != 200 {
                bail!("{address} answers {}", answer.status);
            }
            times.push((started.elapsed(), answer.body.len()));
        }
        late += usize::from(tell(&mut times, &format!("POST to a source: {kind}")));
    }
    Ok(late)
}

/// Prints the middle one; whether it took too long.
fn tell(times: &mut [(Duration, usize)], what: &str) -> bool {
    let (time, size) = middle(times);
    let mark = if time > BAR { "✗" } else { " " };
    note(&format!("{:>7.1} ms {size:>8} bytes {mark} {what}", time.as_secs_f64() * 1000.0));
    time > BAR
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
