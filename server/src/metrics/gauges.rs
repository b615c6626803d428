//! What is read when a monitor asks.

use std::sync::LazyLock;

use domain::{Timestamp, leads::source::SourceTrouble};
use prometheus::{IntGauge, IntGaugeVec, register_int_gauge, register_int_gauge_vec};
use store::{Figures, Store};

use super::VALID;

static NOTIFICATIONS: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    let help = "Notifications that are not sent yet or never were.";
    register_int_gauge_vec!("atrio_notifications", help, &["medium", "state"]).expect(VALID)
});
static OLDEST_DUE: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    let help = "For how long the oldest notification that waits has been due.";
    register_int_gauge_vec!("atrio_notifications_oldest_due_seconds", help, &["medium"]).expect(VALID)
});
static SOURCES: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    let help = "Sources of leads that have become silent, or whose deliveries fail or are refused.";
    register_int_gauge_vec!("atrio_lead_sources_in_trouble", help, &["trouble"]).expect(VALID)
});
static DATABASE_SIZE: LazyLock<IntGauge> =
    LazyLock::new(|| register_int_gauge!("atrio_database_size_bytes", "The size of the database.").expect(VALID));
static FREE_SPACE: LazyLock<IntGauge> = LazyLock::new(|| {
    register_int_gauge!("atrio_disk_free_bytes", "The free space of the disk with the SQLite database.").expect(VALID)
});
static CONNECTIONS: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    let help = "Connections to the database.";
    register_int_gauge_vec!("atrio_database_connections", help, &["pool", "state"]).expect(VALID)
});
static DATABASE_UP: LazyLock<IntGauge> =
    LazyLock::new(|| register_int_gauge!("atrio_database_up", "Whether the database answers.").expect(VALID));
static BUILD: LazyLock<IntGaugeVec> =
    LazyLock::new(|| register_int_gauge_vec!("atrio_build_info", "This program.", &["version"]).expect(VALID));

/// Sets every gauge. While the database does not answer, those that are read from it keep their values.
pub(super) async fn refresh(store: &Store, version: &str) {
    BUILD.with_label_values(&[version]).set(1);
    match store.figures().await {
        Ok(figures) => {
            DATABASE_UP.set(1);
            show(&figures, store.clock().now());
        }
        Err(error) => {
            DATABASE_UP.set(0);
            tracing::warn!(%error, "the figures for a monitor could not be read");
        }
    }
}

fn show(figures: &Figures, now: Timestamp) {
    NOTIFICATIONS.reset();
    OLDEST_DUE.reset();
    for queued in &figures.notifications {
        let (medium, state) = (queued.medium.as_str(), queued.state.as_str());
        NOTIFICATIONS.with_label_values(&[medium, state]).set(queued.count);
        if queued.state == domain::notifications::NotificationState::Waiting {
            let late = now.as_millis().saturating_sub(queued.oldest_due.as_millis()).max(0) / 1_000;
            OLDEST_DUE.with_label_values(&[medium]).set(late);
        }
    }
    for trouble in SourceTrouble::ALL {
        let count = figures.troubled_sources.iter().filter(|other| *other == trouble).count();
        SOURCES.with_label_values(&[trouble.as_str()]).set(number(count));
    }
    DATABASE_SIZE.set(figures.database_size);
    if let Some(free) = figures.free_space {
        FREE_SPACE.set(number(free));
    }
    for pool in &figures.connections {
        CONNECTIONS.with_label_values(&[pool.pool, "used"]).set(number(pool.used));
        CONNECTIONS.with_label_values(&[pool.pool, "idle"]).set(number(pool.idle));
    }
}

fn number(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}
