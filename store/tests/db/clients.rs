//! Clients as the admin manages them: list, card, changes, new credentials, deletion.

use domain::clients::ClientUnpaid;
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, FollowUpDraft, Sort};
use domain::projects::board::DeletionImpact;
use domain::{ClientDraft, Currency, DomainError, Form, Language};
use store::{ClientScope, Error, Store};
use tokio::task::JoinSet;

use crate::support::{ROSSI_TOKEN, admin, noon, on_both_databases, text, to_id};

fn draft(name: &str) -> ClientDraft {
    ClientDraft::read(&Form::default().with("name", Some(name))).unwrap()
}

fn is_unknown<T: std::fmt::Debug>(outcome: &Result<T, Error>) -> bool {
    matches!(outcome, Err(Error::Domain(DomainError::UnknownRecord | DomainError::UnknownClient)))
}

fn named(search: &str) -> ClientFilter {
    ClientFilter { search: search.to_owned(), sort: Sort::ascending(ClientOrder::Name), ..ClientFilter::default() }
}

/// The names on the first page of a search.
async fn found(store: &Store, query: &str) -> Vec<String> {
    let page = store.client_list(&named(query), None).await.unwrap().page;
    page.items.into_iter().map(|line| line.name).collect()
}

/// The ids of all pages of the list.
async fn all_ids(store: &Store, query: &str) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = store.client_list(&named(query), after.as_ref()).await.unwrap().page;
        assert!(page.items.len() <= 50 && !page.items.is_empty());
        ids.extend(page.items.into_iter().map(|line| line.client_id.to_string()));
        after = page.next;
        if after.is_none() {
            return ids;
        }
    }
}

async fn rotate(store: &Store, scope: &ClientScope) {
    let card = store.client_card(scope.id()).await.unwrap();
    store.rotate_token(&admin(), &to_id("rossi"), &card.token_version).await.unwrap();
}

on_both_databases! {
    async fn client_list_shows_unread_and_projects(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let line = async |name: &str| db.store.client_list(&named(name), None).await.unwrap().page.items.remove(0);
        let before = line("rossi").await;
        assert_eq!((before.unread, before.active_projects), (1, 2));

        let general = domain::Channel::General(rossi.id().clone());
        db.store.post_message(&rossi, &general, &text("Ciao"), None).await.unwrap();
        let after = line("rossi").await;
        assert_eq!(after.unread, 2);
        db.store.create_client(&to_id("nuovo"), &draft("Nuovo")).await.unwrap();
        let new = line("nuovo").await;
        assert_eq!((new.unread, new.active_projects), (0, 0));
    }

    async fn client_list_is_grouped_by_who_waits(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for id in ["zeta", "alfa", "visto", "dopo"] {
            db.store.create_client(&to_id(id), &draft(id)).await.unwrap();
        }
        let card = db.store.client_card(&to_id("visto")).await.unwrap();
        let visto = db.store.client_by_token(card.client.token.reveal()).await.unwrap();
        db.store.record_visit(&visto);
        db.store.write_visits().await.unwrap();
        db.store.snooze(&to_id("dopo"), &FollowUpDraft::default(), None).await.unwrap();
        let list = async || db.store.client_list(&ClientFilter::default(), None).await.unwrap();
        let groups = async || {
            let line = |line: domain::clients::ClientLine| format!("{} {}", line.group(), line.client_id);
            list().await.page.items.into_iter().map(line).collect::<Vec<_>>()
        };
        let expected =
            ["to_answer rossi", "unanswered verdi", "never alfa", "never zeta", "snoozed dopo", "settled visto"];
        assert_eq!(groups().await, expected);
        let counts = list().await.counts;
        assert_eq!(counts, ClientsShown::ALL.iter().copied().zip([1, 1, 2, 1, 1]).collect::<Vec<_>>());
        db.store.snooze(rossi.id(), &FollowUpDraft::default(), None).await.unwrap();
        assert_eq!(groups().await[3..5], ["snoozed dopo", "snoozed rossi"], "whoever waits");
    }

    async fn grouped_client_list_pages_through_all_groups(db: Database) {
        db.with_workspace().await;
        let clients: Vec<String> =
            (0..120).map(|number| format!(r#"{{"id": "c{number:03}", "name": "Nome {number:03}"}}"#)).collect();
        db.import(&format!(r#"{{"clients": [{}]}}"#, clients.join(","))).await;
        let mut expected = vec!["rossi".to_owned(), "verdi".to_owned()];
        expected.extend((0..120).map(|number| format!("c{number:03}")));
        let (mut ids, mut after) = (Vec::new(), None);
        loop {
            let page = db.store.client_list(&ClientFilter::default(), after.as_ref()).await.unwrap().page;
            ids.extend(page.items.into_iter().map(|line| line.client_id.to_string()));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(ids, expected);
    }

    async fn client_list_sums_what_is_unpaid_by_currency(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"payments": [
            {"id": "a", "project_id": "site", "label": "A", "amount_cents": 100, "due_on": "2026-11-19"},
            {"id": "b", "project_id": "site", "label": "B", "amount_cents": 20, "due_on": "2026-11-20"},
            {"id": "c", "project_id": "site", "label": "C", "amount_cents": 3, "currency": "USD"},
            {"id": "d", "project_id": "site", "label": "D", "amount_cents": 4, "paid_at": "2026-11-01T10:00:00Z"}
        ]}"#).await;
        let unpaid = async |name: &str| db.store.client_list(&named(name), None).await.unwrap().page.items.remove(0).unpaid;
        let of = |currency: &str, cents, overdue_since: Option<&str>| ClientUnpaid {
            currency: Currency::parse(currency).unwrap(),
            cents,
            overdue_since: overdue_since.map(|day| day.parse().unwrap()),
        };
        assert_eq!(unpaid("rossi").await, [of("EUR", 50_120, Some("2026-11-19")), of("USD", 3, None)]);
        assert_eq!(unpaid("verdi").await, []);
    }

    async fn client_list_pages_by_name_without_repeats(db: Database) {
        let clients: Vec<String> = (0..120)
            .map(|number| {
                let name = ["Élan", "elan", "Zeta", "álfa", "  Beta", "!!!"][number % 6];
                format!(r#"{{"id": "c{number:03}", "name": "{name} {}"}}"#, number % 7)
            })
            .collect();
        db.import(&format!(r#"{{"clients": [{}]}}"#, clients.join(","))).await;
        let mut ids = all_ids(&db.store, "").await;
        let first = db.store.client_card(&to_id(&ids[20])).await.unwrap().client.name;
        assert!(first.starts_with("álfa"), "{first}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 120);
        let found = all_ids(&db.store, "ELAN").await;
        assert_eq!(found.len(), 40);
    }

    async fn client_search_matches_every_word_by_prefix(db: Database) {
        let mut anna = draft("Anna Verdi");
        anna.company = Some("Caffè dell’Orto".to_owned());
        anna.phone = Some("+39 333 1234567".to_owned());
        anna.email = domain::EmailAddress::parse("ANNA@orto.it").ok();
        db.store.create_client(&to_id("anna"), &anna).await.unwrap();
        db.store.create_client(&to_id("bruno"), &draft("Bruno Verdini")).await.unwrap();
        for (query, names) in [
            ("verdi", &["Anna Verdi", "Bruno Verdini"][..]),
            ("VERD anna", &["Anna Verdi"]),
            ("caffe", &["Anna Verdi"]),
            ("càffé orto", &["Anna Verdi"]),
            ("anna@orto.it", &["Anna Verdi"]),
            ("3331234567", &["Anna Verdi"]),
            ("333 123 4567", &["Anna Verdi"]),
            ("erdi", &[]),
            ("anna bruno", &[]),
            ("%", &[]),
            ("verdi%", &["Anna Verdi", "Bruno Verdini"]),
            ("'; DROP TABLE client; --", &[]),
            ("\0", &[]),
            ("", &["Anna Verdi", "Bruno Verdini"]),
            (" \t", &["Anna Verdi", "Bruno Verdini"]),
        ] {
            assert_eq!(found(&db.store, query).await, names, "{query:?}");
        }
        assert_eq!(found(&db.store, &"verdi ".repeat(500)).await.len(), 2);
        assert!(found(&db.store, &"x".repeat(10_000)).await.is_empty());
    }

    async fn saved_client_is_reindexed(db: Database) {
        db.with_workspace().await;
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        let mut changed = draft("Bianchi");
        changed.language = Language::En;
        db.store.save_client(&admin(), &to_id("rossi"), &changed, &card.version).await.unwrap();
        assert_eq!(found(&db.store, "rossi").await, Vec::<String>::new());
        assert_eq!(found(&db.store, "").await, ["Bianchi", "Verdi"]);
        let now = db.store.client_card(&to_id("rossi")).await.unwrap();
        assert_eq!((now.client.language, now.client.slug.as_str()), (Language::En, "rossi-a1b2"));
    }

    async fn concurrent_create_client_is_idempotent(db: Database) {
        let mut drafts = JoinSet::new();
        for number in 0..20 {
            let store = db.store.clone();
            let id = if number < 10 { "same".to_owned() } else { format!("other{number}") };
            drafts.spawn(async move { store.create_client(&to_id(&id), &draft("Anna Verdi")).await.unwrap() });
        }
        drafts.join_all().await;
        let clients = db.store.clients().await.unwrap();
        assert_eq!(clients.len(), 11);
        for client in &clients {
            assert_eq!(client.token.reveal().len(), 43);
            assert!(client.slug.as_str().starts_with("anna-verdi-"));
            assert_eq!(client.created_at, noon());
            db.store.person_by_slug(client.slug.as_str()).await.unwrap();
            db.store.client_by_token(client.token.reveal()).await.unwrap();
        }
    }

    async fn second_client_with_the_same_id_is_refused(db: Database) {
        db.with_workspace().await;
        for _ in 0..2 {
            db.store.create_client(&to_id("anna"), &draft("Anna")).await.unwrap();
        }
        let mut other = draft("Anna");
        other.company = Some("Trattoria".to_owned());
        let second = db.store.create_client(&to_id("anna"), &other).await;
        assert!(matches!(second, Err(Error::Domain(DomainError::Stale))), "{second:?}");
        assert_eq!(db.store.client_card(&to_id("anna")).await.unwrap().client.company, None);
    }

    async fn stale_client_save_is_rejected(db: Database) {
        db.with_workspace().await;
        let seen = db.store.client_card(&to_id("rossi")).await.unwrap().version;
        db.store.save_client(&admin(), &to_id("rossi"), &draft("Primo"), &seen).await.unwrap();
        for version in [seen.as_str(), "", "0000000000000000"] {
            let second = db.store.save_client(&admin(), &to_id("rossi"), &draft("Secondo"), version).await;
            assert!(matches!(second, Err(Error::Domain(DomainError::Stale))), "{version}");
        }
        assert_eq!(db.store.client_card(&to_id("rossi")).await.unwrap().client.name, "Primo");
        for id in ["nobody", "site"] {
            assert!(is_unknown(&db.store.save_client(&admin(), &to_id(id), &draft("X"), &seen).await), "{id}");
            assert!(is_unknown(&db.store.client_card(&to_id(id)).await), "{id}");
            assert!(is_unknown(&db.store.client_deletion_impact(&to_id(id)).await), "{id}");
            assert!(is_unknown(&db.store.delete_client(&admin(), &to_id(id)).await), "{id}");
            assert!(is_unknown(&db.store.rotate_token(&admin(), &to_id(id), "").await), "{id}");
            assert!(is_unknown(&db.store.new_slug(&admin(), &to_id(id), "").await), "{id}");
        }
    }

    async fn rotated_token_ends_credentials_and_keeps_slug(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let (credential, verdis) = (rossi.portal_credential(), verdi.portal_credential());
        rotate(&db.store, &rossi).await;
        assert!(db.store.client_by_token(ROSSI_TOKEN).await.is_err());
        assert!(db.store.client_by_credential(&credential).await.is_err());
        assert!(db.store.client_by_credential(&verdis).await.is_ok());
        let now = db.store.person_by_slug("rossi-a1b2").await.unwrap();
        assert_eq!(now.client().token.reveal().len(), 43);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE action = 'token_rotated'").await, 1);
    }

    async fn new_slug_ends_credentials_and_keeps_token(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let credential = rossi.portal_credential();
        let seen = db.store.client_card(&to_id("rossi")).await.unwrap().slug_version;
        db.store.new_slug(&admin(), &to_id("rossi"), &seen).await.unwrap();
        assert!(db.store.person_by_slug("rossi-a1b2").await.is_err());
        assert!(db.store.client_by_credential(&credential).await.is_err());
        let now = db.store.client_by_token(ROSSI_TOKEN).await.unwrap();
        assert!(now.client().slug.as_str().starts_with("rossi-"));
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE action = 'slug_changed'").await, 1);
    }

    async fn concurrent_rotations_change_token_and_slug_once(db: Database) {
        db.with_workspace().await;
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        let mut requests = JoinSet::new();
        for number in 0..20 {
            let (store, card) = (db.store.clone(), card.clone());
            requests.spawn(async move {
                if number % 2 == 0 {
                    store.rotate_token(&admin(), &to_id("rossi"), &card.token_version).await.unwrap();
                } else {
                    store.new_slug(&admin(), &to_id("rossi"), &card.slug_version).await.unwrap();
                }
            });
        }
        requests.join_all().await;
        assert_eq!(db.number("SELECT COUNT(*) FROM audit").await, 2);
    }

    async fn delete_client_removes_its_reported_impact(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"leads": [{"id": "l", "name": "Rossi", "client_id": "rossi"}],
            "quote_items": [{"id": "q", "project_id": "shop", "description": "X", "quantity": "1", "unit_price_cents": 1}],
            "material_requests": [{"id": "m", "project_id": "old", "title": "Logo", "kind": "file"}],
            "notes": [{"id": "n", "project_id": "old", "text": "Nota"}]}"#).await;
        let takes = db.store.client_deletion_impact(&to_id("rossi")).await.unwrap();
        assert_eq!(takes, DeletionImpact {
            projects: 3, phases: 4, tasks: 1, deliverables: 1, approved: 0, messages: 2, payments: 2, documents: 1,
            material_requests: 1, notes: 1, time_entries: 1, quote_items: 1, receipts: 0,
        });
        let verdis = db.store.client_deletion_impact(&to_id("verdi")).await.unwrap();
        assert_eq!((verdis.projects, verdis.messages, verdis.payments), (1, 1, 0));
        db.store.delete_client(&admin(), &to_id("rossi")).await.unwrap();
        assert!(is_unknown(&db.store.delete_client(&admin(), &to_id("rossi")).await), "twice");
        assert!(is_unknown(&db.store.client_card(&to_id("rossi")).await));
        assert_eq!(db.store.client_deletion_impact(&to_id("verdi")).await.unwrap(), verdis);
        assert_eq!(db.number("SELECT COUNT(*) FROM client_word WHERE client_id = 'rossi'").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM lead WHERE id = 'l' AND client_id IS NULL").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE action = 'client_deleted' AND subject_id = 'rossi' \
            AND subject_name = 'Rossi' AND actor = 'admin@example.it'").await, 1);
    }

    async fn client_card_lists_active_projects_first(db: Database) {
        db.with_workspace().await;
        let names = |card: domain::clients::ClientCard| {
            card.projects.into_iter().map(|project| project.name).collect::<Vec<_>>()
        };
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        assert!(!card.more_projects);
        assert_eq!(names(card), ["Negozio", "Sito", "Vecchio"]);
        let many: Vec<String> = (0..50)
            .map(|number| format!(r#"{{"id": "many{number}", "client_id": "rossi", "name": "N{number}"}}"#))
            .collect();
        db.import(&format!(r#"{{"projects": [{}]}}"#, many.join(","))).await;
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        assert_eq!((card.projects.len(), card.more_projects), (50, true));
    }
}
