//! E-mails while the processes that send them are killed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::Setup;
use crate::{
    durability::{process::Process, request},
    interrupt::pause,
    mail_server::MailServer,
    postgres::free_address,
    results_table::{Row, Unit::Count, precise},
    step::note,
    test_server::{Workspace, sqlite_url},
};

/// The mail server takes so long, so that most kills meet an e-mail on its way.
const DELAY: Duration = Duration::from_millis(100);
/// As many kills as fit into the time in which the e-mails are sent.
const KILLS: u64 = 60;
/// What a killed process has taken is sent after its lease of five minutes.
const TAKEN_OVER: Duration = Duration::from_mins(7);

impl Setup {
    /// New leads, each an e-mail to the agency, sent by two processes that are killed in turn.
    pub(super) fn mail(&self, events: u64, database: Option<&str>) -> Result<Vec<Row>> {
        let folder = self.folder.join(database.map_or("mail-sqlite", |_| "mail-postgres"));
        fs::create_dir_all(&folder)?;
        let mail = MailServer::start(&folder, DELAY)?;
        let url = database.map_or_else(|| sqlite_url(&folder), str::to_owned);
        let settings = folder.join("settings.json");
        fs::write(&settings, r#"{"settings": [{"key": "quiet_hours", "value": "off"}]}"#)?;
        let mut workspace = Workspace::import(&self.binary, &folder, &url, &settings)?;
        workspace.set(mail.settings("0s"));
        let addresses = [free_address()?, free_address()?];
        let mut processes = addresses.map(|address| Process::start(&workspace, &folder, address));
        let posted = AtomicU64::new(0);
        thread::scope(|scope| {
            let post = scope.spawn(|| {
                (0..events).try_for_each(|event| {
                    post_lead(addresses, event)?;
                    posted.fetch_add(1, Ordering::SeqCst);
                    Ok(())
                })
            });
            let killed = (0..KILLS).try_for_each(|kill| {
                pause(Duration::from_millis(100 + kill * 37 % super::KILL_INTERVAL))?;
                match &mut processes[usize::from(kill % 2 == 1)] {
                    Ok(process) => process.restart(),
                    Err(error) => bail!("a process could not be started: {error:#}"),
                }
            });
            post.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(killed)
        })?;
        note(&format!("{} e-mails after the last kill", mail.count()?));
        let last_kill = Instant::now();
        while missing(&mail, events)? > 0 && last_kill.elapsed() < TAKEN_OVER {
            pause(Duration::from_secs(1))?;
        }
        let mut ids = BTreeMap::<String, BTreeSet<String>>::new();
        for (subject, id) in mail.received()? {
            ids.entry(subject).or_default().insert(id);
        }
        let repeated = mail.count()? - ids.len();
        let renamed = ids.values().filter(|ids| ids.len() > 1).count();
        Ok(vec![
            Row::new("times a process was killed", precise(KILLS), Count),
            Row::new("events", precise(events), Count),
            Row::new("e-mails lost", precise(missing(&mail, events)?), Count),
            Row::new("e-mails repeated", precise(repeated), Count),
            Row::new("events with two `Message-ID`s", precise(renamed), Count),
        ])
    }
}

/// Posts until it is acknowledged: a lead is kept once per e-mail address.
fn post_lead(servers: [SocketAddr; 2], event: u64) -> Result<()> {
    let form = format!("nome=Persona+{event}&email=persona-{event}@example.com");
    for attempt in 0..1000_u64 {
        let server = servers[usize::from((event + attempt) % 2 == 1)];
        if request::post_lead(server, &form).is_ok_and(|response| response.status < 300) {
            return Ok(());
        }
        pause(Duration::from_millis(20))?;
    }
    bail!("no process accepts a lead")
}

fn missing(mail: &MailServer, events: u64) -> Result<usize> {
    let subjects: BTreeSet<String> = mail.received()?.into_iter().map(|(subject, _)| subject).collect();
    Ok((0..events).filter(|event| !subjects.contains(&format!("Nuovo lead: Persona {event}"))).count())
}
