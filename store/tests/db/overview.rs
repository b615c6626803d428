//! The agency's overviews: who waits for whom, what is due, payments, hours and leads over all projects.

use domain::id::{DeliverableId, ProjectId};
use domain::overview::{
    AgendaItem, AgendaKind, ClientFilter, ClientOrder, ClientsShown, FollowUpDraft, HoursOf, OverdueGroup,
    PaymentFilter, PaymentOrder, PaymentsShown, Sort,
};
use domain::projects::board::BoardItem;
use domain::{Cursor, Date, DeliverableStatus, Page, Timestamp};
use serde_json::json;
use store::Store;

use crate::support::{on_both_databases, text, to_id};

const DAY: i64 = 86_400_000;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// The clients with this filter, each with when their turn began: `rossi 2026-11-20`.
async fn clients(store: &Store, shown: ClientsShown) -> Vec<String> {
    let filter = ClientFilter { shown: Some(shown), ..ClientFilter::default() };
    let page = store.client_list(&filter, None).await.unwrap().page;
    let line = |line: &domain::clients::ClientLine| {
        format!("{} {}", line.client_id, &line.waiting.unwrap().since.to_string()[..16])
    };
    page.items.iter().map(line).collect()
}

async fn all_ids(first: Page<AgendaItem>, next: impl AsyncFn(&Cursor) -> Page<AgendaItem>) -> Vec<String> {
    let (mut ids, mut page) = (Vec::new(), first);
    loop {
        ids.extend(page.items.iter().map(|item| item.id.clone()));
        let Some(after) = page.next else { return ids };
        page = next(&after).await;
    }
}

on_both_databases! {
    async fn agency_waits_since_its_first_message_after_the_clients(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, ["rossi 2026-03-02T10:00"]);
        assert_eq!(clients(&db.store, ClientsShown::Unanswered).await, ["verdi 2026-03-03T10:00"]);
        db.store.mark_thread_read(rossi.id(), "design", None).await.unwrap();
        db.store.reply(&to_id("rossi"), "design", &text("Eccomi")).await.unwrap();
        db.clock.advance(DAY);
        db.store.reply(&to_id("rossi"), "rossi", &text("Novità?")).await.unwrap();
        let unanswered = clients(&db.store, ClientsShown::Unanswered).await;
        assert_eq!(unanswered, ["verdi 2026-03-03T10:00", "rossi 2026-11-20T12:00"], "since the first");
        let channel = domain::Channel::General(rossi.id().clone());
        db.store.post_message(&rossi, &channel, &text("Sì"), None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, ["rossi 2026-11-21T12:00"]);
    }

    async fn turn_is_derived_again_when_messages_are_deleted(db: Database) {
        db.with_workspace().await;
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        db.store.reply(&to_id("rossi"), "design", &text("Eccomi")).await.unwrap();
        db.clock.advance(DAY);
        let rossi = db.store.client_by_token(crate::support::ROSSI_TOKEN).await.unwrap();
        let channel = domain::Channel::named("build", rossi.id()).unwrap();
        db.store.post_message(&rossi, &channel, &text("Dove siamo?"), None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, ["rossi 2026-11-21T12:00"]);
        let (project, phase) = (ProjectId::parse("site").unwrap(), "phase-build".parse::<BoardItem>().unwrap());
        let by = domain::audit::Actor::Admin("admin@example.it".to_owned());
        let seen = db.store.deletion(&to_id("site"), &phase).await.unwrap().version;
        db.store.delete_item(&by, &project, &phase, &seen).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, Vec::<String>::new());
        assert!(clients(&db.store, ClientsShown::Unanswered).await.contains(&"rossi 2026-11-20T12:00".to_owned()));
    }

    async fn snoozed_client_waits_again_on_the_day_or_with_a_message(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let draft = FollowUpDraft { until: Some(date("2026-11-22")), note: Some("Chiede il preventivo".to_owned()) };
        db.store.snooze(&to_id("rossi"), &draft, None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, Vec::<String>::new());
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await, ["rossi 2026-03-02T10:00"]);
        assert_eq!(db.store.today_page(None).await.unwrap().waiting, []);
        db.clock.advance(2 * DAY);
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, ["rossi 2026-03-02T10:00"]);

        db.store.snooze(&to_id("rossi"), &FollowUpDraft::default(), None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await, ["rossi 2026-03-02T10:00"]);
        db.clock.advance(1);
        let channel = domain::Channel::General(rossi.id().clone());
        let said = db.store.post_message(&rossi, &channel, &text("Allora?"), None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await, Vec::<String>::new());
        assert_eq!(clients(&db.store, ClientsShown::ToAnswer).await, ["rossi 2026-03-02T10:00"]);
        // The form was shown before the message.
        let seen = |later| Some(Timestamp::from_millis(said.created_at.as_millis() + later));
        db.store.snooze(&to_id("rossi"), &FollowUpDraft::default(), seen(-1)).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await, Vec::<String>::new());
        db.store.snooze(&to_id("rossi"), &FollowUpDraft::default(), seen(0)).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await.len(), 1);
        db.store.snooze(&to_id("rossi"), &FollowUpDraft::default(), seen(60_000)).await.unwrap();
        db.clock.advance(1);
        db.store.post_message(&rossi, &channel, &text("Ci siete?"), None).await.unwrap();
        assert_eq!(clients(&db.store, ClientsShown::Snoozed).await, Vec::<String>::new(), "no form is of the future");
        db.store.resume(&to_id("rossi")).await.unwrap();
        assert!(db.store.snooze(&to_id("nessuno"), &draft, None).await.is_err());
    }

    async fn agenda_contains_open_records_of_active_projects(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "projects": [
                {"id": "late", "client_id": "rossi", "name": "In ritardo", "due_on": "2026-11-01"},
                {"id": "stopped", "client_id": "rossi", "name": "Fermo", "status": "paused", "due_on": "2026-11-01"}
            ],
            "phases": [
                {"id": "late-phase", "project_id": "late", "name": "Fase", "due_on": "2026-11-19"},
                {"id": "stopped-phase", "project_id": "stopped", "name": "Fase", "due_on": "2026-11-19"}
            ],
            "tasks": [
                {"id": "late-task", "phase_id": "late-phase", "title": "Bozza", "due_on": "2026-11-19"},
                {"id": "done-task", "phase_id": "late-phase", "title": "Fatta", "status": "done", "due_on": "2026-11-19"},
                {"id": "soon-task", "phase_id": "late-phase", "title": "Presto", "due_on": "2026-12-04"},
                {"id": "later-task", "phase_id": "late-phase", "title": "Tardi", "due_on": "2026-12-05"}
            ],
            "payments": [
                {"id": "today", "project_id": "stopped", "label": "Oggi", "amount_cents": 1, "due_on": "2026-11-20"},
                {"id": "paid", "project_id": "late", "label": "Pagato", "amount_cents": 1, "due_on": "2026-11-02",
                 "paid_at": "2026-11-02"}
            ]
        }).to_string()).await;
        let overdue = db.store.overdue_groups(None, 5).await.unwrap();
        let ids = |group: &OverdueGroup| group.items.iter().map(|item| item.id.clone()).collect::<Vec<_>>().join(" ");
        let overdue: Vec<_> = overdue.iter().map(|group| (group.kind, ids(group), group.count)).collect();
        let group = |kind, id: &str| (kind, id.to_owned(), 1);
        assert_eq!(
            overdue,
            [
                group(AgendaKind::Task, "late-task"),
                group(AgendaKind::Phase, "late-phase"),
                group(AgendaKind::Project, "late")
            ]
        );
        let soon = db.store.agenda(None, 14, None).await.unwrap();
        let soon = all_ids(soon, async |after| db.store.agenda(None, 14, Some(after)).await.unwrap()).await;
        assert_eq!(soon, ["today", "soon-task"]);
        assert_eq!(db.store.today_page(None).await.unwrap().overdue.len(), 3);
    }

    async fn material_is_in_the_agenda_while_its_client_owes_it(db: Database) {
        db.with_workspace().await;
        let ask = |id: &str, project: &str, due_on: Option<&str>, status: &str| {
            json!({"id": id, "project_id": project, "title": id, "kind": "file", "due_on": due_on, "status": status})
        };
        db.import(&json!({"material_requests": [
            ask("late", "site", Some("2026-11-19"), "open"),
            ask("soon", "site", Some("2026-11-25"), "open"),
            ask("later", "site", Some("2026-12-05"), "open"),
            ask("some-day", "site", None, "open"),
            ask("sent", "site", Some("2026-11-19"), "received"),
            ask("done", "site", Some("2026-11-25"), "accepted"),
            ask("archived", "old", Some("2026-11-19"), "open"),
        ]}).to_string()).await;
        let agenda = async || {
            let overdue = db.store.overdue(None, AgendaKind::Material, None).await.unwrap().items;
            let groups = db.store.overdue_groups(None, 5).await.unwrap();
            assert_eq!(groups.iter().map(|group| group.count).sum::<i64>(), i64::try_from(overdue.len()).unwrap());
            let soon = db.store.agenda(None, 14, None).await.unwrap().items;
            let line = |item: &AgendaItem| format!("{} {} {} {}", item.kind, item.id, item.project_name, item.client_name);
            let lines = |items: &[AgendaItem]| items.iter().map(line).collect::<Vec<_>>();
            (lines(&overdue), lines(&soon))
        };
        let of_late = vec!["material late Sito Rossi".to_owned()];
        assert_eq!(agenda().await, (of_late.clone(), vec!["material soon Sito Rossi".to_owned()]));

        let rossi = db.store.client_by_token(crate::support::ROSSI_TOKEN).await.unwrap();
        let by = domain::audit::Actor::Admin("admin@example.it".to_owned());
        for id in ["late", "soon"] {
            let file = crate::material::upload(&db.store, &domain::Uploader::from(rossi.person()), "logo.png").await;
            db.store.answer_material(&rossi, id, &domain::MaterialAnswer::Files(vec![file])).await.unwrap();
        }
        assert_eq!(agenda().await, (vec![], vec![]), "it waits for the agency");
        db.store.accept_material(&by, &to_id("site"), &to_id("soon"), None).await.unwrap();
        db.store.reopen_material(&by, &to_id("site"), &to_id("late"), None, "Troppo piccolo").await.unwrap();
        assert_eq!(agenda().await, (of_late, vec![]));
    }

    async fn overdue_records_are_paged_by_kind(db: Database) {
        db.with_workspace().await;
        let task = |n: usize| json!({"id": format!("t{n:03}"), "phase_id": "design", "title": "Voce", "due_on": "2026-10-01"});
        let payment = |n: usize| {
            json!({"id": format!("p{n:03}"), "project_id": "site", "label": "Rata", "amount_cents": 100, "due_on": "2026-10-01"})
        };
        db.import(&json!({
            "tasks": (0..60).map(task).collect::<Vec<_>>(), "payments": (0..60).map(payment).collect::<Vec<_>>()
        }).to_string()).await;
        for (kind, letter) in [(AgendaKind::Payment, 'p'), (AgendaKind::Task, 't')] {
            let first = db.store.overdue(None, kind, None).await.unwrap();
            let ids = all_ids(first, async |after| db.store.overdue(None, kind, Some(after)).await.unwrap()).await;
            assert_eq!(ids, (0..60).map(|n| format!("{letter}{n:03}")).collect::<Vec<_>>());
            let malformed = db.store.overdue(None, kind, Some(&Cursor::new("x", "y"))).await.unwrap();
            assert_eq!(malformed.items.len(), 50, "a malformed cursor");
        }
        let groups = db.store.overdue_groups(None, 3).await.unwrap();
        let shown: Vec<_> = groups.iter().map(|group| (group.items.len(), group.count)).collect();
        assert_eq!(shown, [(3, 60), (3, 60)]);
    }

    async fn deliverables_are_late_after_three_days_with_their_client(db: Database) {
        db.with_workspace().await;
        let (project, logo) = (ProjectId::parse("site").unwrap(), DeliverableId::parse("logo").unwrap());
        db.store.take_back(&project, &logo, DeliverableStatus::InReview).await.unwrap();
        db.store.send_for_approval(&project, &logo, DeliverableStatus::Pending).await.unwrap();
        let late = async || {
            let page = db.store.overdue(None, AgendaKind::Deliverable, None).await.unwrap();
            page.items.iter().map(|item| format!("{} {}", item.id, item.due_on)).collect::<Vec<_>>()
        };
        db.clock.advance(2 * DAY);
        assert_eq!((late().await, db.store.overdue_groups(None, 5).await.unwrap()), (vec![], vec![]));
        db.clock.advance(DAY);
        assert_eq!(late().await, ["logo 2026-11-20"], "an imported one waits for an unknown time");
        let groups = db.store.overdue_groups(None, 5).await.unwrap();
        assert_eq!((groups.len(), groups[0].kind, groups[0].count), (1, AgendaKind::Deliverable, 1));
    }

    async fn month_is_billed_by_due_payments_and_unpaid_hours(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "projects": [
                {"id": "care", "client_id": "rossi", "name": "Assistenza"},
                {"id": "fresh", "client_id": "verdi", "name": "Consulenza"}
            ],
            "payments": [
                {"id": "late", "project_id": "app", "label": "Rata", "amount_cents": 900, "due_on": "2026-11-19"},
                {"id": "now", "project_id": "app", "label": "Rata", "amount_cents": 500, "due_on": "2026-11-20"},
                {"id": "end", "project_id": "site", "label": "Rata", "amount_cents": 70, "due_on": "2026-11-30"},
                {"id": "next", "project_id": "site", "label": "Rata", "amount_cents": 40, "due_on": "2026-12-01"},
                {"id": "old", "project_id": "care", "label": "Rata", "amount_cents": 1, "paid_at": "2026-11-05T10:00:00Z"}
            ],
            "time_entries": [
                {"id": "x1", "project_id": "care", "spent_on": "2026-11-05", "minutes": 600},
                {"id": "x2", "project_id": "care", "spent_on": "2026-11-06", "minutes": 90},
                {"id": "x3", "project_id": "fresh", "spent_on": "2026-10-31", "minutes": 30},
                {"id": "x4", "project_id": "fresh", "spent_on": "2026-05-01", "minutes": 15},
                {"id": "x5", "project_id": "app", "spent_on": "2026-11-06", "minutes": 45}
            ]
        }).to_string()).await;
        let billing = async |month: &str, client: Option<&str>| {
            let client = client.map(to_id);
            let billing = db.store.billing(date(month), client.as_ref(), None).await.unwrap();
            let due = billing.due.iter().map(|payment| payment.id.to_string()).collect::<Vec<_>>().join(" ");
            let sum = billing.sums.iter().map(|(_, cents)| *cents).sum::<i64>();
            let hours = billing.hours.iter().map(|line| (line.project_name.clone(), line.minutes));
            (due, sum, hours.collect::<Vec<_>>())
        };
        let care = ("Assistenza".to_owned(), 90);
        let fresh = ("Consulenza".to_owned(), 45);
        assert_eq!(billing("2026-11-20", None).await, ("now end".to_owned(), 570, vec![care.clone(), fresh.clone()]));
        assert_eq!(billing("2026-11-20", Some("rossi")).await, ("end".to_owned(), 70, vec![care]));
        assert_eq!(billing("2026-12-20", None).await, ("next".to_owned(), 40, vec![]));
        let today = db.store.today_page(None).await.unwrap().billing;
        assert_eq!(today, db.store.billing(date("2026-11-01"), None, None).await.unwrap());
        db.store.mark_unpaid(&to_id("care"), &to_id("old")).await.unwrap();
        assert_eq!(billing("2026-11-20", None).await.2, [fresh], "a payment of the project is open");

        let filter = |month: Option<&str>, client: Option<&str>| PaymentFilter {
            shown: PaymentsShown::Open,
            sort: Sort::ascending(PaymentOrder::Due),
            today: date("2026-11-20"),
            month: month.map(date),
            client: client.map(to_id),
        };
        let ids = async |filter: PaymentFilter| {
            let (page, _) = db.store.payment_list(&filter, None).await.unwrap();
            page.items.iter().map(|payment| payment.id.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids(filter(Some("2026-11-03"), None)).await, "late now end");
        assert_eq!(ids(filter(Some("2026-11-03"), Some("rossi"))).await, "end");
    }

    async fn hours_are_compared_with_estimate_of_project_or_its_tasks(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "projects": [{"id": "whole", "client_id": "rossi", "name": "Sito", "estimate_minutes": 600}],
            "phases": [{"id": "f1", "project_id": "app", "name": "Fase"}, {"id": "f2", "project_id": "whole", "name": "Fase"}],
            "tasks": [
                {"id": "a1", "phase_id": "f1", "title": "Uno", "estimate_minutes": 60},
                {"id": "a2", "phase_id": "f1", "title": "Due", "estimate_minutes": 30},
                {"id": "a3", "phase_id": "f2", "title": "Tre", "estimate_minutes": 5}
            ],
            "time_entries": [
                {"id": "x1", "project_id": "whole", "spent_on": "2026-11-05", "minutes": 630},
                {"id": "x2", "project_id": "app", "spent_on": "2026-11-05", "minutes": 20}
            ]
        }).to_string()).await;
        let lines = db.store.hours_list(date("2026-11-20"), &HoursOf::Everybody, None).await.unwrap().items;
        let lines: Vec<_> = lines.iter().map(|line| (line.project_id.as_str(), line.estimate_minutes)).collect();
        assert_eq!(lines, [("whole", Some(600)), ("app", Some(90))]);
        assert_eq!(db.store.estimate_minutes(&to_id("whole")).await.unwrap(), Some(600));
        assert_eq!(db.store.estimate_minutes(&to_id("site")).await.unwrap(), None);
        let export = String::from_utf8(db.store.export().await.unwrap()).unwrap();
        assert_eq!(export.matches("\"estimate_minutes\":60").count(), 2, "{export}");
    }

    async fn deliverables_wait_since_their_status_changed(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let project = ProjectId::parse("site").unwrap();
        let logo = DeliverableId::parse("logo").unwrap();
        let waiting = async || {
            let page = db.store.deliverable_list(None, Some(DeliverableStatus::InReview), false, None).await.unwrap();
            let line = |line: &domain::overview::DeliverableLine| {
                let since = line.since.map(|at| at.to_string()[..10].to_owned());
                format!("{} {}", line.id, since.unwrap_or_default())
            };
            page.items.iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(waiting().await, ["logo ", "screen "], "not known after an import");
        db.store.take_back(&project, &logo, DeliverableStatus::InReview).await.unwrap();
        db.clock.advance(DAY);
        db.store.send_for_approval(&project, &logo, DeliverableStatus::Pending).await.unwrap();
        assert_eq!(waiting().await, ["screen ", "logo 2026-11-21"]);
        let late = async || db.store.overdue_groups(None, 10).await.unwrap().into_iter().any(|group| group.kind == AgendaKind::Deliverable);
        db.clock.advance(4 * DAY);
        assert!(late().await);
        db.execute("UPDATE project SET status = 'archived' WHERE id = 'site'").await;
        assert!(!late().await, "its project is over");
        db.execute("UPDATE project SET status = 'active' WHERE id = 'site'").await;
        db.clock.advance(-4 * DAY);
        db.store.request_changes(&rossi, "logo", None, &text("Più grande")).await.unwrap();
        assert_eq!(waiting().await, ["screen "]);
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let approved = db.store.deliverable_list(None, Some(DeliverableStatus::Approved), true, None).await.unwrap();
        assert_eq!(approved.items[0].since.unwrap(), db.store.clock().now());
        assert_eq!(db.store.deliverable_list(None, None, true, None).await.unwrap().items.len(), 2);
    }

    async fn payments_are_filtered_sorted_and_totalled(db: Database) {
        db.with_workspace().await;
        db.import(&json!({"payments": [
            {"id": "late", "project_id": "app", "label": "Rata", "amount_cents": 900, "due_on": "2026-11-19"},
            {"id": "dollars", "project_id": "app", "label": "Fee", "amount_cents": 70, "currency": "USD", "due_on": "2026-12-01"}
        ]}).to_string()).await;
        let list = async |shown, sort| {
            let filter = PaymentFilter { shown, sort, today: date("2026-11-20"), month: None, client: None };
            let (page, unpaid) = db.store.payment_list(&filter, None).await.unwrap();
            let ids: Vec<String> = page.items.iter().map(|line| line.id.to_string()).collect();
            let unpaid: Vec<(String, i64, i64, i64)> = unpaid
                .iter()
                .map(|one| (one.currency.as_str().to_owned(), one.cents, one.count, one.overdue_cents))
                .collect();
            (ids.join(" "), unpaid)
        };
        let by_due = Sort::ascending(PaymentOrder::Due);
        let (open, unpaid) = list(PaymentsShown::Open, by_due).await;
        assert_eq!(open, "late dollars p2", "without a date last");
        assert_eq!(unpaid, [("EUR".to_owned(), 50_900, 2, 900), ("USD".to_owned(), 70, 1, 0)]);
        assert_eq!(list(PaymentsShown::Overdue, by_due).await.0, "late");
        assert_eq!(list(PaymentsShown::Paid, by_due).await.0, "p1");
        assert_eq!(list(PaymentsShown::All, Sort::descending(PaymentOrder::Amount)).await.0, "p2 p1 late dollars");
    }

    async fn payments_without_a_date_are_paged_after_the_others(db: Database) {
        db.with_workspace().await;
        let due_on = |number: u32| number.is_multiple_of(2).then_some("2026-12-01");
        let payment = |number: u32| {
            let id = format!("n{number:02}");
            json!({"id": id, "project_id": "app", "label": "Rata", "amount_cents": 1, "due_on": due_on(number)})
        };
        let payments: Vec<_> = (0..60).map(payment).collect();
        db.import(&json!({ "payments": payments }).to_string()).await;
        let (shown, sort) = (PaymentsShown::All, Sort::ascending(PaymentOrder::Due));
        let filter = PaymentFilter { shown, sort, today: date("2026-11-20"), month: None, client: None };
        let (first, _) = db.store.payment_list(&filter, None).await.unwrap();
        let (second, _) = db.store.payment_list(&filter, first.next.as_ref()).await.unwrap();
        let ids: Vec<String> = first.items.iter().chain(&second.items).map(|line| line.id.to_string()).collect();
        let (dated, others): (Vec<u32>, Vec<u32>) = (0..60).partition(|number| due_on(*number).is_some());
        let numbered = dated.iter().chain(&others).map(|number| format!("n{number:02}"));
        let expected = ["p1".to_owned()].into_iter().chain(numbered).chain(["p2".to_owned()]);
        assert_eq!(ids, expected.collect::<Vec<_>>());
    }

    async fn paid_payments_of_a_month_add_up_to_what_came_in(db: Database) {
        db.with_workspace().await;
        db.import(&json!({"payments": [
            {"id": "first", "project_id": "app", "label": "A", "amount_cents": 1, "due_on": "2026-09-01", "paid_at": "2026-09-30T22:30:00Z"},
            {"id": "last", "project_id": "app", "label": "B", "amount_cents": 20, "paid_at": "2026-10-31T22:59:59Z"},
            {"id": "later", "project_id": "app", "label": "C", "amount_cents": 300, "due_on": "2026-10-15", "paid_at": "2026-10-31T23:00:00Z"},
            {"id": "open", "project_id": "app", "label": "D", "amount_cents": 4000, "due_on": "2026-10-15"}
        ]}).to_string()).await;
        let months = db.store.money_by_month(2, 0).await.unwrap();
        let mut listed = Vec::new();
        for month in &months {
            let (shown, sort) = (PaymentsShown::Paid, Sort::ascending(PaymentOrder::Due));
            let filter = PaymentFilter { shown, sort, today: date("2026-11-20"), month: Some(month.month), client: None };
            let (page, _) = db.store.payment_list(&filter, None).await.unwrap();
            assert_eq!(page.items.iter().map(|payment| payment.amount_cents).sum::<i64>(), month.paid_cents, "{}", month.month);
            listed.push(page.items.iter().map(|payment| payment.id.to_string()).collect::<Vec<_>>().join(" "));
        }
        assert_eq!(listed, ["", "first last", "later"], "by the agency's days, whatever the clocks showed then");
    }

    async fn money_and_hours_are_summed_by_month(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "payments": [
                {"id": "a", "project_id": "app", "label": "A", "amount_cents": 100, "due_on": "2026-12-31"},
                {"id": "b", "project_id": "app", "label": "B", "amount_cents": 200, "paid_at": "2026-10-31T23:30:00Z"}
            ],
            "time_entries": [
                {"id": "x", "project_id": "app", "spent_on": "2026-11-01", "minutes": 60},
                {"id": "y", "project_id": "site", "spent_on": "2026-11-30", "minutes": 30}
            ],
            "quote_items": [{"id": "q", "project_id": "site", "description": "Sito", "quantity": "2.5", "unit_price_cents": 10_000}]
        }).to_string()).await;
        let months = db.store.money_by_month(1, 1).await.unwrap();
        let sums: Vec<_> =
            months.iter().map(|one| format!("{} {} {}", one.month, one.paid_cents, one.due_cents)).collect();
        assert_eq!(sums, ["2026-10-01 0 0", "2026-11-01 200 0", "2026-12-01 0 100"], "in the agency's zone");

        let hours = db.store.hours_list(date("2026-11-20"), &HoursOf::Everybody, None).await.unwrap().items;
        let lines: Vec<_> = hours
            .iter()
            .map(|line| (line.project_id.as_str(), line.month_minutes, line.total_minutes, line.quote_cents))
            .collect();
        assert_eq!(lines, [("app", 60, 60, None), ("site", 30, 120, Some(25_000))]);
        let months = db.store.hours_by_month(date("2026-11-20"), &HoursOf::Everybody, 9).await.unwrap();
        assert_eq!((months.len(), months[0]), (9, (date("2026-03-01"), 90)));
        assert_eq!(months[8], (date("2026-11-01"), 90));
        assert_eq!(db.store.today_page(None).await.unwrap().month_minutes, 90);
    }

    async fn lead_figures_follow_source_week_and_status(db: Database) {
        db.with_workspace().await;
        let lead = |n: usize, source: &str, status: &str, created_at: &str| {
            json!({"id": format!("l{n}"), "name": "Lead", "source": source, "status": status, "created_at": created_at,
                   "client_id": (status == "won").then_some("rossi")})
        };
        db.import(&json!({"leads": [
            lead(1, "fiera", "new", "2026-11-20T08:00:00Z"), lead(2, "fiera", "won", "2026-11-13T12:00:00Z"),
            lead(3, "sito", "qualified", "2026-11-20T09:00:00Z"), lead(4, "sito", "new", "2026-08-01T00:00:00Z")
        ]}).to_string()).await;
        let figures = db.store.lead_figures(12).await.unwrap();
        let fiera = &figures.sources[0];
        assert_eq!((fiera.source.as_str(), fiera.arrived(), fiera.won, fiera.clients), ("fiera", 2, 1, 1));
        assert_eq!(&fiera.weeks[10..], [1, 1]);
        let total = figures.total();
        assert_eq!((total.arrived(), total.contacted, total.qualified, total.won), (3, 2, 2, 1));
    }

    async fn first_steps_end_with_a_visit(db: Database) {
        let steps = async || db.store.today_page(None).await.unwrap().first_steps;
        let start = steps().await.unwrap();
        assert!(!start.has_brand && start.client.is_none() && !start.has_project);
        db.import(r#"{"clients": [{"id": "neri", "name": "Neri", "token": "neri-token-neri-token"}],
            "projects": [{"id": "uno", "client_id": "neri", "name": "Uno"}],
            "settings": [{"key": "agency_name", "value": "Studio"}]}"#).await;
        let almost = steps().await.unwrap();
        assert!(almost.has_brand && almost.client.is_some() && almost.has_project);
        let neri = db.store.client_by_token("neri-token-neri-token").await.unwrap();
        let open_portal = async || {
            db.store.record_visit(&neri);
            db.store.write_visits().await.unwrap();
        };
        open_portal().await;
        assert_eq!(steps().await, None);
        let by_name = ClientFilter { sort: Sort::ascending(ClientOrder::Name), ..ClientFilter::default() };
        let visit = async || db.store.client_list(&by_name, None).await.unwrap().page.items[0].last_visit;
        let first = visit().await;
        db.clock.advance(60_000);
        open_portal().await;
        assert_eq!(visit().await, first, "one write in five minutes");
        db.clock.advance(5 * 60_000);
        open_portal().await;
        assert_eq!(visit().await, Some(db.store.clock().now()));
    }
}
