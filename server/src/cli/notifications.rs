//! `atrio notifications` and `atrio notifications retry`. Prints ids and reasons, no address and no text.

use std::io::Write as _;
use std::sync::Arc;

use clap::Subcommand;
use domain::id::ClientId;
use domain::notifications::{NotificationLine, NotificationQueue};
use store::{Store, SystemClock};

use super::{CliError, database, print_line};
use crate::config::Environment;

#[derive(Debug, Subcommand)]
pub(super) enum NotificationsCommand {
    /// Queue again what has failed, and print how many
    Retry,
}

pub(super) async fn run(environment: &Environment, command: Option<NotificationsCommand>) -> Result<(), CliError> {
    match command {
        None => print(environment).await,
        Some(NotificationsCommand::Retry) => retry(environment).await,
    }
}

async fn print(environment: &Environment) -> Result<(), CliError> {
    let store = database::open_to_read(environment).await?;
    let queue = store.notification_queue().await?;
    store.close().await;
    write!(std::io::stdout().lock(), "{}", written(&queue)).map_err(CliError::file("standard output"))
}

/// Sent by `serve`, which looks every second.
async fn retry(environment: &Environment) -> Result<(), CliError> {
    let url = database::existing(environment)?;
    let store = Store::connect(&url, Arc::new(SystemClock)).await?;
    let queued = store.retry_failed_notifications().await?;
    store.close().await;
    print_line(format_args!("queued {queued}"))
}

fn written(queue: &NotificationQueue) -> String {
    let counts: Vec<_> = queue.counts.iter().map(|(state, count)| format!("{state} {count}")).collect();
    let mut lines = vec![counts.join(", ")];
    if !queue.unsent.is_empty() {
        lines.push("due\tstate\tmedium\trecipient\tthread\tattempts\treason".to_owned());
    }
    lines.extend(queue.unsent.iter().map(line));
    lines.join("\n") + "\n"
}

fn line(line: &NotificationLine) -> String {
    let NotificationLine { due_at, state, medium, recipient, topic, attempts, reason, .. } = line;
    let recipient = recipient.client().map_or("admin", ClientId::as_str);
    let reason = reason.as_deref().unwrap_or("-");
    format!("{due_at}\t{state}\t{medium}\t{recipient}\t{topic}\t{attempts}\t{reason}")
}
