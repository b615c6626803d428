//! What the outbox costs: messages with and without notifications, and how fast e-mails are sent.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use sample::{Scale, portals};

use super::{
    context::{BenchContext, Cores, Database},
    load::ClosedLoop,
    requests,
};
use crate::{
    durability::request,
    interrupt::pause,
    mail_server::MailServer,
    results_table::{Row, Unit::PerSecond, precise},
    step::{note, step},
    test_server::Workspace,
};

const CLIENTS: u64 = 2_000;
const SCALE: Scale = Scale { clients: CLIENTS, comments: 20_000, leads: 0 };
/// Messages of one address in a minute (docs/REFERENCE.md#rate-limits).
const MESSAGE_QUOTA: u32 = 10;
const EMAILS: usize = 10_000;
/// Longer than it takes to make all [`EMAILS`] due.
const WAIT: Duration = Duration::from_mins(1);
const WRITERS: usize = 8;

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        rows.push(posting(context, database)?);
        rows.push(sending(context, database)?);
    }
    Ok(rows)
}

/// Messages with notifications, none of which is due yet, beside messages without; in turn, because the time that a disk
/// takes varies.
fn posting(context: &BenchContext, database: Database) -> Result<Row> {
    let mail = MailServer::start(&context.folder, Duration::ZERO)?;
    let mut workspace = context.import(database, &SCALE)?;
    let (mut with, mut without) = (0.0, 0.0);
    for _ in 0..2 {
        workspace.set([("SMTP_URL", String::new())]);
        without += messages(context, &workspace, &format!("messages, {database}"))?;
        workspace.set(mail.settings("24h"));
        with += messages(context, &workspace, &format!("messages with notifications, {database}"))?;
    }
    let work = format!("messages with notifications, {database}");
    Ok(Row::new(work, with / 2.0, PerSecond).divided_by(without / 2.0, "without"))
}

fn messages(context: &BenchContext, workspace: &Workspace, work: &str) -> Result<f64> {
    let server = workspace.serve(None)?;
    let count = usize::try_from(CLIENTS)?;
    let messages = portals(&SCALE).take(count).map(|portal| requests::message(&portal)).collect();
    let load = ClosedLoop { requests: messages, quota: Some(MESSAGE_QUOTA), pace: None };
    let measured = load.measure(work, &server.process, server.address, Cores::SHARED, context.seconds)?;
    Ok(measured.report.per_second())
}

/// New leads that become due at the same time, to a mail server that answers at once.
fn sending(context: &BenchContext, database: Database) -> Result<Row> {
    let mail = MailServer::start(&context.folder, Duration::ZERO)?;
    let mut workspace = context.import(database, &Scale { clients: 1, comments: 0, leads: 0 })?;
    let settings = context.folder.join("settings.json");
    fs::write(&settings, r#"{"settings": [{"key": "quiet_hours", "value": "off"}]}"#)?;
    workspace.import_more(&settings)?;
    workspace.set(mail.settings(&format!("{}s", WAIT.as_secs())));
    let server = workspace.serve(None)?;
    let started = Instant::now();
    step(&format!("{EMAILS} leads, {database}"), || {
        thread::scope(|scope| {
            let post = |writer: usize| {
                (writer..EMAILS).step_by(WRITERS).try_for_each(|lead| {
                    let form = format!("nome=Persona+{lead}&email=persona-{lead}@example.com");
                    let status = request::post_lead(server.address, &form)?.status;
                    ensure!(status < 300, "a lead was answered with {status}");
                    Ok(())
                })
            };
            let writers: Vec<_> = (0..WRITERS).map(|writer| scope.spawn(move || post(writer))).collect();
            writers
                .into_iter()
                .try_for_each(|writer| writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })?;
    ensure!(started.elapsed() < WAIT, "the first e-mails were due before the last lead was there");
    while mail.count()? == 0 {
        pause(Duration::from_millis(200))?;
    }
    let (first, begun) = (mail.count()?, Instant::now());
    while mail.count()? < EMAILS {
        pause(Duration::from_millis(200))?;
    }
    let per_second = precise(EMAILS - first) / begun.elapsed().as_secs_f64();
    note(&format!("{per_second:>9.0}/s"));
    Ok(Row::new(format!("e-mails sent, {database}"), per_second, PerSecond))
}
