//! New slugs and tokens of a portal: the old ones stop working at once everywhere.

use serde_json::json;

use crate::admin_browser::{admin, post_form, redirect_location};
use crate::browser::Browser;
use crate::clients::hidden_field;
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    rotated_token_invalidates_the_old_one,
    new_slug_invalidates_the_old_one,
    resubmitted_form_changes_address_once,
];

async fn poll(atrio: &TestServer, credential: &str) -> TestResponse {
    atrio.get(&format!("/api/client/chat?project_id=sito&token={credential}")).await
}

async fn rotated_token_invalidates_the_old_one(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let mut anna = Browser::new(&atrio);
    assert_eq!(anna.get("/c/anna-verdi-x7k2").await.status, 200);
    let (credential, cookie) = (atrio.credential(ANNA).await, anna.cookies["atrio.pass"].clone());
    assert_eq!(poll(&atrio, &credential).await.status, 200);

    let confirmation = admin.get("/admin/clients/anna?change=token").await.text;
    assert!(confirmation.contains("smette subito di funzionare"), "{confirmation}");
    let fields = [("client", "anna"), ("seen", &*hidden_field(&confirmation, "seen"))];
    assert_eq!(
        redirect_location(&post_form(&mut admin, "rotate_token", &fields).await),
        "/admin/clients/anna?done=saved&about=portal#portal"
    );

    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 404);
    for dead in [ANNA, &credential, &cookie] {
        poll(&atrio, dead).await.assert_error(403, "Accesso non consentito");
        let approve = json!({ "token": dead, "deliverableId": "mockup" }).to_string();
        atrio.post("/api/client/approve", approve).await.assert_error(404, "Token non valido");
    }
    // The old cookie is void: with the guess budget used up it opens nothing.
    assert_eq!(anna.get("/c/anna-verdi-x7k2").await.status, 200, "the slug is unchanged");
    for number in 0..20 {
        assert_eq!(atrio.get(&format!("/c/anna-verdi-{number:04}")).await.status, 404);
    }
    let mut old = Browser::new(&atrio);
    old.cookies.insert("atrio.pass".into(), cookie);
    assert_eq!(old.get("/c/anna-verdi-x7k2").await.status, 429);

    let clients = atrio.records("clients").await;
    let token = clients[0]["token"].as_str().expect("a token");
    assert!(admin.get("/admin/clients/anna").await.text.contains(token));
    assert_eq!((poll(&atrio, token).await.status.as_u16(), token.len()), (200, 43));
    assert_eq!(
        poll(&atrio, "bruno-bruno-bruno-bruno-bruno-bruno-bruno-b").await.status,
        403,
        "a token of another client"
    );
}

async fn new_slug_invalidates_the_old_one(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let credential = atrio.credential(ANNA).await;
    let confirmation = admin.get("/admin/clients/anna?change=slug").await.text;
    let fields = [("client", "anna"), ("seen", &*hidden_field(&confirmation, "seen"))];
    assert_eq!(
        redirect_location(&post_form(&mut admin, "new_slug", &fields).await),
        "/admin/clients/anna?done=saved&about=portal#portal"
    );
    assert_eq!(atrio.get("/c/anna-verdi-x7k2").await.status, 404);
    poll(&atrio, &credential).await.assert_error(403, "Accesso non consentito");
    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 200);
    let clients = atrio.records("clients").await;
    let slug = clients[0]["slug"].as_str().expect("a slug");
    assert!(slug.starts_with("anna-verdi-") && slug != "anna-verdi-x7k2");
    assert_eq!(atrio.get(&format!("/c/{slug}")).await.status, 200);
}

async fn resubmitted_form_changes_address_once(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (change, function) in [("token", "rotate_token"), ("slug", "new_slug")] {
        let confirmation = admin.get(&format!("/admin/clients/anna?change={change}")).await.text;
        let fields = [("client", "anna"), ("seen", &*hidden_field(&confirmation, "seen"))];
        post_form(&mut admin, function, &fields).await;
        let once = atrio.records("clients").await;
        assert_eq!(
            redirect_location(&post_form(&mut admin, function, &fields).await),
            "/admin/clients/anna?done=saved&about=portal#portal"
        );
        assert_eq!(atrio.records("clients").await, once, "{change}");
        for seen in ["", "x", "0000000000000000"] {
            post_form(&mut admin, function, &[("client", "anna"), ("seen", seen)]).await;
        }
        assert_eq!(atrio.records("clients").await, once, "{change}");
    }
}
