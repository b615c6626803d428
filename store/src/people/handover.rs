//! What a member who leaves was still to be told.

use domain::id::MemberId;

use crate::Fault;
use crate::db::Tx;

/// Tells the environment's account what waits for the member about clients and for nobody else: whoever is left has to
/// know. Of other things the account is told anyway.
pub(super) async fn hand_over_notifications(tx: &mut Tx, member: &MemberId) -> Result<(), Fault> {
    let sql = "UPDATE notification SET member_id = NULL WHERE member_id = $1 AND client_id IS NOT NULL \
         AND medium = 'email' AND state = 'waiting' AND is_fixed = 0 AND NOT EXISTS (\
           SELECT 1 FROM notification other WHERE other.recipient = notification.recipient \
           AND other.thread = notification.thread AND other.medium = notification.medium \
           AND other.id <> notification.id AND other.state IN ('waiting', 'sending') \
           AND (other.member_id IS NULL OR other.member_id IN (SELECT id FROM member WHERE disabled_at IS NULL)))";
    tx.execute(sql, [member]).await?;
    Ok(())
}
