//! The members of the agency: who they are, and what an owner changes of them.

use domain::audit::{Action, Actor};
use domain::id::MemberId;
use domain::notifications::{Frequency, Recipient};
use domain::{AccountDraft, DomainError, Member, MemberDraft, MemberKey, MemberLine, Problem, Problems, Role};

use super::assigned::quoted;
use super::handover::hand_over_notifications;
use super::passwords::issue_key;
use crate::auth::push_devices::remove_devices;
use crate::auth::sessions::end_sessions_of_member;
use crate::db::column::read as column;
use crate::db::query::FromRow;
use crate::db::{Connection, Tx, row_lock};
use crate::tables::Record as _;
use crate::{Fault, Result, Store, audit, form_version, secrets, tables};

impl Store {
    /// All of them, in the order they were added.
    pub async fn members(&self) -> Result<Vec<Member>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(tables::select(&mut connection, "member ORDER BY member.created_at, member.id", ()).await?)
    }

    /// As [`Store::members`], with what their list says of each.
    pub async fn member_lines(&self) -> Result<Vec<MemberLine>> {
        let sql = format!(
            "SELECT {}, last_visit_at, \
             (SELECT expires_at FROM member_key WHERE member_id = member.id AND kind = 'join') AS invited_until, \
             (SELECT COUNT(*) FROM second_factor WHERE member_id = member.id AND confirmed_at IS NOT NULL) AS factors, \
             (SELECT COUNT(*) FROM client WHERE assigned <> REPLACE(assigned, '\"' || member.id || '\"', '')) AS clients \
             FROM member ORDER BY member.created_at, member.id",
            Member::COLUMNS
        );
        Ok(self.db.readers().fetch_all(sqlx::AssertSqlSafe(sql), ()).await?)
    }

    pub async fn member(&self, id: &MemberId) -> Result<Option<Member>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(read(&mut connection, id).await?)
    }

    /// `email` is trimmed and in lower case.
    pub async fn member_by_email(&self, email: &str) -> Result<Option<Member>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(tables::select_one(&mut connection, "member WHERE member.email = $1", [email]).await?)
    }

    /// Adds a member, who sets a password at `/admin/join/{key}`; returns the key.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`]: another member has the e-mail.
    pub async fn add_member(&self, by: &Actor, draft: &MemberDraft) -> Result<(Member, String)> {
        let now = self.clock.now();
        let member = Member {
            id: MemberId::parse(secrets::id()).map_err(|_| Fault::because("a UUID is no id"))?,
            name: draft.name.clone(),
            email: draft.email.clone(),
            role: draft.role,
            language: None,
            notify: Frequency::default(),
            password_hash: None,
            created_at: now,
            disabled_at: None,
        };
        let mut tx = self.db.write().await?;
        if !tables::insert(&mut tx, &member).await? {
            tx.rollback().await?;
            return Err(Problems::one("email", Problem::Taken).into());
        }
        let key = issue_key(&mut tx, &member.id, MemberKey::Join, now).await?;
        audit::record(&mut tx, by, Action::MemberInvited, member.id.as_str(), &member.name, now).await?;
        tx.commit().await?;
        Ok((member, key))
    }

    /// # Errors
    /// [`DomainError::NotAllowed`] for the member's own role, [`DomainError::UnknownRecord`], or a fault.
    pub async fn set_member_role(&self, by: &Actor, id: &MemberId, role: Role) -> Result<()> {
        let mut tx = self.db.write().await?;
        let member = lock_other(&mut tx, by, id).await?;
        if member.role != role {
            tx.execute("UPDATE member SET role = $1 WHERE id = $2", (role, id)).await?;
            audit::record(&mut tx, by, Action::MemberRoleChanged, id.as_str(), &member.name, self.clock.now()).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Signs a member out everywhere until they are enabled again.
    ///
    /// # Errors
    /// As [`Store::set_member_role`].
    pub async fn set_member_disabled(&self, by: &Actor, id: &MemberId, is_disabled: bool) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let member = lock_other(&mut tx, by, id).await?;
        if member.disabled_at.is_some() != is_disabled {
            let action = if is_disabled { Action::MemberDisabled } else { Action::MemberEnabled };
            audit::record(&mut tx, by, action, id.as_str(), &member.name, now).await?;
            tx.execute("UPDATE member SET disabled_at = $1 WHERE id = $2", (is_disabled.then_some(now), id)).await?;
            if is_disabled {
                hand_over_notifications(&mut tx, id).await?;
                remove_devices(&mut tx, &Recipient::Member(id.clone())).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// The version of a member's form of their own account.
    pub fn account_version(&self, member: &Member) -> Result<String> {
        Ok(form_version::of(&AccountDraft::from(member))?)
    }

    /// Saves the form of a member's own account, if it was filled from the current version.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`]: another member has the e-mail.
    pub async fn save_account(&self, id: &MemberId, draft: &AccountDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["member"]).await?;
        let member = lock(&mut tx, id).await?;
        form_version::check_draft(&AccountDraft::from(&member), draft, seen)?;
        let sql = "SELECT id FROM member WHERE email = $1 AND id <> $2";
        let taken: Option<MemberId> = tx.fetch_optional_value(sql, (&draft.email, id)).await?;
        if taken.is_some() {
            return Err(Problems::one("email", Problem::Taken).into());
        }
        let AccountDraft { name, email, language } = draft.clone();
        tables::update(&mut tx, &Member { name, email, language, ..member }).await?;
        Ok(tx.commit().await?)
    }

    /// What they wrote keeps their name.
    ///
    /// # Errors
    /// As [`Store::set_member_role`].
    pub async fn delete_member(&self, by: &Actor, id: &MemberId) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["client", "lead"]).await?;
        let member = lock_other(&mut tx, by, id).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::MemberDeleted, id.as_str(), &member.name, now).await?;
        end_sessions_of_member(&mut tx, id, now).await?;
        unassign(&mut tx, id).await?;
        hand_over_notifications(&mut tx, id).await?;
        tx.execute("DELETE FROM member WHERE id = $1", [id]).await?;
        Ok(tx.commit().await?)
    }
}

impl FromRow for MemberLine {
    fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, Fault> {
        Ok(Self {
            member: Member::from_row(row)?,
            has_second_factor: column::<i64>(row, "factors")? > 0,
            last_visit: column(row, "last_visit_at")?,
            invited_until: column(row, "invited_until")?,
            clients: column(row, "clients")?,
        })
    }
}

pub(super) async fn read(connection: &mut Connection, id: &MemberId) -> Result<Option<Member>, Fault> {
    tables::select_one(connection, "member WHERE member.id = $1", [id]).await
}

/// As [`lock`], of somebody else: the agency never loses its last owner, and a session never ends by a slip of its own.
///
/// # Errors
/// [`DomainError::NotAllowed`] if it is `by`.
async fn lock_other(tx: &mut Tx, by: &Actor, id: &MemberId) -> Result<Member> {
    if matches!(by, Actor::Member(own, _) if own == id) {
        return Err(DomainError::NotAllowed.into());
    }
    lock(tx, id).await
}

/// Locks the row of the member until `tx` ends and returns the member.
pub(super) async fn lock(tx: &mut Tx, id: &MemberId) -> Result<Member> {
    row_lock::acquire(tx, "member", id.as_str()).await?;
    Ok(read(tx, id).await?.ok_or(DomainError::UnknownRecord)?)
}

/// The member looks after no client and no lead any more. The caller has excluded other writers of both.
async fn unassign(tx: &mut Tx, id: &MemberId) -> Result<(), Fault> {
    let quoted = quoted(id);
    for part in [format!("{quoted},"), format!(",{quoted}"), quoted] {
        for sql in [
            "UPDATE client SET assigned = REPLACE(assigned, $1, '') WHERE assigned <> REPLACE(assigned, $1, '')",
            "UPDATE lead SET assigned = REPLACE(assigned, $1, '') WHERE assigned <> REPLACE(assigned, $1, '')",
        ] {
            tx.execute(sql, [&part]).await?;
        }
    }
    Ok(())
}
