//! The page of a version that is a picture, and what is written about places on it.

use serde_json::json;
use store::ClientScope;

use crate::admin_browser::{admin, get_page};
use crate::browser::Browser;
use crate::contacts::{CARLA, DINO, with_contacts};
use crate::files::send_file;
use crate::support::{ANNA, BRUNO, TestServer, on_both_databases, on_sqlite};

on_both_databases![both_sides_write_about_a_place_on_a_picture];

on_sqlite![picture_of_a_foreign_or_pending_deliverable_is_not_found, recording_has_a_player];

/// White, twice as wide as high.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0\xd1I V\0\0\0\x0bIDATx\x9cc\xf8\xff\x1f\0\x03\0\x01\xff\xfc%\xdcQ\0\0\0\0IEND\xaeB`\x82";

const AGENCYS: &str = "/admin/clients/anna/deliverables/mockup";

async fn with_picture(atrio: &TestServer) -> Browser {
    let mut admin = admin(atrio).await;
    let path = "/rpc/admin/upload/version/sito/mockup";
    let sent = send_file(&mut admin, path, &[("id", "v")], "Mockup.png", PICTURE).await;
    assert!(sent.header("location").contains("done=saved"), "{}", sent.header("location"));
    admin
}

async fn scope(atrio: &TestServer, token: &str) -> ClientScope {
    atrio.store.client_by_token(token).await.unwrap()
}

async fn both_sides_write_about_a_place_on_a_picture(atrio: TestServer) {
    with_contacts(&atrio).await;
    let mut admin = with_picture(&atrio).await;
    let carla = scope(&atrio, CARLA).await;
    let viewer = format!("/c/{}/deliverables/mockup", carla.portal_key());
    let mut browser = Browser::new(&atrio);
    let page = get_page(&mut browser, &viewer).await;
    assert!(page.contains("type=\"image\" name=\"point\"") && page.contains("width=\"2\" height=\"1\""), "{page}");
    let portal = get_page(&mut browser, &format!("/c/{CARLA}?project=sito")).await;
    assert!(portal.contains(&format!("href=\"{viewer}\"")), "{portal}");

    // With a script the page tells how large the picture was; without one it is 320 pixels wide.
    for (query, place) in
        [("point.x=50&point.y=50&w=200&h=100", "250-500"), ("point.x=80&point.y=120&w=&h=", "250-750")]
    {
        let clicked = browser.get(&format!("{viewer}?version=2&{query}")).await;
        assert_eq!(
            (clicked.status.as_u16(), clicked.header("location")),
            (302, &*format!("{viewer}?version=2&at={place}#at"))
        );
    }
    let fields = |place, text| {
        [("key", carla.portal_key()), ("pass", carla.portal_credential()), ("deliverable", "mockup".into())]
            .into_iter()
            .chain([("place", String::from(place)), ("text", String::from(text))])
            .collect::<Vec<_>>()
    };
    for (place, text, outcome) in [
        ("2-250-500", "Più grande", ""),
        ("2-250-500", "", "error=empty"),
        ("2-250-1001", "Fuori", "error="),
        ("1-250-500", "Non è un’immagine", "error="),
    ] {
        let fields = fields(place, text);
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let sent = browser.post("/rpc/pin", &fields).await;
        assert!(sent.header("location").contains(outcome), "{place}: {}", sent.header("location"));
        assert_eq!(sent.header("location").contains("error"), !outcome.is_empty(), "{place}");
    }
    let page = get_page(&mut browser, &format!("{viewer}?at=250-500")).await;
    assert!(page.contains("Più grande") && page.contains("value=\"2-250-500\""), "{page}");

    let answered = admin
        .post(
            "/rpc/admin/reply_at_pin",
            &[("client", "anna"), ("deliverable", "mockup"), ("form[place]", "2-250-500"), ("form[text]", "Certo")],
        )
        .await;
    assert_eq!(answered.header("location"), format!("{AGENCYS}?version=2&at=250-500#at"));
    for page in [get_page(&mut admin, AGENCYS).await, get_page(&mut browser, &viewer).await] {
        assert!(page.contains("Certo") && page.matches("class=\"pin\"").count() == 1, "one pin: {page}");
    }
    let pin = json!({ "deliverable_id": "mockup", "version": 2, "x": 250, "y": 500 });
    let messages = atrio.records("comments").await;
    let about: Vec<_> = messages.iter().filter(|one| one.get("pin") == Some(&pin)).collect();
    assert_eq!(about.len(), 2);

    let first = about.iter().find(|one| one["text"] == "Più grande").unwrap()["id"].as_str().unwrap();
    for (browser, path, page) in
        [(&mut browser, "/files/pins/", viewer.as_str()), (&mut admin, "/admin/pins/", AGENCYS)]
    {
        let way = browser.get(&format!("{path}{first}")).await;
        assert_eq!(way.header("location"), format!("{page}?version=2&at=250-500#at"));
        let drawing = browser.get(&format!("{path}{first}?w=576")).await;
        assert_eq!((drawing.status.as_u16(), drawing.header("content-type")), (200, "image/svg+xml"));
        assert!(drawing.text.contains("data:image/jpeg") && drawing.text.contains(">1</text>"), "{}", drawing.text);
    }
    let chat = get_page(&mut browser, &format!("/c/{CARLA}?project=sito&channel=design")).await;
    assert!(chat.contains(&format!("src=\"/files/pins/{first}?w=576\"")), "{chat}");

    let (dino, mut looking) = (scope(&atrio, DINO).await, Browser::new(&atrio));
    let page = get_page(&mut looking, &format!("/c/{}/deliverables/mockup?at=250-500", dino.portal_key())).await;
    assert!(page.contains("Certo") && !page.contains("name=\"point\"") && !page.contains("<textarea"), "{page}");
    let (pass, key) = (dino.portal_credential(), dino.portal_key());
    let fields = [("key", &*key), ("pass", &*pass), ("deliverable", "mockup"), ("place", "2-1-1"), ("text", "Mio")];
    let refused = looking.post("/rpc/pin", &fields).await.header("location").to_owned();
    let page = get_page(&mut looking, refused.split('#').next().unwrap_or_default()).await;
    assert!(page.contains("role=\"alert\"") && page.contains("class=\"prose\">Mio</blockquote>"), "{page}");
}

async fn picture_of_a_foreign_or_pending_deliverable_is_not_found(atrio: TestServer) {
    let mut admin = with_picture(&atrio).await;
    let (anna, bruno) = (scope(&atrio, ANNA).await, scope(&atrio, BRUNO).await);
    let mut browser = Browser::new(&atrio);
    let of = |scope: &ClientScope, id: &str| format!("/c/{}/deliverables/{id}", scope.portal_key());
    assert_eq!(browser.get(&of(&anna, "mockup")).await.status, 200);
    for path in [of(&anna, "nessuno"), of(&anna, "mockup?version=9"), of(&bruno, "mockup")] {
        assert_eq!(browser.get(&path).await.status, 404, "{path}");
    }
    let (pass, key) = (bruno.portal_credential(), bruno.portal_key());
    let fields = [("key", &*key), ("pass", &*pass), ("deliverable", "mockup"), ("place", "1-1-1"), ("text", "Ciao")];
    let foreign = browser.post("/rpc/pin", &fields).await;
    assert!(foreign.header("location").contains("error=missing"), "{}", foreign.header("location"));
    assert_eq!(admin.get("/admin/clients/bruno/deliverables/mockup").await.status, 404);
    let text = domain::MessageText::parse("Qui").unwrap();
    let place = "1-1".parse::<domain::Place>().unwrap();
    let pin = place.on(domain::id::DeliverableId::parse("mockup").unwrap(), 1);
    let draft = store::MessageDraft { pin: Some(&pin), ..(&text).into() };
    let channel = domain::Channel::Phase(domain::id::PhaseId::parse("design").unwrap());
    let message = atrio.store.post_message(&anna, &channel, draft, None).await.unwrap().id;
    let mut others = Browser::new(&atrio);
    others.get(&format!("/c/{BRUNO}")).await;
    for path in [format!("/files/pins/{message}?w=1"), format!("/files/pins/{message}")] {
        others.get(&path).await.assert_error(404, "File non trovato");
        assert!(!browser.get(&path).await.status.is_client_error(), "{path}");
    }
    atrio.sql("UPDATE deliverable SET status = 'pending' WHERE id = 'mockup'").await;
    assert_eq!(browser.get(&of(&anna, "mockup")).await.status, 404);
    let (pass, key) = (anna.portal_credential(), anna.portal_key());
    let fields =
        [("key", &*key), ("pass", &*pass), ("deliverable", "mockup"), ("place", "1-1-1"), ("text", "Va persa?")];
    let refused = browser.post("/rpc/pin", &fields).await.header("location").to_owned();
    let page = get_page(&mut browser, refused.split('#').next().unwrap_or_default()).await;
    assert!(page.contains("Non esiste più") && page.contains(">Va persa?</textarea>"), "{page}");
    assert_eq!(browser.get(&format!("/files/pins/{message}?w=1")).await.status, 404);
}

async fn recording_has_a_player(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let path = "/rpc/admin/upload/version/sito/mockup";
    send_file(&mut admin, path, &[("id", "v")], "Spot.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom").await;
    let page = get_page(&mut admin, AGENCYS).await;
    assert!(page.contains("<video") && !page.contains("name=\"point\""), "{page}");
    let file = page.split_once("src=\"/files/").unwrap().1.split('"').next().unwrap();
    let player = admin.get(&format!("/files/{file}?open")).await;
    let policy = player.header("content-security-policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("media-src"), "{policy}");
    assert!(
        player.text.contains("<video") && player.text.contains(&format!("src=\"/files/{file}\"")),
        "{}",
        player.text
    );
}
