//! How the agency presents itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Agency;
use store::LogoKind;

use crate::support::{noon, on_both_databases};

fn svg(content: &str) -> String {
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(format!("<svg>{content}</svg>")))
}

on_both_databases! {
    async fn an_agency_that_has_chosen_nothing_has_nothing(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        assert_eq!(db.store.agency().await.unwrap(), Agency::default());
        assert_eq!(db.store.logo().await.unwrap(), None);
        let portal = db.store.portal(&rossi, None).await.unwrap();
        assert_eq!((portal.agency, portal.now), (Agency::default(), noon()));
    }

    async fn name_accent_and_logo_are_as_they_were_set(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.set_setting("agency_name", "  Studio Lume ").await.unwrap();
        db.store.set_setting("accent", "#B8431F").await.unwrap();
        db.store.set_setting("logo", &svg("uno")).await.unwrap();
        let agency = db.store.agency().await.unwrap();
        assert_eq!(agency.name.as_deref(), Some("Studio Lume"));
        assert_eq!(agency.accent.map(String::from).as_deref(), Some("#b8431f"));
        let logo = db.store.logo().await.unwrap().unwrap();
        assert_eq!((logo.kind, logo.bytes.as_slice()), (LogoKind::Svg, &b"<svg>uno</svg>"[..]));
        assert_eq!(agency.logo, Some(logo.version()));
        assert_eq!(db.store.portal(&rossi, None).await.unwrap().agency, agency);

        // Another logo is another version.
        db.store.set_setting("logo", &svg("due")).await.unwrap();
        assert_ne!(db.store.agency().await.unwrap().logo, agency.logo);
    }

    async fn what_is_malformed_is_absent(db: Database) {
        db.store.set_setting("agency_name", " \n ").await.unwrap();
        db.store.set_setting("accent", "tomato").await.unwrap();
        db.store.set_setting("logo", "https://example.com/logo.svg").await.unwrap();
        assert_eq!(db.store.agency().await.unwrap(), Agency::default());
        assert_eq!(db.store.logo().await.unwrap(), None);
    }
}
