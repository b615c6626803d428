//! `cargo xtask bench`: times the admin pages and lead deliveries in a large workspace on both databases.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use sample::{PAGES, Scale};

use crate::{
    build,
    generate::generate,
    http_client::HttpClient,
    postgres::Postgres,
    step::{note, step},
    test_server::{self, ADMIN, TestServer, empty_folder, sqlite_url},
};

/// From connecting to the last byte of the response.
const TIME_LIMIT: Duration = Duration::from_millis(100);
/// Requests per page; the median counts.
const RUNS: usize = 7;

/// Returns whether all times are within the limit.
pub(crate) fn bench(scale: &Scale) -> Result<bool> {
    let binary = test_server::binary(build::release)?;
    let folder = empty_folder("bench")?;
    let file = folder.join("workspace.json");
    step("Generate a workspace", || generate(&file, scale))?;
    let postgres = step("Start a PostgreSQL server", Postgres::start)?;
    let mut late = 0;
    for database in ["sqlite", "postgres"] {
        let folder = folder.join(database);
        fs::create_dir(&folder)?;
        let url = match database {
            "sqlite" => sqlite_url(&folder),
            _ => postgres.create_database("bench")?,
        };
        let server = step(&format!("Import on {database}"), || {
            TestServer::with_import(&binary, &folder, &url, &file)
        })?;
        late += step(&format!("Pages on {database}"), || time_pages(&server))?;
        late += step(&format!("Deliveries on {database}"), || time_deliveries(&server))?;
    }
    // The databases are large.
    if let Err(error) = fs::remove_dir_all(&folder) {
        note(&format!("{} could not be deleted: {error}", folder.display()));
    }
    Ok(late == 0)
}

/// Returns how many pages take too long.
fn time_pages(server: &TestServer) -> Result<usize> {
    let mut client = HttpClient::new(server.address);
    client.sign_in(ADMIN)?;
    let mut late = 0;
    for page in PAGES {
        let mut times = (0..RUNS).map(|_| time_page(&mut client, page)).collect::<Result<Vec<_>>>()?;
        late += usize::from(print_median(&mut times, page));
    }
    if late > 0 {
        note(&format!("{late} pages take longer than {} ms", TIME_LIMIT.as_millis()));
    }
    Ok(late)
}

/// Returns how many kinds of deliveries to a lead source take too long.
fn time_deliveries(server: &TestServer) -> Result<usize> {
    let mut client = HttpClient::new(server.address);
    let address = sample::source_address();
    let mut late = 0;
    for (kind, form) in [("a new lead", "nome=Misura&messaggio=Prova"), ("quarantined", "evento=prova")] {
        let mut times = Vec::with_capacity(RUNS);
        for number in 0..RUNS {
            let started = Instant::now();
            let response = client.post(&address, &format!("{form}&numero={number}"))?;
            if response.status != 200 {
                bail!("{address} returned {}", response.status);
            }
            times.push((started.elapsed(), response.body.len()));
        }
        late += usize::from(print_median(&mut times, &format!("POST to a source: {kind}")));
    }
    Ok(late)
}

/// Prints the median; returns whether it is too long.
fn print_median(times: &mut [(Duration, usize)], what: &str) -> bool {
    let (time, size) = median(times);
    let mark = if time > TIME_LIMIT { "✗" } else { " " };
    note(&format!("{:>7.1} ms {size:>8} bytes {mark} {what}", time.as_secs_f64() * 1000.0));
    time > TIME_LIMIT
}

fn time_page(client: &mut HttpClient, page: &str) -> Result<(Duration, usize)> {
    let started = Instant::now();
    let response = client.get(page)?;
    let elapsed = started.elapsed();
    if response.status != 200 {
        bail!("{page} returned {}", response.status);
    }
    Ok((elapsed, response.body.len()))
}

fn median(times: &mut [(Duration, usize)]) -> (Duration, usize) {
    times.sort_unstable();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::median;

    #[test]
    fn median_ignores_outliers() {
        let mut times = [30, 10, 90, 20, 500].map(|millis| (Duration::from_millis(millis), 7));
        assert_eq!(median(&mut times), (Duration::from_millis(30), 7));
    }
}
