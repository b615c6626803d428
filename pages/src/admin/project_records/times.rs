//! The time spent on a project.

use app::dates;
use domain::projects::project_records::{MonthTotal, TaskChoice, TimeSheet};
use domain::{Cursor, TimeEntry, minutes};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::record::{
    DeleteRecord, OpenRecord, RecordRef, RecordsHead, RecordsQuery, form_address, record_link, short_label,
};
use super::time_charts::HoursAgainstQuote;
use super::time_form::{AddTimeForm, EditTimeForm};
use super::timer::TimerPanel;
use crate::admin::project_records::actions::DeleteTimeEntry;
use crate::admin::projects::ProjectPart;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::MoreLink;

/// `GET /admin/projects/{project}/times`
pub async fn page(
    Path(project): Path<String>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let confirm_discard = query.confirm_discard();
    let opened = OpenRecord::new(project, query);
    let open = opened.record();
    let TimeSheet { folder, entries, months, tasks, timer } =
        request.store.time_sheet(&opened.project, opened.after.as_ref(), open.as_deref()).await?;
    let quote = request.store.quote_cents(&folder.id).await?;
    let new_id = store::new_id();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.part_times(), folder.name);
        let find = |id: &Option<String>| {
            entries.items.iter().find(|item| Some(item.record.id.as_str()) == id.as_deref()).cloned()
        };
        let (edited, to_delete) = (find(&opened.edit), find(&opened.delete));
        let add_form_name = opened.add_form_name("time", |_| edited.is_some());
        let project = opened.project.clone();
        let list = ProjectPart::Times.address(&project);
        let record = RecordRef::new(ProjectPart::Times, &project, &new_id);
        let is_later = opened.after.is_some();
        let records: Vec<TimeEntry> = entries.items.into_iter().map(|item| item.record).collect();
        let body = view! {
            <RecordsHead folder part=ProjectPart::Times i18n/>
            <div class="time-top">
                <TimerPanel
                    timer
                    project
                    new_id
                    tasks=tasks.clone()
                    confirm_discard
                    admin=admin.clone()
                />
                <Months months=months.clone() i18n/>
            </div>
            <HoursAgainstQuote project=opened.project.clone() months quote i18n/>
            {edited.map(|item| view! { <EditTimeForm item tasks=tasks.clone() admin=admin.clone()/> })}
            {to_delete.map(|item| view! { <DeleteTime entry=item.record i18n/> })}
            <AddTimeForm record name=add_form_name tasks=tasks.clone() admin=admin.clone()/>
            <TimeTable entries=records tasks after=opened.after.clone() i18n/>
            <MoreLink list next=entries.next is_later i18n/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

#[component]
fn Months(months: Vec<MonthTotal>, i18n: I18n) -> impl IntoView {
    if months.is_empty() {
        return None;
    }
    let total = minutes::sum(months.iter().map(|month| month.minutes));
    let entries: i64 = months.iter().map(|month| month.entries).sum();
    let row = |month: MonthTotal| {
        view! {
            <tr>
                <th scope="row">{dates::month(month.month, i18n.0)}</th>
                <td class="number">{month.entries}</td>
                <td class="number">{minutes::written(month.minutes)}</td>
            </tr>
        }
    };
    Some(view! {
        <div>
            <h3 id="months-heading">{i18n.time_months()}</h3>
            <div class="table" role="region" aria-labelledby="months-heading" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{i18n.time_month()}</th>
                            <th scope="col" class="number">{i18n.time_entries()}</th>
                            <th scope="col" class="number">{i18n.time_spent()}</th>
                        </tr>
                    </thead>
                    <tbody>{months.into_iter().map(row).collect_view()}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row">{i18n.time_total()}</th>
                            <td class="number">{entries}</td>
                            <td class="number">{minutes::written(total)}</td>
                        </tr>
                    </tfoot>
                </table>
            </div>
        </div>
    })
}

#[component]
fn TimeTable(
    entries: Vec<TimeEntry>,
    tasks: Vec<TaskChoice>,
    after: Option<Cursor>,
    i18n: I18n,
) -> impl IntoView {
    if entries.is_empty() && after.is_none() {
        return Either::Left(view! { <p class="empty">{i18n.time_empty()}</p> });
    }
    let row = |entry| view! { <TimeRow entry tasks=tasks.clone() after=after.clone() i18n/> };
    Either::Right(view! {
        <div>
            <h3 id="times-heading">{i18n.time_list()}</h3>
            <div class="table table--folds" role="region" aria-labelledby="times-heading" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{i18n.time_what()}</th>
                            <th scope="col">{i18n.time_day()}</th>
                            <th scope="col" class="number">{i18n.time_spent()}</th>
                            <th scope="col">
                                <span class="sr-only">{i18n.record_actions()}</span>
                            </th>
                        </tr>
                    </thead>
                    <tbody>{entries.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </div>
    })
}

#[component]
fn TimeRow(entry: TimeEntry, tasks: Vec<TaskChoice>, after: Option<Cursor>, i18n: I18n) -> impl IntoView {
    let id = entry.id.as_str();
    let page = ProjectPart::Times.address(entry.project_id.as_str());
    let open = |what: &str, anchor: &str| form_address(&page, after.as_ref(), what, id).at(anchor);
    let task = tasks.into_iter().find(|task| Some(&task.id) == entry.task_id.as_ref());
    let task = task.map(|task| format!("{} · {}", task.phase, task.title));
    let (what, task) = match (entry.description.clone(), task) {
        (Some(description), task) => (description, task),
        (None, Some(task)) => (task, None),
        (None, None) => (i18n.time_plain().to_owned(), None),
    };
    let day = dates::day(entry.spent_on, i18n.0);
    let name = format!("{}, {day}", short_label(&what));
    view! {
        <tr>
            <th scope="row">
                <span class="prose" dir="auto">{what}</span>
                {task.map(|task| view! { <span class="paper__facts" dir="auto">{task}</span> })}
            </th>
            <td class="table__day" data-label=i18n.time_day()>{day}</td>
            <td class="number" data-label=i18n.time_spent()>{minutes::written(entry.minutes)}</td>
            <td class="table__actions">
                {record_link(open("edit", &format!("time-{id}")), i18n.edit(), name.clone())}
                {record_link(open("delete", "delete"), i18n.delete(), name)}
            </td>
        </tr>
    }
}

#[component]
fn DeleteTime(entry: TimeEntry, i18n: I18n) -> impl IntoView {
    let what = entry.description.as_deref().map(short_label).unwrap_or_default();
    let parts = [what, dates::day(entry.spent_on, i18n.0), minutes::written(entry.minutes)];
    let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let record = RecordRef::new(ProjectPart::Times, &entry.project_id, &entry.id);
    view! { <DeleteRecord name action=DeleteTimeEntry::PATH record i18n/> }
}
