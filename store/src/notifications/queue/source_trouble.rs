//! Queueing sources of leads that have become silent or failing.

use domain::Timestamp;
use domain::id::SourceId;
use domain::leads::source::SourceTrouble;
use domain::notifications::{Audience, NotificationTopic};

use crate::db::Tx;
use crate::db::rows::stored;
use crate::leads::sources::source_line;
use crate::{Fault, Result, Store};

impl Store {
    /// Queues an e-mail to the agency for each source that has become silent or failing, once until it has recovered.
    /// Several processes may do so at the same time.
    pub async fn queue_source_trouble(&self) -> Result<()> {
        if self.notification_settings().is_none() {
            return Ok(());
        }
        let sql = "SELECT id, notified_trouble FROM lead_source WHERE notified_trouble IS NOT NULL";
        let notified: Vec<(String, String)> = self.db.readers().fetch_all(sql, ()).await?;
        for line in self.lead_sources().await? {
            let id = line.source.id;
            let notified =
                notified.iter().find(|(notified, _)| notified == id.as_str()).map(|(_, trouble)| trouble.as_str());
            let trouble = match line.trouble {
                // Neither a recovery nor something an e-mail is about: anybody can send a wrong signature.
                Some(trouble) if trouble.is_refusal() => continue,
                trouble => trouble.map(SourceTrouble::as_str),
            };
            if trouble != notified {
                self.change_notified_trouble(&id, notified, trouble).await?;
            }
        }
        Ok(())
    }

    /// Does nothing if another process has done so.
    async fn change_notified_trouble(
        &self,
        id: &SourceId,
        notified: Option<&str>,
        trouble: Option<&str>,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        let sql = "UPDATE lead_source SET notified_trouble = $2 WHERE id = $1 AND COALESCE(notified_trouble, '') = $3";
        let changed = tx.execute(sql, (&id, trouble, notified.unwrap_or_default())).await?;
        if changed == 1 && trouble.is_some() {
            let topic = NotificationTopic::Source(id.clone());
            self.enqueue(&mut tx, &Audience::of_agency(&topic), &topic, self.clock.now()).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The agency is not notified of the trouble that imported sources have.
pub(crate) async fn mark_notified(tx: &mut Tx, sources: &[String], now: Timestamp) -> Result<(), Fault> {
    for id in sources {
        let line = source_line(tx, &stored(id.clone())?, now).await?;
        if let Some(trouble @ (SourceTrouble::Failing | SourceTrouble::Silent)) = line.and_then(|line| line.trouble) {
            tx.execute("UPDATE lead_source SET notified_trouble = $2 WHERE id = $1", (id, &trouble)).await?;
        }
    }
    Ok(())
}
