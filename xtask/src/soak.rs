//! `cargo xtask soak`: kills, load and a bad network for longer than CI has time.

mod files;
mod mail;
mod network;

use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use sample::portals;

use crate::{
    bench::process::resident_memory,
    build,
    cli::{Soak, SoakPart},
    durability::{SCALE, observe, process::Process, request},
    generate::generate,
    interrupt::pause,
    postgres::{Postgres, free_address},
    results_table::{
        Row, Table,
        Unit::{Count, Mebibytes, Seconds},
        precise,
    },
    s3_server::{self, S3Server},
    step::step,
    test_server::{Workspace, binary, empty_folder, sqlite_url},
};
use network::{Network, State};

/// What is added to the tenth of a second between two kills, in milliseconds, at most.
const KILL_INTERVAL: u64 = 600;
/// Each state of the network but silence.
const STRETCH: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

/// What the parts share.
struct Setup {
    binary: PathBuf,
    folder: PathBuf,
    postgres: Postgres,
}

/// Returns whether every part met its bars.
pub(crate) fn soak(soak: &Soak) -> Result<bool> {
    let setup = Setup {
        binary: binary(build::dev_server)?,
        folder: empty_folder("soak")?,
        postgres: step("Start a PostgreSQL server with durable commits", Postgres::start_durable)?,
    };
    let mut tables = Vec::new();
    let mut measure = |part: SoakPart, name: String, rows: &dyn Fn() -> Result<Vec<Row>>| {
        if soak.part.is_some_and(|chosen| chosen != part) {
            return;
        }
        let mut table = Table::default();
        match step(&name, rows) {
            Ok(rows) => table.extend(rows),
            Err(error) => table.fail(&name, &error),
        }
        tables.push((name, table));
    };
    measure(SoakPart::Kills, format!("{} kills, SQLite", soak.kills), &|| setup.kills(soak.kills, None));
    measure(SoakPart::Kills, format!("{} kills, PostgreSQL", soak.kills), &|| {
        setup.kills(soak.kills, Some(&setup.postgres.create_database("kills")?))
    });
    measure(SoakPart::Load, format!("{} min of load, SQLite", soak.load_minutes), &|| {
        setup.load(Duration::from_mins(soak.load_minutes))
    });
    measure(SoakPart::Mail, format!("{} e-mails, SQLite", soak.emails), &|| setup.mail(soak.emails, None));
    measure(SoakPart::Mail, format!("{} e-mails, PostgreSQL", soak.emails), &|| {
        setup.mail(soak.emails, Some(&setup.postgres.create_database("mail")?))
    });
    if soak.part.is_none_or(|chosen| chosen == SoakPart::Files) {
        s3_server::install()?;
        let bucket = S3Server::start()?;
        for (database, of) in [("SQLite", None), ("PostgreSQL", Some(&setup.postgres))] {
            for (place, bucket) in [("a folder", None), ("a bucket", Some(&bucket))] {
                measure(SoakPart::Files, format!("{} uploads to {place}, {database}", soak.uploads), &|| {
                    let name = bucket.map_or("files_folder", |_| "files_bucket");
                    let url = of.map(|postgres| postgres.create_database(name)).transpose()?;
                    setup.files(soak.uploads, bucket, url.as_deref())
                });
            }
        }
    }
    measure(SoakPart::Network, format!("{} min of a bad network to PostgreSQL", soak.network_minutes), &|| {
        setup.network(Duration::from_mins(soak.network_minutes))
    });
    for (name, table) in &tables {
        println!("\n{name}\n\n{table}");
    }
    Ok(tables.iter().all(|(_, table)| table.is_met()))
}

impl Setup {
    /// A workspace, on SQLite unless there is a URL.
    fn import(&self, name: &str, database: Option<&str>) -> Result<Workspace> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        let file = folder.join("workspace.json");
        generate(&file, &SCALE)?;
        let url = database.map_or_else(|| sqlite_url(&folder), str::to_owned);
        Workspace::import(&self.binary, &folder, &url, &file)
    }

    /// A process with such a workspace.
    fn start(&self, name: &str, database: Option<&str>) -> Result<(Process, SocketAddr)> {
        let (workspace, folder) = (self.import(name, database)?, self.folder.join(name));
        let address = free_address()?;
        Ok((Process::start(&workspace, &folder, address)?, address))
    }

    fn kills(&self, kills: u64, database: Option<&str>) -> Result<Vec<Row>> {
        let (mut process, address) = self.start(database.map_or("sqlite", |_| "postgres"), database)?;
        let observed = observe(address, || {
            // Uneven, so that kills meet every state of a write.
            (0..kills).try_for_each(|kill| {
                pause(Duration::from_millis(100 + kill * 37 % KILL_INTERVAL))?;
                process.restart()
            })
        })?;
        let mut rows = vec![Row::new("times a process was killed", precise(kills), Count)];
        rows.extend(observed.rows);
        Ok(rows)
    }

    /// Messages, polls and portal pages.
    fn load(&self, length: Duration) -> Result<Vec<Row>> {
        let (process, address) = self.start("load", None)?;
        let id = process.id().context("the process runs")?;
        let pages: Vec<String> =
            portals(&SCALE).map(|portal| format!("/c/{}?project={}", portal.token, portal.project)).collect();
        let load_pages = |until: Instant| -> Result<f64> {
            for page in pages.iter().cycle().take_while(|_| Instant::now() < until) {
                let status = request::get(address, page)?.status;
                anyhow::ensure!(status == 200, "a portal page returned {status}");
                pause(Duration::from_millis(50))?;
            }
            Ok(precise(resident_memory(id)? / 1024) / 1024.0)
        };
        let (mut warm, mut last) = (0.0, 0.0);
        let started = Instant::now();
        let observed = observe(address, || {
            warm = load_pages(started + length / 6)?;
            last = load_pages(started + length)?;
            Ok(())
        })?;
        let mut rows = observed.rows;
        rows.push(Row::new("RSS after a sixth of the time", warm, Mebibytes));
        rows.push(Row::new("RSS at the end", last, Mebibytes).divided_by(warm, "after a sixth"));
        Ok(rows)
    }

    fn network(&self, length: Duration) -> Result<Vec<Row>> {
        let network = Network::before(self.postgres.address())?;
        let direct = self.postgres.create_database("network")?;
        let through = direct.replace(&self.postgres.address().to_string(), &network.address.to_string());
        let (_process, address) = self.start("network", Some(&through))?;
        let until = Instant::now() + length;
        let observed = observe(address, || {
            while Instant::now() < until {
                for (state, length) in
                    [(State::Slow, STRETCH), (State::Clear, STRETCH), (State::Silent, SILENCE), (State::Clear, STRETCH)]
                {
                    network.set(state);
                    pause(length)?;
                }
                network.cut();
                pause(STRETCH)?;
            }
            Ok(())
        })?;
        let recovery = observed.longest_gap.saturating_sub(SILENCE).as_secs_f64();
        let mut rows = observed.rows;
        rows.push(Row::new("recovery after a silent network", recovery, Seconds));
        Ok(rows)
    }
}
