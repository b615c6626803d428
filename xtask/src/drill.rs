//! `cargo xtask drill`: a server is lost while messages are written, and recovered from each kind of backup.

mod atrio_backup;
mod file_copy;
mod litestream;
mod load;
mod pg_dump;
mod refusals;
mod table;
mod verdict;
mod wal_archive;
mod way;
mod ways;

use std::{
    fs,
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::{
    build,
    command::capture,
    interrupt::pause,
    step::{note, step},
    test_server::{binary, empty_folder},
};
use load::{Load, Message};
use table::{Drilled, Table};
use verdict::{Verdict, missing_records};
use way::{Site, Way};
use ways::WayName;

#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct Drill {
    /// Only this way to back up and recover
    #[arg(long)]
    way: Option<WayName>,
    /// How long messages are written before the backup, and after it
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(20..=3600))]
    seconds: u64,
}

/// What was there before the loss.
struct Lost {
    at: Instant,
    /// Made before the backup.
    export: String,
}

/// Returns whether every way has kept what it promises.
pub(crate) fn drill(drill: &Drill) -> Result<bool> {
    let (binary, length) = (binary(build::dev_server)?, Duration::from_secs(drill.seconds));
    let folder = empty_folder("drill")?;
    let mut table = Table::default();
    for way in WayName::value_variants().iter().filter(|way| drill.way.is_none_or(|chosen| chosen == **way)) {
        let name = way.name();
        match step(&format!("Lose and recover: {name}"), || {
            lose_and_recover(*way, &binary, &folder.join(&name), length)
        }) {
            Ok(drilled) => table.push(&name, drilled),
            Err(error) => table.fail(&name, &error),
        }
    }
    println!("\n{table}");
    Ok(table.is_met())
}

fn lose_and_recover(way: WayName, binary: &Path, folder: &Path, length: Duration) -> Result<Drilled> {
    let mut way = way.open()?;
    let site = Site::create(way.as_ref(), binary, folder)?;
    let (lost, messages) = lose(way.as_mut(), &site, length)?;
    way.recover(&site)?;
    let recovered_after = lost.at.elapsed();
    let server = site.workspace.serve(None)?;
    let ready_after = recovered_after + server.process.ready_after();

    let promise = way.promise(lost.at)?;
    let export = export(&site)?;
    let mut verdict = Verdict::of(&messages, &promise, &export, |message| {
        message.file.as_ref().is_some_and(|file| file.is_whole(server.address))
    })?;
    let missing = missing_records(&lost.export, &export);
    verdict.broken.extend(missing.iter().map(|record| format!("older than the backup, and missing: {record}")));
    if way.export_of_backup(&site)?.is_some_and(|of_backup| of_backup != export) {
        verdict.broken.push("the export is not that of the backup".to_owned());
    }
    let faults = site.workspace.verify()?;
    if promise.is_whole && faults > 0 {
        verdict.broken.push(format!("`atrio verify` finds {faults} faults"));
    }
    drop(server);
    let bytes = way.bytes(&site)?;
    verdict.broken.extend(way.bad_cases(&site)?);
    verdict.broken.iter().take(5).for_each(|broken| note(broken));
    Ok(Drilled { verdict, ready_after, bytes })
}

/// Backs up while messages are written, kills the server, and deletes its data.
fn lose(way: &mut dyn Way, site: &Site, length: Duration) -> Result<(Lost, Vec<Message>)> {
    let server = site.workspace.serve(None)?;
    way.start(site)?;
    let load = Load::new(server.address);
    load.write_during(|| {
        // Dropped here also after an error, which ends the clients.
        let mut server = server;
        pause(length)?;
        let export = export(site)?;
        way.back_up(site)?;
        pause(length)?;
        load.is_lost.store(true, Ordering::SeqCst);
        server.process.kill()?;
        let at = Instant::now();
        way.lose()?;
        fs::remove_dir_all(&site.data)?;
        Ok(Lost { at, export })
    })
}

fn export(site: &Site) -> Result<String> {
    capture(site.workspace.atrio(None).arg("export"))
}
