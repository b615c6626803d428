//! Who of the members looks after a client.

use domain::id::{ClientId, MemberId};
use domain::{DomainError, Topic};

use crate::db::{Connection, row_lock};
use crate::{Fault, Result, Store};

impl Store {
    pub async fn assigned_members(&self, client: &ClientId) -> Result<Vec<MemberId>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(assigned(&mut connection, client).await?)
    }

    /// Makes `members` those who look after a client, of a form that showed those `before`: what others have changed since
    /// stays. Without `before` they replace all. Those that do not exist are left out.
    pub async fn assign_client(
        &self,
        client: &ClientId,
        before: Option<&[MemberId]>,
        members: &[MemberId],
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        if !row_lock::acquire(&mut tx, "client", client.as_str()).await? {
            return Err(DomainError::UnknownClient.into());
        }
        let members = changed(assigned(&mut tx, client).await?, before, members);
        let ids = known(&mut tx, &members).await?;
        tx.execute("UPDATE client SET assigned = $1 WHERE id = $2", (ids, client)).await?;
        Ok(tx.commit().await?)
    }

    /// Replaces the members who look after each of the clients that exist.
    pub async fn assign_clients(&self, clients: &[ClientId], members: &[MemberId]) -> Result<()> {
        let mut clients: Vec<&ClientId> = clients.iter().collect();
        // In one order, so that two that run at once do not wait for each other.
        clients.sort_unstable();
        let mut tx = self.db.write_topic(Topic::Client).await?;
        // Before the members are read: none of them is deleted meanwhile.
        for client in &clients {
            row_lock::acquire(&mut tx, "client", client.as_str()).await?;
        }
        let ids = known(&mut tx, members).await?;
        for client in clients {
            tx.execute("UPDATE client SET assigned = $1 WHERE id = $2", (&ids, client)).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Whether the lists of a member show only what they look after: their last choice.
    pub async fn assigned_filter(&self, member: &MemberId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM assigned_filter WHERE member_id = $1";
        Ok(self.db.readers().fetch_value::<i64>(sql, [member]).await? > 0)
    }

    pub async fn set_assigned_filter(&self, member: &MemberId, is_on: bool) -> Result<()> {
        let sql = if is_on {
            "INSERT INTO assigned_filter (member_id) SELECT id FROM member WHERE id = $1 ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM assigned_filter WHERE member_id = $1"
        };
        self.db.writers().execute(sql, [member]).await?;
        Ok(())
    }
}

/// The members that a form leaves: see [`Store::assign_client`].
pub(crate) fn changed(current: Vec<MemberId>, before: Option<&[MemberId]>, chosen: &[MemberId]) -> Vec<MemberId> {
    let Some(before) = before else { return chosen.to_vec() };
    let stays = |id: &MemberId| chosen.contains(id) || !before.contains(id);
    let added = chosen.iter().filter(|id| !before.contains(id)).cloned();
    current.into_iter().filter(stays).chain(added).collect()
}

/// The value of `assigned` for those of the members that exist.
pub(crate) async fn known(connection: &mut Connection, members: &[MemberId]) -> Result<serde_json::Value, Fault> {
    let known: Vec<MemberId> = connection.fetch_values("SELECT id FROM member", ()).await?;
    let mut ids: Vec<&str> = known.iter().filter(|id| members.contains(id)).map(MemberId::as_str).collect();
    // Not in the order of the database, because databases collate differently.
    ids.sort_unstable();
    Ok(ids.into())
}

pub(crate) async fn assigned(connection: &mut Connection, client: &ClientId) -> Result<Vec<MemberId>, Fault> {
    let sql = "SELECT assigned FROM client WHERE id = $1";
    ids(connection.fetch_optional_value(sql, [client]).await?)
}

/// The members in a value of `assigned`; none of a record that does not exist.
pub(crate) fn ids(json: Option<serde_json::Value>) -> Result<Vec<MemberId>, Fault> {
    serde_json::from_value(json.unwrap_or_else(|| serde_json::json!([])))
        .map_err(|_| Fault::because("assigned members are not ids"))
}

/// Whether the member with the id between quotation marks in `$1` looks after `client`. No id has a quotation mark, so it
/// is part of no other.
pub(crate) const IS_ASSIGNED: &str = "client.assigned <> REPLACE(client.assigned, $1, '')";

/// Whether the member with the id between quotation marks in `$1` looks after a lead, or nobody does yet: somebody has to
/// see it.
pub(crate) const IS_LEAD_OWN: &str = "(lead.assigned = '[]' OR lead.assigned <> REPLACE(lead.assigned, $1, ''))";

/// As [`IS_ASSIGNED`], of the client of the project with the id `project`.
pub(crate) fn is_project_assigned(project: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM project own JOIN client ON client.id = own.client_id \
         WHERE own.id = {project} AND {IS_ASSIGNED})"
    )
}

/// The value for [`IS_ASSIGNED`].
pub(crate) fn quoted(member: &MemberId) -> String {
    format!("\"{member}\"")
}
