//! The admin pages and lead deliveries in a large workspace on both databases, one request at a time.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use sample::{BROAD_PAGES, PAGES, Scale};

use super::context::{BenchContext, Database};
use crate::{
    http_client::HttpClient,
    results_table::{Row, Unit::Milliseconds},
    step::{note, step},
    test_server::{ADMIN, TestServer},
};

/// Requests per page; the median counts.
const RUNS: usize = 7;

pub(crate) fn measure(context: &BenchContext, scale: &Scale) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        let server = context.import(database, scale)?.serve(None)?;
        let page = step(&format!("Pages on {database}"), || time_pages(&server))?;
        let delivery = step(&format!("Deliveries on {database}"), || time_deliveries(&server))?;
        let slowest = |what, time: Duration| {
            Row::new(format!("slowest {what}, {database}"), time.as_secs_f64() * 1000.0, Milliseconds)
        };
        rows.extend([slowest("admin page", page), slowest("delivery", delivery)]);
    }
    Ok(rows)
}

/// Returns the time of the slowest page.
fn time_pages(server: &TestServer) -> Result<Duration> {
    let mut client = HttpClient::new(server.address);
    client.sign_in(ADMIN)?;
    let pages: Vec<&str> = PAGES.iter().chain(BROAD_PAGES).copied().collect();
    // What the server does after its start would slow down the first pages.
    pages.iter().try_for_each(|page| time_page(&mut client, page).map(drop))?;
    let mut slowest = Duration::ZERO;
    for page in pages {
        let mut times = (0..RUNS).map(|_| time_page(&mut client, page)).collect::<Result<Vec<_>>>()?;
        slowest = slowest.max(print_median(&mut times, page));
    }
    Ok(slowest)
}

/// Returns the time of the slowest kind of delivery to a lead source.
fn time_deliveries(server: &TestServer) -> Result<Duration> {
    let mut client = HttpClient::new(server.address);
    let address = sample::source_address();
    let mut slowest = Duration::ZERO;
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
        slowest = slowest.max(print_median(&mut times, &format!("POST to a source: {kind}")));
    }
    Ok(slowest)
}

/// Prints and returns the median.
fn print_median(times: &mut [(Duration, usize)], what: &str) -> Duration {
    let (time, size) = median(times);
    note(&format!("{:>7.1} ms {size:>8} bytes  {what}", time.as_secs_f64() * 1000.0));
    time
}

/// From connecting to the last byte of the response.
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
