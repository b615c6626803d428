//! Checks that e-mails of leads and members and keys of settings are unique.

use domain::EmailAddress;

use super::ImportError;
use super::lookup::Lookup;
use crate::tables::{LeadImport, MemberImport, SettingImport};
use crate::transfer::demo::ANY_RECORD;

/// There is one lead per e-mail (docs/REFERENCE.md#ingest).
pub(super) async fn check_emails(records: &[LeadImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let emails = records.iter().enumerate();
    let emails = emails.filter_map(|(index, lead)| Some((index, lead.email.as_ref().map(EmailAddress::as_str)?)));
    lookup.unused("leads", "email", "SELECT email FROM lead WHERE email IN", emails).await
}

/// There is one member per e-mail.
pub(super) async fn check_member_emails(records: &[MemberImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let emails = records.iter().enumerate().map(|(index, member)| (index, member.email.as_str()));
    lookup.unused("members", "email", "SELECT email FROM member WHERE email IN", emails).await
}

/// There is one value per setting. Those of a database without records, such as the language of `atrio init`, are replaced.
pub(super) async fn check_settings(records: &[SettingImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let any: Option<String> = lookup.tx.fetch_optional_value(ANY_RECORD, ()).await?;
    for setting in records.iter().filter(|_| any.is_none()) {
        lookup.tx.execute("DELETE FROM setting WHERE key = $1", [setting.key.0.as_str()]).await?;
    }
    let keys = records.iter().enumerate().map(|(index, setting)| (index, setting.key.0.as_str()));
    lookup.unused("settings", "key", "SELECT key FROM setting WHERE key IN", keys).await
}
