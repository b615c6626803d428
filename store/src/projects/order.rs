//! The order of phases in a project, and of tasks in a phase.

use domain::id::{PhaseId, ProjectId};

use crate::Fault;
use crate::db::Tx;

/// What is ordered.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Phase,
    Task,
}

/// The phases of a project in order: id and position.
pub(super) async fn phases(tx: &mut Tx, project: &ProjectId) -> Result<Vec<(String, i64)>, Fault> {
    sorted(tx, "SELECT id, position FROM phase WHERE project_id = $1", project.as_str()).await
}

/// The tasks of a phase in order: id and position.
pub(super) async fn tasks(tx: &mut Tx, phase: &PhaseId) -> Result<Vec<(String, i64)>, Fault> {
    sorted(tx, "SELECT id, position FROM task WHERE phase_id = $1", phase.as_str()).await
}

async fn sorted(tx: &mut Tx, select: &'static str, parent: &str) -> Result<Vec<(String, i64)>, Fault> {
    let mut rows: Vec<(String, i64)> = tx.fetch_all(select, [parent]).await?;
    // Sorted here: the databases collate ids differently, and imported positions may be equal.
    rows.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    Ok(rows)
}

/// The position after the last of `rows`.
pub(super) fn after(rows: &[(String, i64)]) -> i64 {
    rows.last().map_or(0, |(_, position)| position.saturating_add(1))
}

/// Numbers `ids` from 0 on.
pub(super) async fn number(tx: &mut Tx, kind: Kind, ids: &[String]) -> Result<(), Fault> {
    let update = match kind {
        Kind::Phase => "UPDATE phase SET position = $2 WHERE id = $1 AND position <> $2",
        Kind::Task => "UPDATE task SET position = $2 WHERE id = $1 AND position <> $2",
    };
    for (position, id) in (0_i64..).zip(ids) {
        tx.execute(update, (id, position)).await?;
    }
    Ok(())
}

/// The ids of `rows` with `id` moved before `before`, or to the end; `None` when `before` is not among them.
pub(super) fn placed(rows: Vec<(String, i64)>, id: &str, before: Option<&str>) -> Option<Vec<String>> {
    let mut ids: Vec<String> = rows.into_iter().map(|(one, _)| one).filter(|one| one != id).collect();
    let index = match before {
        None => ids.len(),
        Some(before) => ids.iter().position(|one| one == before)?,
    };
    ids.insert(index, id.to_owned());
    Some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed_in(ids: &[&str], id: &str, before: Option<&str>) -> Option<String> {
        let rows = (0..).zip(ids).map(|(position, id)| ((*id).to_owned(), position)).collect();
        placed(rows, id, before).map(|ids| ids.join(""))
    }

    #[test]
    fn item_is_placed_before_another_or_last() {
        assert_eq!(placed_in(&["a", "b", "c"], "c", Some("a")).as_deref(), Some("cab"));
        assert_eq!(placed_in(&["a", "b", "c"], "a", Some("c")).as_deref(), Some("bac"));
        assert_eq!(placed_in(&["a", "b", "c"], "a", None).as_deref(), Some("bca"));
        assert_eq!(placed_in(&["a", "b"], "x", Some("b")).as_deref(), Some("axb"));
        assert_eq!(placed_in(&[], "x", None).as_deref(), Some("x"));
    }

    #[test]
    fn placing_before_unknown_item_returns_none() {
        assert_eq!(placed_in(&["a", "b"], "a", Some("x")), None);
        assert_eq!(placed_in(&["a", "b"], "a", Some("a")), None);
    }

    #[test]
    fn added_item_gets_last_position() {
        assert_eq!(after(&[]), 0);
        assert_eq!(after(&[("a".to_owned(), 3), ("b".to_owned(), 7)]), 8);
    }
}
