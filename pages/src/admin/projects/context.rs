//! The query of a board, and the context that its components share.

use domain::Date;
use domain::id::{PhaseId, TaskId};
use domain::notifications::SkipReason;
use domain::projects::board::{Board, BoardItem, Deletion, Direction};

use super::ProjectPart;
use crate::admin::prelude::*;

/// `?edit=…`, `?add=…&full=1`, `?moved=…&way=…`, `?switched=…`, `?shown=…`, `?added=…`, `?warn=…`, `?delete=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BoardQuery {
    edit: String,
    add: String,
    full: String,
    moved: String,
    #[serde(rename = "way")]
    direction: String,
    switched: String,
    shown: String,
    added: Option<String>,
    warn: String,
    delete: String,
}

impl BoardQuery {
    /// The item to confirm deletion of.
    pub fn to_delete(&self) -> Option<BoardItem> {
        self.delete.parse().ok()
    }
}

/// The items of a board that are open or get the focus.
#[derive(Debug, Clone, Default)]
pub struct BoardFocus {
    /// The item whose form is open.
    pub edit: Option<BoardItem>,
    /// The task whose line for a new deliverable is open.
    pub add: Option<BoardItem>,
    /// Whether that is the whole form.
    pub is_full: bool,
    /// The item that was just moved: its button gets the focus.
    pub moved: Option<BoardItem>,
    /// The direction of that move, which selects the button.
    pub direction: Option<Direction>,
    /// The task whose status was just set: its button gets the focus.
    pub switched: Option<BoardItem>,
    /// The item that was just changed: the phase that contains it is expanded.
    pub shown: Option<BoardItem>,
    /// The list that an item was just added to: its input gets the focus.
    pub added: Option<String>,
    /// The deliverable that is not sent before its warning was read.
    pub warn: Option<BoardItem>,
}

impl From<BoardQuery> for BoardFocus {
    fn from(query: BoardQuery) -> Self {
        let item = |item: String| item.parse().ok();
        Self {
            edit: item(query.edit),
            add: item(query.add),
            is_full: !query.full.is_empty(),
            moved: item(query.moved),
            direction: query.direction.parse().ok(),
            switched: item(query.switched),
            shown: item(query.shown),
            added: query.added,
            warn: item(query.warn),
        }
    }
}

/// The context of every component of a board.
#[derive(Debug, Clone)]
pub struct BoardContext {
    pub project: String,
    pub client: String,
    pub client_name: String,
    /// The full address of the client's portal.
    pub portal: String,
    /// Why nothing tells the client of a deliverable to approve, if nothing does.
    pub unreached: Option<SkipReason>,
    /// Ids and names of the phases, in order.
    pub phases: Vec<(PhaseId, String)>,
    /// The open and focused items.
    pub focus: BoardFocus,
    pub deletion: Option<Deletion>,
    /// Where to say what a deliverable is: the first task, while none has one.
    pub explained_at: Option<TaskId>,
    pub admin: AdminView,
}

impl BoardContext {
    pub fn address(&self) -> Address {
        ProjectPart::Plan.address(&self.project)
    }

    /// The board with the form of `item` open.
    pub fn edit(&self, item: &BoardItem) -> String {
        self.address().with("edit", &item.to_string()).with_fragment(&format!("edit-{item}"))
    }

    /// The board with the line for a new deliverable of `task`; the fragment moves the focus to it.
    pub fn add_deliverable(&self, item: &BoardItem, task: &TaskId) -> String {
        let field = field_id(&format!("add-deliverable-{task}"), "title");
        self.address().with("add", &item.to_string()).with_fragment(&field)
    }

    /// The board with the confirmation to delete `item`.
    pub fn delete(&self, item: &BoardItem) -> String {
        self.address().with("delete", &item.to_string()).with_fragment("delete")
    }

    /// The board scrolled to `item`.
    pub fn back_to(&self, item: &BoardItem) -> String {
        self.address().with("shown", &item.to_string()).with_fragment(&item.to_string())
    }

    /// Whether the form of `item` is open.
    pub fn is_editing(&self, item: &BoardItem) -> bool {
        self.focus.edit.as_ref() == Some(item)
    }

    /// The deletion of `item`, if it is to be confirmed.
    pub fn deletion_of(&self, item: &BoardItem) -> Option<Deletion> {
        self.deletion.clone().filter(|deletion| deletion.item == *item)
    }

    /// Whether the address names this item, so that its phase is expanded.
    pub fn is_about(&self, item: &BoardItem) -> bool {
        let focus = &self.focus;
        let named = [&focus.edit, &focus.add, &focus.moved, &focus.switched, &focus.shown, &focus.warn];
        named.into_iter().flatten().any(|one| one == item) || self.deletion_of(item).is_some()
    }

    /// Whether a due date is before today.
    pub fn is_late(&self, due_on: Date) -> bool {
        due_on < dates::today(self.admin.now)
    }

    /// Whether the form `name` was just refused.
    pub fn is_refused(&self, name: &str) -> bool {
        self.admin.unsaved.as_ref().is_some_and(|unsaved| unsaved.name == name)
    }

    /// [`BoardContext::explained_at`]
    pub fn to_explain_at(board: &Board) -> Option<TaskId> {
        let mut tasks = board.phases.iter().flat_map(|phase| &phase.tasks);
        let first = tasks.clone().next()?.task.id.clone();
        tasks.all(|one| one.deliverables.is_empty()).then_some(first)
    }

    /// Whether the board has a form `name`.
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
