//! The names of members on what they write, and whose hours are whose.

use domain::audit::Actor;
use domain::id::{CommentId, LeadId, ProjectId};
use domain::overview::HoursOf;
use domain::projects::project_records::{NoteDraft, TimerDraft};
use domain::{
    ActivityDraft, ActivityKind, EmailAddress, Form, Member, MemberDraft, Note, ProjectRecord as _, Role, TimeEntry,
    Timestamp,
};
use serde_json::{Value, json};
use store::{ClientScope, ImportError, ReplyForm, Store};

use crate::support::{admin as account, export, noon, on_both_databases, text, to_id};

async fn luca(store: &Store) -> Member {
    let email = EmailAddress::parse("luca@example.it").unwrap();
    let draft = MemberDraft { name: "Luca Ferri".to_owned(), email, role: Role::Member };
    store.add_member(&account(), &draft).await.unwrap().0
}

/// The names on the agency's messages since noon, as the client gets them.
async fn shown(store: &Store, rossi: &ClientScope) -> [Vec<Option<String>>; 3] {
    let poll = store.poll(rossi, "site", Some(noon())).await.unwrap().comments;
    let history = store.history(rossi, "design", Timestamp::MAX).await.unwrap().messages;
    let portal = store.portal(rossi, Some("site")).await.unwrap().channels;
    let portal = portal.into_iter().find(|channel| channel.key.as_str() == "design").unwrap().messages;
    [poll, history, portal].map(|comments| {
        let new = comments.into_iter().filter(|comment| comment.created_at > noon());
        new.map(|comment| comment.author_name).collect()
    })
}

on_both_databases! {
    async fn reply_keeps_name_of_renamed_member(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.clock.advance(1_000);
        let luca = luca(&db.store).await;
        let key = || Some(to_id::<CommentId>("019f0000-0000-7000-8000-000000000001"));
        let reply = async |by: &Actor, id| {
            let id: Option<CommentId> = id;
            let form = ReplyForm { channel: "design", text: &text("Ecco"), files: &[], pin: None, id: id.as_ref(), seen: None };
            db.store.reply_once(by, rossi.id(), form).await.unwrap()
        };
        let written = reply(&luca.actor(), key()).await;
        assert_eq!(written.author_name.as_deref(), Some("Luca Ferri"));
        let renamed = Actor::Member(luca.id.clone(), "Luca Bianchi".to_owned());
        assert_eq!(reply(&renamed, key()).await, written);
        assert_eq!(reply(&account(), None).await.author_name, None);

        db.store.delete_member(&account(), &luca.id).await.unwrap();
        let names = || vec![Some("Luca Ferri".to_owned()), None];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);
        let thread = db.store.thread(rossi.id(), Some("design"), None).await.unwrap();
        assert!(thread.channel().unwrap().messages.contains(&written));
        let exported = export(&db.store).await;
        let comments = exported["comments"].as_array().unwrap();
        let replies = comments.iter().filter(|one| one["text"] == "Ecco").map(|one| one.get("author_name"));
        assert_eq!(replies.collect::<Vec<_>>(), [Some(&"Luca Ferri".into()), None]);
    }

    async fn clients_get_no_member_names_when_agency_hides_them(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.clock.advance(1_000);
        let luca = luca(&db.store).await;
        let reply = ReplyForm { channel: "design", text: &text("Ecco"), files: &[], pin: None, id: None, seen: None };
        let written = db.store.reply_once(&luca.actor(), rossi.id(), reply).await.unwrap();
        db.store.set_setting("show_member_names", "off").await.unwrap();
        assert_eq!(shown(&db.store, &rossi).await, [vec![None], vec![None], vec![None]]);
        // Names of contacts are not the agency's.
        let by_carla = json!({"comments": [{"id": "by-carla", "entity_type": "phase", "entity_id": "design", "author": "client",
            "text": "Ciao", "author_name": "Carla"}]});
        db.import(&by_carla.to_string()).await;
        let carla = Some("Carla".to_owned());
        let names = || vec![None, carla.clone()];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);

        let thread = db.store.thread(rossi.id(), Some("design"), None).await.unwrap();
        assert!(thread.channel().unwrap().messages.contains(&written), "the agency keeps them");
        let exported = export(&db.store).await;
        let comments = exported["comments"].as_array().unwrap();
        assert_eq!(comments.iter().find(|one| one["text"] == "Ecco").unwrap()["author_name"], "Luca Ferri");
        db.store.set_setting("show_member_names", "on").await.unwrap();
        let names = || vec![Some("Luca Ferri".to_owned()), carla.clone()];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);
    }

    async fn time_entry_is_of_member_who_entered_it_or_started_the_timer(db: Database) {
        db.with_workspace().await;
        let luca = luca(&db.store).await;
        let time = |minutes: &str| {
            let form = Form::default().with("spent_on", Some("2026-11-20")).with("minutes", Some(minutes));
            TimeEntry::parse_form(&form).unwrap()
        };
        let site = to_id::<ProjectId>("site");
        db.store.add_record::<TimeEntry>(&luca.actor(), &site, to_id("by-luca"), &time("60")).await.unwrap();
        db.store.add_record::<TimeEntry>(&account(), &site, to_id("by-account"), &time("10")).await.unwrap();
        let draft = TimerDraft { task_id: None, description: None };
        db.store.start_timer(&luca.actor(), &site, &to_id("timed"), &draft).await.unwrap();
        db.clock.advance(30 * 60_000);
        db.store.start_timer(&account(), &site, &to_id("next"), &draft).await.unwrap();
        // Whoever corrects an entry, it stays the other's.
        let version = db.store.time_sheet(&site, None, Some(&to_id("by-luca"))).await.unwrap().entries.items;
        let version = &version.iter().find(|one| one.record.id.as_str() == "by-luca").unwrap().version;
        db.store.save_record::<TimeEntry>(&site, &to_id("by-luca"), &time("90"), version).await.unwrap();

        let month = "2026-11-20".parse().unwrap();
        let hours = async |whose: HoursOf| {
            let lines = db.store.hours_list(month, &whose, None).await.unwrap().items;
            let months = db.store.hours_by_month(month, &whose, 1).await.unwrap();
            (lines.iter().map(|line| line.month_minutes).sum::<i64>(), months[0].1)
        };
        let people = async || {
            let people = db.store.hours_by_person(month).await.unwrap();
            people.into_iter().map(|one| (one.member.map(|(_, name)| name), one.minutes)).collect::<Vec<_>>()
        };
        assert_eq!(people().await, [(Some("Luca Ferri".to_owned()), 120), (None, 10)]);
        let of_luca = HoursOf::Member(luca.id.clone());
        assert_eq!(hours(HoursOf::Everybody).await, (130, 130));
        assert_eq!((hours(of_luca.clone()).await, hours(HoursOf::Agency).await), ((120, 120), (10, 10)));

        db.store.delete_member(&account(), &luca.id).await.unwrap();
        assert_eq!(people().await, [], "all hours are of one person again");
        assert_eq!((hours(of_luca).await, hours(HoursOf::Agency).await), ((0, 0), (130, 130)));
    }

    async fn notes_and_activities_have_name_of_member(db: Database) {
        db.with_workspace().await;
        let (luca, site, lead) = (luca(&db.store).await, to_id::<ProjectId>("site"), to_id::<LeadId>("dora"));
        db.import(r#"{"leads": [{"id": "dora", "name": "Dora", "next_step": "Telefonare"}]}"#).await;
        let note = NoteDraft { text: "Chiamare".to_owned() };
        let call = ActivityDraft { kind: ActivityKind::Call, text: "Sentita".to_owned() };
        for (by, id) in [(luca.actor(), "by-luca"), (account(), "by-account")] {
            db.store.add_record::<Note>(&by, &site, to_id(id), &note).await.unwrap();
            db.store.add_activity(&by, &lead, &to_id(id), &call).await.unwrap();
        }
        let version = db.store.notes(&site, None, None).await.unwrap().1.items;
        let version = &version.iter().find(|one| one.record.id.as_str() == "by-luca").unwrap().version;
        db.store.save_record::<Note>(&site, &to_id("by-luca"), &note, version).await.unwrap();
        db.store.finish_step(&luca.actor(), &lead, "Telefonare", None).await.unwrap();

        let exported = export(&db.store).await;
        let name = |member: &str, id: &str| {
            let record = exported[member].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
            record.get("author_name").unwrap().clone()
        };
        for member in ["notes", "activities"] {
            assert_eq!((name(member, "by-luca"), name(member, "by-account")), ("Luca Ferri".into(), Value::Null));
        }
        let step = exported["activities"].as_array().unwrap().iter().find(|one| one["text"] == "✓ Telefonare");
        assert_eq!(step.unwrap()["author_name"], "Luca Ferri");
    }

    async fn members_of_time_entries_notes_and_activities_round_trip(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "members": [{"id": "luca", "name": "Luca", "email": "luca@example.it", "role": "member"}],
            "leads": [{"id": "dora", "name": "Dora"}],
            "time_entries": [{"id": "t2", "project_id": "site", "spent_on": "2026-03-02", "minutes": 5, "member_id": "luca"}],
            "notes": [{"id": "n1", "project_id": "site", "text": "Nota", "created_at": "2026-03-01", "author_name": "Luca"}],
            "activities": [{"id": "a1", "lead_id": "dora", "kind": "note", "created_at": "2026-03-01", "author_name": "Luca"}],
        }).to_string()).await;
        let exported = export(&db.store).await;
        assert_eq!(exported["time_entries"][0].get("member_id"), Some(&Value::Null));
        assert_eq!(exported["time_entries"][1], json!({"id": "t2", "project_id": "site", "task_id": null,
            "spent_on": "2026-03-02", "minutes": 5, "description": null, "member_id": "luca"}));
        assert_eq!(exported["notes"], json!([{"id": "n1", "project_id": "site", "text": "Nota",
            "created_at": "2026-03-01T00:00:00.000Z", "author_name": "Luca"}]));
        assert_eq!(exported["activities"], json!([{"id": "a1", "lead_id": "dora", "kind": "note", "text": "", "starts_at": null,
            "payload": null, "created_at": "2026-03-01T00:00:00.000Z", "author_name": "Luca"}]));
        let (copy, file) = (db.sibling().await, db.store.export().await.unwrap());
        copy.import(std::str::from_utf8(&file).unwrap()).await;
        assert_eq!(copy.store.export().await.unwrap(), file);
        copy.store.close().await;

        let entry = |member: &str| json!({"time_entries": [
            {"id": "t3", "project_id": "site", "spent_on": "2026-03-02", "minutes": 5, "member_id": member}]});
        let note = |name: &str| json!({"notes": [{"id": "n2", "project_id": "site", "text": "x", "author_name": name}]});
        for (file, problem) in [
            (entry("nobody"), "time_entries[0].member_id: names no member"),
            (note(""), "notes[0].author_name: must not be empty"),
            (note(&"x".repeat(201)), "notes[0].author_name: must be at most 200 characters"),
        ] {
            let refused = db.store.import(file.to_string().as_bytes(), &mut |_, _| ()).await;
            assert!(matches!(&refused, Err(ImportError::Invalid(found)) if found.starts_with(problem)), "{refused:?}");
        }
    }
}
