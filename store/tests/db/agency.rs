//! Branding of the agency.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::settings::accent::Scheme;
use domain::{Agency, DomainError};
use store::{Error, Logo, LogoKind};

use crate::support::{admin, noon, on_both_databases};

fn drawing(content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{content}</svg>")
}

fn svg(content: &str) -> String {
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(drawing(content)))
}

fn logo(content: &str) -> Logo {
    Logo::of(drawing(content).into_bytes()).unwrap()
}

on_both_databases! {
    async fn agency_without_settings_is_default(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        assert_eq!(db.store.agency().await.unwrap(), Agency::default());
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), None);
        let portal = db.store.portal(&rossi, None).await.unwrap();
        assert_eq!((portal.agency, portal.now), (Agency::default(), noon()));
    }

    async fn name_accent_and_logo_are_stored(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.set_setting("agency_name", "  Studio Lume ").await.unwrap();
        db.store.set_setting("accent", "#B8431F").await.unwrap();
        db.store.set_setting("logo", &svg("uno")).await.unwrap();
        let agency = db.store.agency().await.unwrap();
        assert_eq!(agency.name.as_deref(), Some("Studio Lume"));
        assert_eq!(agency.accent.map(String::from).as_deref(), Some("#b8431f"));
        let logo = db.store.logo(Scheme::Light).await.unwrap().unwrap();
        assert_eq!((logo.kind, &*logo.bytes), (LogoKind::Svg, drawing("uno").as_bytes()));
        assert_eq!(db.store.portal(&rossi, None).await.unwrap().agency, agency);

        // Another logo has another version.
        db.store.set_setting("logo", &svg("due")).await.unwrap();
        assert_ne!(db.store.agency().await.unwrap().logo, agency.logo);
    }

    async fn largest_logo_can_be_imported(db: Database) {
        let content = "x".repeat(256 * 1024 - drawing("").len());
        db.import(&format!(r#"{{"settings": [{{"key": "logo", "value": "{}"}}]}}"#, svg(&content))).await;
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap().map(|logo| logo.bytes.len()), Some(256 * 1024));
    }

    async fn malformed_agency_settings_are_ignored(db: Database) {
        db.store.set_setting("agency_name", " \n ").await.unwrap();
        db.store.set_setting("accent", "tomato").await.unwrap();
        for invalid in ["https://example.com/logo.svg", ""] {
            db.store.set_setting("logo", invalid).await.unwrap();
            assert_eq!(db.store.agency().await.unwrap(), Agency::default());
            assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), None);
        }
    }

    async fn logo_version_follows_every_change(db: Database) {
        let version = |logo: Logo| Some(logo.version);
        db.import(&format!(r#"{{"settings": [{{"key": "logo", "value": "{}"}}]}}"#, svg("uno"))).await;
        assert_eq!(db.store.agency().await.unwrap().logo, version(logo("uno")));
        db.store.set_setting("logo", &svg("due")).await.unwrap();
        assert_eq!(db.store.agency().await.unwrap().logo, version(logo("due")));
        // A logo stored before versions existed gets one when the database is opened.
        db.execute("DELETE FROM internal WHERE key = 'logo_version'").await;
        let other = db.another_process(db.clock.clone()).await;
        assert_eq!(other.agency().await.unwrap().logo, version(logo("due")));
        other.close().await;
    }

    async fn logo_is_read_once_until_it_changes(db: Database) {
        // Until the changes of other processes are known, as at the start, it is read each time.
        let known = async |content: &str| loop {
            let [first, second] = [db.store.logo(Scheme::Light).await.unwrap(), db.store.logo(Scheme::Light).await.unwrap()];
            if let (Some(first), Some(second)) = (first, second)
                && first == logo(content)
                && std::ptr::eq(&raw const *first.bytes, &raw const *second.bytes)
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let within = |waiting| tokio::time::timeout(Duration::from_secs(10), waiting);
        db.store.set_setting("logo", &svg("uno")).await.unwrap();
        within(known("uno")).await.expect("it is kept in memory");
        db.store.set_logo(&admin(), Scheme::Light, Some(&logo("due")), &logo("uno").version).await.unwrap();
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), Some(logo("due")), "a change of this process counts at once");
        let other = db.another_process(db.clock.clone()).await;
        other.set_setting("logo", &svg("tre")).await.unwrap();
        within(known("tre")).await.expect("a change of another process counts soon");
        other.close().await;
    }

    async fn dark_logo_is_a_second_one_and_is_exported(db: Database) {
        let (light, dark) = (logo("chiaro"), logo("scuro"));
        db.store.set_logo(&admin(), Scheme::Light, Some(&light), "").await.unwrap();
        db.store.set_logo(&admin(), Scheme::Dark, Some(&dark), "").await.unwrap();
        let expected = (Some(light.version.clone()), Some(dark.version.clone()));
        let agency = db.store.agency().await.unwrap();
        assert_eq!((agency.logo, agency.logo_dark), expected);
        assert_eq!(db.store.logo(Scheme::Dark).await.unwrap(), Some(dark.clone()));
        let export = db.store.export().await.unwrap();

        db.store.set_logo(&admin(), Scheme::Dark, None, &dark.version).await.unwrap();
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), Some(light));
        assert_eq!(db.store.logo(Scheme::Dark).await.unwrap(), None);
        db.execute("DELETE FROM setting").await;
        db.store.import(&export, &mut |_, _| {}).await.unwrap();
        let agency = db.store.agency().await.unwrap();
        assert_eq!((agency.logo, agency.logo_dark), expected);
        assert_eq!(db.store.logo(Scheme::Dark).await.unwrap(), Some(dark));
    }

    async fn stale_logo_version_is_rejected(db: Database) {
        let (one, two) = (logo("uno"), logo("due"));
        db.store.set_logo(&admin(), Scheme::Light, Some(&one), "").await.unwrap();
        for seen in ["", "another", &two.version] {
            let stale = db.store.set_logo(&admin(), Scheme::Light, Some(&two), seen).await;
            assert!(matches!(stale, Err(Error::Domain(DomainError::Stale))), "{seen}");
            let stale = db.store.set_logo(&admin(), Scheme::Light, None, seen).await;
            assert!(matches!(stale, Err(Error::Domain(DomainError::Stale))), "{seen}");
        }
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), Some(one.clone()));
        db.store.set_logo(&admin(), Scheme::Light, Some(&two), &one.version).await.unwrap();
        assert_eq!(db.store.logo(Scheme::Light).await.unwrap(), Some(two.clone()));
        db.store.set_logo(&admin(), Scheme::Light, None, &two.version).await.unwrap();
        assert_eq!((db.store.logo(Scheme::Light).await.unwrap(), db.store.agency().await.unwrap().logo), (None, None));
        let export = String::from_utf8(db.store.export().await.unwrap()).unwrap();
        assert!(!export.contains("logo"), "{export}");
    }
}
