//! Settings of the agency.

use domain::audit::{Action, Filter};
use domain::settings::system_info::DatabaseKind;
use domain::{Accent, DomainError, FormOfAddress, Language, Problem, SettingsDraft};
use store::{Clock as _, Error, SystemClock};

use crate::support::{Database, admin, on_both_databases};

fn draft() -> SettingsDraft {
    SettingsDraft {
        agency_name: Some("Studio Lume".to_owned()),
        accent: Accent::parse("#b8431f").ok(),
        language: Language::En,
        form_of_address: FormOfAddress::Lei,
        show_member_names: false,
        time_zone: "Asia/Tokyo".to_owned(),
        delivery_days: 90,
        silent_days: 7,
        source_megabytes: 100,
        delivery_megabytes: 500,
        free_megabytes: 2_000,
    }
}

/// The changes in the audit log, newest first.
async fn changes(db: &Database) -> Vec<String> {
    let filter = Filter { action: Some(Action::SettingsChanged), ..Filter::default() };
    let page = db.store.audit(&filter, None).await.unwrap();
    page.items.into_iter().map(|entry| entry.subject_name).collect()
}

on_both_databases! {
    async fn saved_settings_are_returned(db: Database) {
        let before = db.store.settings().await.unwrap();
        assert_eq!(before.record, SettingsDraft { time_zone: "Europe/Rome".to_owned(), ..SettingsDraft::default() });
        db.store.save_settings(&admin(), &draft(), &before.version).await.unwrap();
        let after = db.store.settings().await.unwrap();
        assert_eq!(after.record, draft());
        assert_ne!(after.version, before.version);
        assert_eq!(db.store.language().await.unwrap(), Language::En);
        let agency = db.store.agency().await.unwrap();
        assert_eq!((agency.name.as_deref(), agency.shows_member_names), (Some("Studio Lume"), false));

        // An emptied field is removed.
        let empty = SettingsDraft { agency_name: None, accent: None, ..draft() };
        db.store.save_settings(&admin(), &empty, &after.version).await.unwrap();
        assert_eq!((db.store.setting("agency_name").await.unwrap(), db.store.setting("accent").await.unwrap()), (None, None));
    }

    async fn stale_settings_save_is_rejected(db: Database) {
        let seen = db.store.settings().await.unwrap().version;
        db.store.save_settings(&admin(), &draft(), &seen).await.unwrap();
        let other = SettingsDraft { agency_name: Some("Altro".to_owned()), ..draft() };
        let stale = db.store.save_settings(&admin(), &other, &seen).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::Stale))), "{stale:?}");
        assert_eq!(db.store.settings().await.unwrap().record, draft());
        assert_eq!(changes(&db).await.len(), 1);
    }

    async fn concurrent_settings_saves_accept_one(db: Database) {
        let seen = db.store.settings().await.unwrap().version;
        let other = db.another_process(db.clock.clone()).await;
        let drafts = ["Uno", "Due"].map(|name| SettingsDraft { agency_name: Some(name.to_owned()), ..draft() });
        let by = admin();
        let (one, two) = tokio::join!(
            db.store.save_settings(&by, &drafts[0], &seen),
            other.save_settings(&by, &drafts[1], &seen)
        );
        assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
        other.close().await;
    }

    async fn audit_log_names_changed_settings_without_values(db: Database) {
        let seen = db.store.settings().await.unwrap().version;
        let rome = SettingsDraft { time_zone: "Europe/Rome".to_owned(), ..draft() };
        db.store.save_settings(&admin(), &rome, &seen).await.unwrap();
        let seen = db.store.settings().await.unwrap().version;
        // An unchanged form records nothing.
        db.store.save_settings(&admin(), &rome, &seen).await.unwrap();
        db.clock.advance(1);
        db.store.save_settings(&admin(), &draft(), &seen).await.unwrap();
        assert_eq!(changes(&db).await, ["time_zone", "agency_name, accent, language, form_of_address, show_member_names, source_megabytes, delivery_megabytes, free_megabytes"]);
    }

    async fn invalid_numbers_fall_back_to_defaults(db: Database) {
        let seen = db.store.settings().await.unwrap().version;
        let days = SettingsDraft { delivery_days: 30, silent_days: 3, ..draft() };
        db.store.save_settings(&admin(), &days, &seen).await.unwrap();
        assert_eq!(db.store.settings().await.unwrap().record, days);
        assert_eq!(changes(&db).await, ["agency_name, accent, language, form_of_address, show_member_names, time_zone, delivery_days, silent_days, source_megabytes, delivery_megabytes, free_megabytes"]);
        for invalid in ["0", "3651", "trenta", "", "-1"] {
            db.store.set_setting("delivery_days", invalid).await.unwrap();
            db.store.set_setting("silent_days", invalid).await.unwrap();
            db.store.set_setting("source_megabytes", invalid).await.unwrap();
            let current = db.store.settings().await.unwrap().record;
            let current = (current.delivery_days, current.silent_days, current.source_megabytes);
            assert_eq!(current, (90, 7, if invalid == "3651" { 3_651 } else { 250 }), "{invalid:?}");
        }
    }

    async fn unknown_time_zone_is_rejected(db: Database) {
        let seen = db.store.settings().await.unwrap().version;
        for invalid in ["Europe/Atlantis", "Atlantis", "+02:00", "a\0b", "../../etc/passwd"] {
            let draft = SettingsDraft { time_zone: invalid.to_owned(), ..draft() };
            let Err(Error::Invalid(problems)) = db.store.save_settings(&admin(), &draft, &seen).await else {
                panic!("{invalid}");
            };
            assert_eq!(problems.of("time_zone"), Some(Problem::NotOneOf), "{invalid}");
        }
        let spelled = SettingsDraft { time_zone: "america/new_york".to_owned(), ..draft() };
        db.store.save_settings(&admin(), &spelled, &seen).await.unwrap();
        assert_eq!(db.store.settings().await.unwrap().record.time_zone, "America/New_York");
    }

    async fn zone_follows_time_zone_setting(db: Database) {
        let moment = "2026-11-20T10:00:00Z".parse().unwrap();
        assert_eq!(db.store.zone().await.unwrap().written(moment), "2026-11-20T11:00");
        let seen = db.store.settings().await.unwrap().version;
        db.store.save_settings(&admin(), &draft(), &seen).await.unwrap();
        assert_eq!(db.store.zone().await.unwrap().written(moment), "2026-11-20T19:00");
        db.store.set_setting("time_zone", "Europe/Atlantis").await.unwrap();
        assert_eq!(db.store.zone().await.unwrap().written(moment), "2026-11-20T11:00");
        assert_eq!(db.store.settings().await.unwrap().record.time_zone, "Europe/Rome");
    }

    async fn version_and_clock_of_the_database_are_read(db: Database) {
        let (version, schema) = db.store.database_version().await.unwrap();
        assert!(version.starts_with(|first: char| first.is_ascii_digit()) && schema >= 46, "{version} {schema}");
        let ahead = db.store.clock_ahead().await.unwrap();
        let now = db.store.clock().now().as_millis();
        let theirs = SystemClock.now().as_millis();
        assert!((theirs - now - ahead).abs() < 60_000, "{ahead}");
    }

    async fn record_counts_are_cached_for_a_minute(db: Database) {
        let empty = db.store.about().await.unwrap();
        assert_eq!(empty.database == DatabaseKind::Sqlite, db.url.starts_with("sqlite"));
        assert!(empty.bytes > 50_000, "{}", empty.bytes);
        let counts = |about: &domain::settings::system_info::About| {
            let counts = about.counts;
            [counts.clients, counts.projects, counts.leads, counts.messages]
        };
        assert_eq!(counts(&empty), [0, 0, 0, 0]);
        db.with_workspace().await;
        db.clock.advance(59_999);
        assert_eq!(counts(&db.store.about().await.unwrap()), [0, 0, 0, 0]);
        db.clock.advance(1);
        assert_eq!(counts(&db.store.about().await.unwrap()), [2, 4, 0, 3]);
        // When the clock steps back, an old count expires anyway.
        db.clock.advance(-120_000);
        assert_eq!(db.store.about().await.unwrap().counts.at, db.store.clock().now());
    }
}
