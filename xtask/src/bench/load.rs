//! Runs the load of the crate `baseline` on a server, and reads what both have measured.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    process::{ChildStdout, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    context::{BenchContext, Cores},
    process::{cpu_time, resident_memory},
};
use crate::{
    command::{on_core, spawn},
    interrupt,
    server::Server,
    step::note,
};

/// Connections of a closed loop, as many as messages at once.
pub(crate) const CONNECTIONS: u32 = 32;

/// What a closed loop sends.
pub(crate) struct ClosedLoop {
    /// In turn.
    pub(crate) requests: Vec<String>,
    /// How many requests of one address the server accepts in a minute, if it counts them.
    pub(crate) quota: Option<u32>,
    /// At most so many requests per second.
    pub(crate) pace: Option<u32>,
}

pub(crate) struct Measured {
    pub(crate) report: Report,
    /// Share of one core that the server took.
    pub(crate) cpu_share: f64,
    /// In bytes, at the end.
    pub(crate) resident_memory: u64,
}

/// As the load prints it.
#[derive(Debug, Deserialize)]
pub(crate) struct Report {
    pub(crate) requests: u32,
    pub(crate) seconds: f64,
    pub(crate) p50_micros: u32,
    pub(crate) p99_micros: u32,
    pub(crate) max_micros: u32,
    pub(crate) failures: BTreeMap<String, u32>,
    pub(crate) connections: u32,
    pub(crate) posted: u32,
    pub(crate) polls_with_news: u32,
}

impl Report {
    pub(crate) fn per_second(&self) -> f64 {
        f64::from(self.requests) / self.seconds
    }

    /// Fails when more than a thousandth was not answered as expected.
    fn check(&self) -> Result<()> {
        let failed: u32 = self.failures.values().sum();
        if failed > 0 {
            note(&format!("{failed} requests failed: {:?}", self.failures));
        }
        ensure!(self.requests > 0, "no request was answered as expected");
        ensure!(failed <= self.requests / 1000, "{failed} requests failed, {} did not", self.requests);
        Ok(())
    }
}

impl ClosedLoop {
    /// Sends one request again and again.
    pub(crate) fn of(request: String) -> Self {
        Self { requests: vec![request], quota: None, pace: None }
    }

    /// Returns the requests per second.
    pub(crate) fn measure(
        &self,
        work: &str,
        server: &Server,
        address: SocketAddr,
        cores: Cores,
        seconds: u64,
    ) -> Result<Measured> {
        let Self { requests, quota, pace } = self;
        let kind = json!({ "closed_loop": {
            "requests": requests, "quota": quota, "pace": pace, "connections": CONNECTIONS,
        }});
        let measured = run(&kind, server, address, cores, seconds)?;
        let Report { p50_micros, p99_micros, max_micros, seconds, .. } = measured.report;
        note(&format!(
            "{:>9.0}/s for {seconds:.1} s, p50 {p50_micros} µs, p99 {p99_micros} µs, max {max_micros} µs, \
             server {:.0} % of a core: {work}",
            measured.report.per_second(),
            measured.cpu_share * 100.0,
        ));
        Ok(measured)
    }
}

/// Makes a load of this kind for `seconds`.
pub(crate) fn run(kind: &Value, server: &Server, address: SocketAddr, cores: Cores, seconds: u64) -> Result<Measured> {
    let plan = json!({ "address": address, "seconds": seconds, "kind": kind });
    let mut load =
        spawn(on_core(&BenchContext::program("load"), cores.load).stdin(Stdio::piped()).stdout(Stdio::piped()))?;
    let mut measure = || {
        // Its connections stay open as long as its standard input.
        let mut input = load.stdin.take().context("the load has no standard input")?;
        writeln!(input, "{plan}")?;
        let mut lines = BufReader::new(load.stdout.take().context("the load has no standard output")?);
        let announced = line(&mut lines)?;
        ensure!(announced.trim() == "measuring", "the load printed {announced}");
        let (started, cpu) = (Instant::now(), cpu_time(server.pid())?);
        let report: Report = serde_json::from_str(&line(&mut lines)?).context("no report")?;
        let cpu = cpu_time(server.pid())?.saturating_sub(cpu);
        let cpu_share = cpu.as_secs_f64() / started.elapsed().as_secs_f64();
        Ok(Measured { report, cpu_share, resident_memory: resident_memory(server.pid())? })
    };
    let measured = measure();
    let status = load.wait().context("waiting for the load failed")?;
    interrupt::unregister(load.id());
    interrupt::check()?;
    let measured: Measured = measured?;
    if !status.success() {
        bail!("the load failed ({status})");
    }
    measured.report.check()?;
    Ok(measured)
}

#[expect(clippy::cast_precision_loss, reason = "memory and files are far smaller than 2^52 bytes")]
pub(crate) fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn line(lines: &mut BufReader<ChildStdout>) -> Result<String> {
    let mut line = String::new();
    lines.read_line(&mut line)?;
    Ok(line)
}
