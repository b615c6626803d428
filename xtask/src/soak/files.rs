//! Uploads while the process is killed: what was acknowledged is whole.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use sample::portals;

use super::{KILL_INTERVAL, Setup};
use crate::{
    durability::{SCALE, process::Process, request},
    interrupt::{check, pause},
    postgres::free_address,
    results_table::{Row, Unit::Count, precise},
    s3_server::S3Server,
};

/// Beside each other.
const AT_ONCE: u64 = 8;

struct Acknowledged {
    number: u64,
    id: String,
}

impl Setup {
    /// As many uploads, to a folder or to a bucket.
    pub(super) fn files(&self, uploads: u64, bucket: Option<&S3Server>, database: Option<&str>) -> Result<Vec<Row>> {
        let name =
            format!("files-{}-{}", bucket.map_or("folder", |_| "bucket"), database.map_or("sqlite", |_| "postgres"));
        let folder = self.folder.join(&name);
        let mut workspace = self.import(&name, database)?;
        match bucket {
            Some(bucket) => workspace.set(bucket.settings(&name)),
            None => workspace.set([("FILES", folder.join("files").display().to_string())]),
        }
        let address = free_address()?;
        let mut process = Process::start(&workspace, &folder, address)?;
        let token = portals(&SCALE).next().context("a client")?.token;
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let upload_some = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::SeqCst));
            let acknowledged =
                numbers.take_while(|number| *number < uploads).map(|number| upload(address, &token, number));
            let acknowledged: Result<Vec<_>> = acknowledged.collect();
            done.fetch_add(1, Ordering::SeqCst);
            acknowledged
        };
        let mut kills = 0;
        let acknowledged = thread::scope(|scope| {
            let uploading: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(upload_some)).collect();
            while done.load(Ordering::SeqCst) < AT_ONCE {
                // Uneven, so that kills meet every state of an upload.
                pause(Duration::from_millis(300 + kills * 37 % KILL_INTERVAL))?;
                process.restart()?;
                kills += 1;
            }
            let uploaded = uploading
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            uploaded.collect::<Result<Vec<_>>>()
        })?;
        let acknowledged: Vec<_> = acknowledged.into_iter().flatten().collect();
        let damaged = acknowledged.iter().filter(|file| !is_whole(address, &token, file)).count();
        let faults = workspace.verify()?;
        Ok(vec![
            Row::new("times a process was killed", precise(kills), Count),
            Row::new("uploads acknowledged", precise(acknowledged.len()), Count),
            Row::new("acknowledged uploads lost or damaged", precise(damaged), Count),
            Row::new("faults that `atrio verify` finds", precise(faults), Count),
        ])
    }
}

/// Sends a file until it is acknowledged.
fn upload(address: SocketAddr, token: &str, number: u64) -> Result<Acknowledged> {
    let (name, text) = (format!("{number}.txt"), content(number));
    loop {
        check()?;
        if let Ok(response) = request::upload(address, token, &name, &text)
            && response.status == 201
        {
            let id = request::file_id(&response.body).context("a file without an id")?;
            return Ok(Acknowledged { number, id: id.to_owned() });
        }
        pause(Duration::from_millis(50))?;
    }
}

fn is_whole(address: SocketAddr, token: &str, file: &Acknowledged) -> bool {
    let path = format!("/api/client/files/{}?token={token}", file.id);
    request::get(address, &path).is_ok_and(|read| read.status == 200 && read.body == content(file.number))
}

/// Between 300 KB and 2 MB.
fn content(number: u64) -> String {
    let lines = (number % 7 + 1) * 9_000;
    let lines: Vec<String> = (0..lines).map(|line| format!("{number:08}{line:023}\n")).collect();
    lines.concat()
}
