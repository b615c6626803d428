//! Requests that only read: `/healthz`, polls and the portal page, beside a bare axum handler.

use anyhow::{Context, Result};
use sample::{Portal, Scale, portals};

use super::{
    bare_axum::{self, BareAxum},
    context::{BenchContext, Cores, Database},
    load::{CONNECTIONS, ClosedLoop},
    messages::{MANY_CLIENTS, MESSAGE_QUOTA},
    requests,
};
use crate::{
    results_table::{Row, Unit::PerSecond},
    step::step,
    test_server::Workspace,
};

/// All comments are of one client, who polls one of five projects.
pub(crate) const SMALL: Scale = Scale { clients: 1, comments: 1_000, leads: 0 };
const LARGE: Scale = Scale { clients: 1, comments: 1_000_000, leads: 0 };
/// Polls of one address in a minute (docs/REFERENCE.md#rate-limits).
pub(crate) const POLL_QUOTA: u32 = 30;

/// A workspace and the requests that are measured in it.
pub(crate) struct Subject {
    pub(crate) workspace: Workspace,
    /// With the newest message as `since`.
    pub(crate) idle_poll: String,
    /// With the message before it.
    poll_with_news: String,
    page: String,
    compressed_page: String,
}

/// A kind of request.
struct Work {
    name: &'static str,
    request: fn(&Subject) -> &String,
    quota: Option<u32>,
}

const READS: [Work; 4] = [
    Work { name: "idle poll", request: |subject| &subject.idle_poll, quota: Some(POLL_QUOTA) },
    Work { name: "poll with news", request: |subject| &subject.poll_with_news, quota: Some(POLL_QUOTA) },
    Work { name: "portal page", request: |subject| &subject.page, quota: None },
    Work { name: "compressed portal page", request: |subject| &subject.compressed_page, quota: None },
];

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    let small = Subject::import(context, Database::Sqlite, &SMALL)?;
    let idle_response = step("Copy an idle poll for the bare handler", || small.idle_response())?;
    let bare_axum = BareAxum::with(context, &idle_response)?;
    let bare = |cores| measure_bare(context, &bare_axum, &small.idle_poll, cores);

    let bare_shared = bare(Cores::SHARED)?;
    let mut rows = vec![Row::new("bare axum handler, an idle poll from memory", bare_shared, PerSecond)];
    let healthz = ClosedLoop::of(requests::get("/healthz"));
    let rate = small.measure(context, "/healthz", &healthz, Cores::SHARED)?;
    rows.push(Row::new("`/healthz`", rate, PerSecond).divided_by(bare_shared, bare_axum::NAME));

    let large = Subject::import(context, Database::Sqlite, &LARGE)?;
    rows.extend(compare_sizes(context, Database::Sqlite, &small, &large, bare_shared)?);
    let small_postgres = Subject::import(context, Database::Postgres, &SMALL)?;
    let large_postgres = Subject::import(context, Database::Postgres, &LARGE)?;
    rows.extend(compare_sizes(context, Database::Postgres, &small_postgres, &large_postgres, bare_shared)?);

    for database in [Database::Sqlite, Database::Postgres] {
        rows.push(measure_pages_after_messages(context, database)?.divided_by(bare_shared, bare_axum::NAME));
    }

    let cores = Cores::apart()?;
    let bare_pinned = bare(cores)?;
    rows.push(Row::new("bare axum handler on one core", bare_pinned, PerSecond));
    let idle = ClosedLoop { quota: Some(POLL_QUOTA), ..ClosedLoop::of(small.idle_poll.clone()) };
    let rate = small.measure(context, "idle poll on one core", &idle, cores)?;
    rows.push(Row::new("idle poll, SQLite, on one core", rate, PerSecond).divided_by(bare_pinned, bare_axum::NAME));
    Ok(rows)
}

/// Every read in both workspaces: the small one beside the bare handler, the large one beside the small one.
fn compare_sizes(
    context: &BenchContext,
    database: Database,
    small: &Subject,
    large: &Subject,
    bare: f64,
) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for Work { name, request, quota } in READS {
        let rate = |subject: &Subject, comments: &str| {
            let load = ClosedLoop { quota, ..ClosedLoop::of(request(subject).clone()) };
            let work = format!("{name}, {database}, {comments} comments");
            let rate = subject.measure(context, &work, &load, Cores::SHARED)?;
            anyhow::Ok(Row::new(work, rate, PerSecond))
        };
        let small = rate(small, "1,000")?;
        let rate_of_small = small.value();
        rows.push(small.divided_by(bare, bare_axum::NAME));
        rows.push(rate(large, "1,000,000")?.divided_by(rate_of_small, "1,000 comments"));
    }
    Ok(rows)
}

/// Each connection is a client who writes and then looks at their portal. The messages take part of the time.
fn measure_pages_after_messages(context: &BenchContext, database: Database) -> Result<Row> {
    let server = context.import(database, &MANY_CLIENTS)?.serve(None)?;
    let writers: Vec<Portal> = portals(&MANY_CLIENTS).take(CONNECTIONS as usize).collect();
    let messages = writers.iter().map(requests::message);
    let pages = writers.iter().map(requests::portal_page);
    let load = ClosedLoop { requests: messages.chain(pages).collect(), quota: Some(MESSAGE_QUOTA), pace: None };
    let work = format!("portal page right after a message, {database}");
    let measured = load.measure(&work, &server.process, server.address, Cores::SHARED, context.seconds)?;
    Ok(Row::new(work, measured.report.per_second() / 2.0, PerSecond))
}

fn measure_bare(context: &BenchContext, bare_axum: &BareAxum, request: &str, cores: Cores) -> Result<f64> {
    let (server, address) = bare_axum.start(cores)?;
    let load = ClosedLoop::of(request.to_owned());
    Ok(load.measure(bare_axum::NAME, &server, address, cores, context.seconds)?.report.per_second())
}

impl Subject {
    /// Imports a workspace and writes the two newest messages.
    pub(crate) fn import(context: &BenchContext, database: Database, scale: &Scale) -> Result<Self> {
        let workspace = context.import(database, scale)?;
        let portal: Portal = portals(scale).next().context("no project")?;
        let server = workspace.serve(None)?;
        let message = requests::message(&portal);
        let before = requests::send(server.address, &message, 201)?;
        let newest = requests::send(server.address, &message, 201)?;
        Ok(Self {
            workspace,
            idle_poll: requests::poll(&portal, requests::created_at(&newest)?),
            poll_with_news: requests::poll(&portal, requests::created_at(&before)?),
            compressed_page: requests::compressed(&requests::portal_page(&portal)),
            page: requests::portal_page(&portal),
        })
    }

    /// The whole response to an idle poll.
    fn idle_response(&self) -> Result<String> {
        let server = self.workspace.serve(None)?;
        requests::send(server.address, &self.idle_poll, 200)
    }

    /// On a server of its own, whose rate limits have counted nothing yet. Returns the requests per second.
    fn measure(&self, context: &BenchContext, work: &str, load: &ClosedLoop, cores: Cores) -> Result<f64> {
        let server = self.workspace.serve(cores.server)?;
        let measured = load.measure(work, &server.process, server.address, cores, context.seconds)?;
        Ok(measured.report.per_second())
    }
}
