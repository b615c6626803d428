//! What the address of a board asks for, and where the board is.

use app::dates;
use domain::Date;
use domain::id::PhaseId;
use domain::projects::board::{Board, BoardItem, Deletion, Way};
use serde::Deserialize;

use super::ProjectPart;
use crate::address::Address;
use crate::admin::AdminView;

/// `?edit=…`, `?add=…`, `?moved=…&way=…`, `?switched=…`, `?shown=…`, `?added=…`, `?delete=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BoardQuery {
    edit: String,
    add: String,
    moved: String,
    way: String,
    switched: String,
    shown: String,
    added: Option<String>,
    delete: String,
}

impl BoardQuery {
    /// What is about to be deleted.
    pub fn to_delete(&self) -> Option<BoardItem> {
        self.delete.parse().ok()
    }
}

/// What of a board is open, or gets the focus.
#[derive(Debug, Clone, Default)]
pub struct BoardFocus {
    /// What is to be edited, in place.
    pub edit: Option<BoardItem>,
    /// The task a deliverable is to be added to.
    pub add: Option<BoardItem>,
    /// What has just been moved: its button gets the focus.
    pub moved: Option<BoardItem>,
    /// Which of its buttons.
    pub direction: Option<Way>,
    /// The task that has just been switched: its button gets the focus.
    pub switched: Option<BoardItem>,
    /// What has just been changed: it is shown, whatever it stands in.
    pub shown: Option<BoardItem>,
    /// Where something has just been added: the box there gets the focus.
    pub added: Option<String>,
}

impl From<BoardQuery> for BoardFocus {
    fn from(query: BoardQuery) -> Self {
        let item = |item: String| item.parse().ok();
        Self {
            edit: item(query.edit),
            add: item(query.add),
            moved: item(query.moved),
            direction: query.way.parse().ok(),
            switched: item(query.switched),
            shown: item(query.shown),
            added: query.added,
        }
    }
}

/// What every part of a board is rendered with.
#[derive(Debug, Clone)]
pub struct BoardContext {
    /// The project's id.
    pub project: String,
    /// Its client's id.
    pub client: String,
    /// Ids and names of its phases, in order.
    pub phases: Vec<(PhaseId, String)>,
    /// What the address asks for.
    pub focus: BoardFocus,
    /// What is about to be deleted.
    pub deletion: Option<Deletion>,
    pub admin: AdminView,
}

impl BoardContext {
    /// The board's address.
    pub fn address(&self) -> Address {
        ProjectPart::Plan.address(&self.project)
    }

    /// The board with the form of `item` open.
    pub fn edit(&self, item: &BoardItem) -> String {
        self.address().with("edit", &item.to_string()).at(&format!("edit-{item}"))
    }

    /// The board asking whether to delete `item`.
    pub fn delete(&self, item: &BoardItem) -> String {
        self.address().with("delete", &item.to_string()).at("delete")
    }

    /// The board at the place of `item`.
    pub fn back_to(&self, item: &BoardItem) -> String {
        self.address().with("shown", &item.to_string()).at(&item.to_string())
    }

    /// Whether the form of `item` is open.
    pub fn is_editing(&self, item: &BoardItem) -> bool {
        self.focus.edit.as_ref() == Some(item)
    }

    /// What goes with `item`, if it is about to be deleted.
    pub fn deletion_of(&self, item: &BoardItem) -> Option<Deletion> {
        self.deletion.clone().filter(|deletion| deletion.item == *item)
    }

    /// Whether the page that is rendered is about this very thing: then it is shown, open.
    pub fn is_about(&self, item: &BoardItem) -> bool {
        let focus = &self.focus;
        let named = [&focus.edit, &focus.add, &focus.moved, &focus.switched, &focus.shown];
        named.into_iter().flatten().any(|one| one == item) || self.deletion_of(item).is_some()
    }

    /// Whether a day has passed.
    pub fn is_late(&self, due_on: Date) -> bool {
        due_on < dates::today(self.admin.now)
    }

    /// The form called `name` was refused and is shown again.
    pub fn is_refused(&self, name: &str) -> bool {
        self.admin.unsaved.as_ref().is_some_and(|unsaved| unsaved.name == name)
    }

    /// The names of the forms that can stand on this board.
    pub fn has_form(board: &Board, name: &str) -> bool {
        let tasks = || board.phases.iter().flat_map(|phase| &phase.tasks);
        let deliverables = || tasks().flat_map(|task| &task.deliverables);
        ["add-phase", "edit-project"].contains(&name)
            || board.phases.iter().any(|one| {
                let id = &one.phase.id;
                name == format!("add-task-{id}") || name == format!("edit-phase-{id}")
            })
            || tasks().any(|one| {
                let id = &one.task.id;
                name == format!("add-deliverable-{id}") || name == format!("edit-task-{id}")
            })
            || deliverables().any(|one| {
                let open = one.deliverable.approved_at.is_none();
                open && name == format!("edit-deliverable-{}", one.deliverable.id)
            })
    }
}
