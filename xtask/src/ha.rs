//! `cargo xtask ha`: the deployment of docs/HIGH-AVAILABILITY.md on this machine, while its processes are killed.

mod cluster;

use std::{
    panic::resume_unwind,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{
    build,
    durability::{SCALE, observe, process::Process},
    generate::generate,
    interrupt::pause,
    postgres::free_address,
    results_table::{
        Row, Table,
        Unit::{Count, Seconds},
        precise,
    },
    step::{note, step},
    test_server::{Workspace, binary, empty_folder},
};
use cluster::Cluster;

/// Between two kills of an Atrio process, and of a primary.
const PROCESS_INTERVAL: Duration = Duration::from_secs(5);
const PRIMARY_INTERVAL: Duration = Duration::from_secs(30);

/// Returns whether no message was lost and polls went on.
pub(crate) fn ha(minutes: u64) -> Result<bool> {
    let binary = binary(build::dev_server)?;
    let folder = empty_folder("ha")?;
    let portal = [free_address()?, free_address()?, free_address()?];
    let cluster = step("Start PostgreSQL with a synchronous standby, and HAProxy", || Cluster::start(&portal))?;
    let mut processes = step("Start three Atrio processes", || {
        let file = folder.join("workspace.json");
        generate(&file, &SCALE)?;
        let workspace = Workspace::import(&binary, &folder, &cluster.database_url, &file)?;
        portal.iter().map(|address| Process::start(&workspace, &folder, *address)).collect::<Result<Vec<_>>>()
    })?;
    let until = Instant::now() + Duration::from_mins(minutes);
    let (mut kills, mut promotions) = (0.0, 0.0);
    let observed = step(&format!("Kill processes for {minutes} min while messages are written"), || {
        observe(cluster.proxy, || {
            thread::scope(|scope| {
                let primaries = scope.spawn(|| kill_primaries(&cluster, until));
                kills = kill_processes(&mut processes, until)?;
                promotions = primaries.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                Ok(())
            })
        })
    })?;
    let mut table = Table::default();
    table.extend(vec![
        Row::new("times a process was killed", kills, Count),
        Row::new("times the standby was promoted", promotions, Count),
    ]);
    table.extend(observed.rows);
    table.extend(vec![Row::new("longest time without an answered poll", observed.longest_gap.as_secs_f64(), Seconds)]);
    println!("\n{table}");
    Ok(table.is_met())
}

/// Kills one process after the other; returns how many.
fn kill_processes(processes: &mut [Process], until: Instant) -> Result<f64> {
    let count = processes.len();
    let mut kills = 0;
    while Instant::now() + PROCESS_INTERVAL < until {
        pause(PROCESS_INTERVAL)?;
        processes[kills % count].restart()?;
        kills += 1;
    }
    Ok(precise(kills))
}

/// Kills each primary in turn; returns how often the standby was promoted.
fn kill_primaries(cluster: &Cluster, until: Instant) -> Result<f64> {
    let mut promotions = 0;
    while Instant::now() + PRIMARY_INTERVAL < until {
        pause(PRIMARY_INTERVAL)?;
        let promoted_after = cluster.kill_primary()?;
        note(&format!("the standby was promoted {:.1} s after the primary was killed", promoted_after.as_secs_f64()));
        promotions += 1;
    }
    Ok(precise(promotions))
}
