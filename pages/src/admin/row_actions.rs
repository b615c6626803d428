//! What can be done in a row of what is late or unpaid.

use domain::overview::AgendaKind;
use domain::projects::board::Switch;
use domain::{TaskStatus, Timestamp};

use crate::admin::prelude::*;
use crate::admin::project_records::payments::MarkPaid;
use crate::admin::projects::actions::SetTaskStatus;

/// The list that an action in a row returns to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    Today,
    Overdue,
    Payments,
}

impl Back {
    const ALL: [Self; 3] = [Self::Today, Self::Overdue, Self::Payments];

    const fn code(self) -> &'static str {
        match self {
            Self::Today => "today",
            Self::Overdue => "overdue",
            Self::Payments => "payments",
        }
    }

    /// The list with this code, else `otherwise`.
    pub fn address(code: Option<&str>, otherwise: Address) -> Address {
        match Self::ALL.into_iter().find(|back| Some(back.code()) == code) {
            Some(Self::Today) => address::today(),
            Some(Self::Overdue) => address::agenda().with("show", "overdue"),
            Some(Self::Payments) => address::payments(),
            None => otherwise,
        }
    }
}

/// What moves the row on; it has one such button.
const MAIN: &str = "button button--quiet button--small";
/// What else can be done with it.
const OTHER: &str = "act";

/// A button that sends these fields, and is named after the row.
fn act_button(
    class: &'static str,
    action: &'static str,
    fields: Vec<(&'static str, String)>,
    back: Back,
    (label, of): (&'static str, &str),
) -> impl IntoView + use<> {
    let name = format!("{label}: {of}");
    let field = |(name, value)| view! { <input type="hidden" name=name value=value/> };
    view! {
        <form method="post" action=action>
            {fields.into_iter().map(field).collect_view()}
            <input type="hidden" name="back" value=back.code()/>
            <button class=class aria-label=name>{label}</button>
        </form>
    }
}

/// Marks a payment as paid today.
#[component]
pub fn PayButton(project: String, id: String, label: String, back: Back, admin: AdminView) -> impl IntoView {
    let today = dates::today(admin.now).to_string();
    let fields = vec![("project", project), ("id", id), ("form[paid_on]", today)];
    act_button(MAIN, MarkPaid::PATH, fields, back, (admin.i18n.payment_mark(), &label))
}

#[component]
pub fn TaskDoneButton(
    project: String,
    id: String,
    title: String,
    status: TaskStatus,
    back: Back,
    i18n: I18n,
) -> impl IntoView {
    let fields = vec![("project", project), ("set", Switch::of(&id, status, TaskStatus::Done).to_string())];
    act_button(MAIN, SetTaskStatus::PATH, fields, back, (i18n.mark_done(), &title))
}

/// Reminds the client of a payment or a deliverable, once on a day; says when that was done last, or that they get none.
#[component]
pub fn RemindButton(
    kind: AgendaKind,
    id: String,
    title: String,
    reminded_at: Option<Timestamp>,
    can_remind: bool,
    back: Back,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let is_done = reminded_at.is_some_and(|at| dates::today(at) == dates::today(admin.now));
    let last = reminded_at.map(|at| view! { <span>{i18n.reminded()} " " <Ago at admin=admin.clone()/></span> });
    let none = (!can_remind && last.is_none()).then(|| view! { <span>{i18n.cannot_remind()}</span> });
    let button = (can_remind && !is_done).then(|| {
        let class = if kind == AgendaKind::Payment { OTHER } else { MAIN };
        let fields = vec![("kind", kind.to_string()), ("id", id)];
        act_button(class, RemindClient::PATH, fields, back, (i18n.remind(), &title))
    });
    view! { {last} {none} {button} }
}

/// Queues a reminder to the client.
#[server(prefix = "/rpc/admin", endpoint = "remind_client")]
pub async fn remind_client(kind: String, id: String, back: Option<String>) -> Result<(), AppError> {
    let list = Back::address(back.as_deref(), address::today());
    act(list.clone(), async {
        let kind = kind.parse().map_err(|_| AppError::Garbled)?;
        store().remind_client(kind, &id).await?;
        Ok(list.done(Done::Reminded).into_string())
    })
    .await
}
