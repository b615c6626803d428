//! The time spent on a project.

use domain::id::ProjectId;
use domain::projects::project_records::{MonthTotal, TaskChoice, TimeSheet};
use domain::{Form, Member, TimeEntry, minutes};

use super::open_record::{OpenRecord, RecordsQuery};
use super::record::record_kind;
use super::record::{RecordKind, records_page, short_label};
use super::time_charts::HoursAgainstQuote;
use super::time_charts::TimeFields;
use super::timer::TimerPanel;
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

record_kind! {
    TimeEntry, Times, "time", "minutes",
    AddTimeEntry add_time_entry "add_time_entry", SaveTimeEntry save_time_entry "save_time_entry", DeleteTimeEntry delete_time_entry "delete_time_entry"
}

/// `GET /admin/projects/{project}/times`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let confirm_discard = query.confirm_discard();
    let opened = OpenRecord::new(project, query);
    let (after, open) = (opened.after.as_ref(), opened.record());
    let TimeSheet { folder, entries, months, tasks, timer } =
        request.store.time_sheet(&opened.project, after, open.as_ref()).await?;
    let quote = request.store.quote_cents(&folder.id).await?;
    let estimate = request.store.estimate_minutes(&folder.id).await?;
    let members = request.store.members().await?;
    let show = move |admin: AdminView| {
        let (i18n, items) = (admin.i18n, entries.items);
        let inputs = |fields| view! { <TimeFields fields tasks=tasks.clone() i18n/> };
        let today = Form::default().with("spent_on", Some(dates::today(admin.now)));
        let adder = opened.add_form(&admin, &items, (i18n.time_new(), false), today, inputs);
        let editor = opened.edited(&items).map(|item| {
            let day = dates::day(item.record.spent_on, i18n.0);
            opened.edit_panel(&admin, item, day, inputs)
        });
        let delete = opened.to_delete(&items).map(|entry| opened.delete_form(&entry, &described(&entry, i18n), i18n));
        let records: Vec<TimeEntry> = items.into_iter().map(|item| item.record).collect();
        let project = opened.project.to_string();
        let list = ProjectPart::Times.address(&project);
        let is_later = opened.after.is_some();
        view! {
            <div class="time-top">
                <TimerPanel
                    timer
                    project=project.clone()
                    tasks=tasks.clone()
                    confirm_discard
                    admin=admin.clone()
                />
                <Months months=months.clone() i18n/>
            </div>
            <HoursAgainstQuote project months quote estimate i18n/>
            {editor}
            {delete}
            {adder}
            <TimeTable entries=records tasks=tasks.clone() members agency=admin.site_name opened i18n/>
            <MoreLink list next=entries.next is_later i18n/>
        }
    };
    records_page::<TimeEntry, _>(request, folder, show).await
}

/// The entry in the question whether to delete it.
fn described(entry: &TimeEntry, i18n: I18n) -> String {
    let what = entry.description.as_deref().map(short_label).unwrap_or_default();
    let parts = [what, dates::day(entry.spent_on, i18n.0), minutes::written(entry.minutes)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
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
    members: Vec<Member>,
    agency: String,
    opened: OpenRecord,
    i18n: I18n,
) -> impl IntoView {
    if entries.is_empty() && opened.after.is_none() {
        return Either::Left(view! { <p class="empty">{i18n.time_empty()}</p> });
    }
    // Without members, all hours are of one person.
    let person = |entry: &TimeEntry| {
        let member = members.iter().find(|member| Some(&member.id) == entry.member_id.as_ref());
        (!members.is_empty()).then(|| member.map_or(&agency, |member| &member.name).clone())
    };
    let row = |entry: TimeEntry| {
        view! { <TimeRow person=person(&entry) entry tasks=tasks.clone() opened=opened.clone() i18n/> }
    };
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
                            <th scope="col"><span class="sr-only">{i18n.record_actions()}</span></th>
                        </tr>
                    </thead>
                    <tbody>{entries.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </div>
    })
}

#[component]
fn TimeRow(
    entry: TimeEntry,
    person: Option<String>,
    tasks: Vec<TaskChoice>,
    opened: OpenRecord,
    i18n: I18n,
) -> impl IntoView {
    let task = tasks.into_iter().find(|task| Some(&task.id) == entry.task_id.as_ref());
    let task = task.map(|task| format!("{} · {}", task.phase, task.title));
    let (what, task) = match (entry.description.clone(), task) {
        (Some(description), task) => (description, task),
        (None, Some(task)) => (task, None),
        (None, None) => (i18n.time_plain().to_owned(), None),
    };
    let day = dates::day(entry.spent_on, i18n.0);
    let links = opened.links(&entry, &format!("{}, {day}", short_label(&what)), i18n);
    view! {
        <tr>
            <th scope="row">
                <span class="prose" dir="auto">{what}</span>
                {task.map(|task| view! { <span class="paper__facts" dir="auto">{task}</span> })}
                {person.map(|name| view! { <span class="paper__facts"><span dir="auto">{name}</span></span> })}
            </th>
            <td class="table__day" data-label=i18n.time_day()>{day}</td>
            <td class="number" data-label=i18n.time_spent()>{minutes::written(entry.minutes)}</td>
            <td class="table__actions">{links}</td>
        </tr>
    }
}
