//! Time and the timer.

use serde_json::{Value, json};

use super::{admin, field_value, open_page, post_form, redirect_location, submit_record_form};
use crate::support::{TestServer, on_sqlite};

on_sqlite![
    time_entry_durations_are_parsed_and_totalled,
    time_entry_with_foreign_task_is_refused,
    stopped_timer_saves_a_time_entry,
    starting_second_timer_stops_the_first,
    timer_over_24_hours_is_capped_and_opened_for_edit,
    discard_timer_asks_for_confirmation,
    running_timer_is_on_every_page,
];

const TIMES: &str = "/admin/projects/sito/times";
/// The empty form of the timer.
const EMPTY_TIMER_FORM: &[(&str, &str)] = &[("form[description]", "")];

async fn time_entry_durations_are_parsed_and_totalled(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (number, minutes) in ["90", "1:30", "1,5 h"].into_iter().enumerate() {
        let fields = [("form[spent_on]", "2026-10-02"), ("form[minutes]", minutes), ("form[task]", "home")];
        let added = submit_record_form(&mut admin, "add_time_entry", &format!("t{number}"), &fields).await;
        assert_eq!(added, format!("{TIMES}?done=time-created"));
    }
    let fields = [("form[spent_on]", "2026-11-20"), ("form[minutes]", "5"), ("form[description]", "Telefonata <b>")];
    submit_record_form(&mut admin, "add_time_entry", "call", &fields).await;
    let page = open_page(&mut admin, TIMES).await;
    for expected in
        ["4:30", "ottobre 2026", "novembre 2026", "4:35", "Design · Pagina iniziale", "Telefonata &lt;b&gt;"]
    {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let mark = "id=\"time-new\"";
    for (minutes, expected) in [
        ("", "Compila questo campo"),
        ("0", "da 1 a 60000"),
        ("60001", "da 1 a 60000"),
        ("-5", "Scrivi una durata"),
        ("1e999", "Scrivi una durata"),
        ("1:75", "Scrivi una durata"),
        ("un’ora", "Scrivi una durata"),
    ] {
        let fields = [("form[spent_on]", "2026-11-20"), ("form[minutes]", minutes)];
        let address = submit_record_form(&mut admin, "add_time_entry", "x", &fields).await;
        let page = open_page(&mut admin, &address).await;
        assert!(page.contains(expected), "{minutes:?}: {page}");
        assert_eq!(field_value(&page, mark, "form[minutes]"), minutes);
    }
    assert_eq!(atrio.records("time_entries").await.len(), 4);

    let page = open_page(&mut admin, &format!("{TIMES}?edit=call")).await;
    let version = field_value(&page, "id=\"time-call\"", "version");
    assert_eq!(field_value(&page, "id=\"time-call\"", "form[minutes]"), "0:05");
    let fields =
        [("version", &*version), ("form[spent_on]", "2026-11-19"), ("form[minutes]", "1h"), ("form[description]", "")];
    submit_record_form(&mut admin, "save_time_entry", "call", &fields).await;
    let stored = atrio.record("time_entries", "call").await;
    assert_eq!(
        (&stored["minutes"], &stored["spent_on"], &stored["description"]),
        (&60.into(), &"2026-11-19".into(), &Value::Null)
    );
    let others = [&fields[..2], &[("form[minutes]", "2h"), ("form[description]", "")]].concat();
    assert!(submit_record_form(&mut admin, "save_time_entry", "call", &others).await.contains("error=stale"));
    assert!(
        open_page(&mut admin, &format!("{TIMES}?delete=call")).await.contains("Eliminare «19 novembre 2026, 1:00»?")
    );
    submit_record_form(&mut admin, "delete_time_entry", "call", &[]).await;
    assert_eq!(atrio.records("time_entries").await.len(), 3);
}

async fn time_entry_with_foreign_task_is_refused(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for task in ["foto", "nessuno", "a b", "\0"] {
        let fields = [("form[spent_on]", "2026-11-20"), ("form[minutes]", "5"), ("form[task]", task)];
        let address = submit_record_form(&mut admin, "add_time_entry", "x", &fields).await;
        assert!(open_page(&mut admin, &address).await.contains("Non esiste più: scegli di nuovo"), "{task:?}");
        let address = submit_record_form(&mut admin, "start_timer", "x", &[("form[task]", task)]).await;
        assert!(open_page(&mut admin, &address).await.contains("Non esiste più: scegli di nuovo"), "{task:?}");
    }
    assert!(atrio.records("time_entries").await.is_empty());
    assert!(open_page(&mut admin, TIMES).await.contains("action=\"/rpc/admin/start_timer\""));
}

async fn stopped_timer_saves_a_time_entry(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, TIMES).await;
    let id = field_value(&page, "id=\"timer\"", "id");
    let fields = [("form[task]", "home"), ("form[description]", "Bozze")];
    assert_eq!(submit_record_form(&mut admin, "start_timer", &id, &fields).await, TIMES);
    // A double click starts it once.
    assert_eq!(submit_record_form(&mut admin, "start_timer", &id, &fields).await, TIMES);
    atrio.clock.advance(61 * 60_000);
    let page = open_page(&mut admin, TIMES).await;
    for expected in
        ["Timer attivo su «Sito nuovo»", "20 novembre 2026, 11:00", "1:01", "Bozze · Pagina iniziale", "Ferma e salva"]
    {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(!page.contains("action=\"/rpc/admin/start_timer\""), "{page}");
    let stopped = submit_record_form(&mut admin, "stop_timer", &id, &[]).await;
    assert_eq!(stopped, format!("{TIMES}?done=saved"));
    assert_eq!(submit_record_form(&mut admin, "stop_timer", &id, &[]).await, stopped);
    let stored = atrio.record("time_entries", &id).await;
    assert_eq!(
        (&stored["minutes"], &stored["spent_on"], &stored["task_id"]),
        (&61.into(), &"2026-11-20".into(), &"home".into())
    );
    assert_eq!(atrio.records("time_entries").await.len(), 1);
}

async fn starting_second_timer_stops_the_first(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    submit_record_form(&mut admin, "start_timer", "uno", EMPTY_TIMER_FORM).await;
    atrio.clock.advance(60_000);
    let elsewhere = open_page(&mut admin, "/admin/projects/negozio/times").await;
    assert!(
        elsewhere.contains("Timer attivo su «Sito nuovo»") && elsewhere.contains("l’altro si ferma e viene salvato")
    );
    let started =
        post_form(&mut admin, "start_timer", &[("project", "negozio"), ("id", "due"), EMPTY_TIMER_FORM[0]]).await;
    assert_eq!(redirect_location(&started), "/admin/projects/negozio/times?done=timer-changed");
    assert_eq!(atrio.record("time_entries", "uno").await["minutes"], 1);
    // A stale page of the first project stops no other timer.
    submit_record_form(&mut admin, "stop_timer", "uno", &[]).await;
    assert!(open_page(&mut admin, TIMES).await.contains("Timer attivo su «Negozio»"));
}

async fn timer_over_24_hours_is_capped_and_opened_for_edit(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    submit_record_form(&mut admin, "start_timer", "t", EMPTY_TIMER_FORM).await;
    atrio.clock.advance(25 * 60 * 60_000);
    assert!(open_page(&mut admin, TIMES).await.contains("È attivo da più di 24 ore"));
    let stopped = submit_record_form(&mut admin, "stop_timer", "t", &[]).await;
    assert_eq!(stopped, format!("{TIMES}?edit=t&done=timer-cut"));
    let page = open_page(&mut admin, &stopped).await;
    assert!(page.contains("abbiamo salvato 24 h"), "{page}");
    assert_eq!(field_value(&page, "id=\"time-t\"", "form[minutes]"), "24:00");
}

async fn running_timer_is_on_every_page(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    assert!(!open_page(&mut admin, "/admin/clients").await.contains("Ferma il timer"));
    submit_record_form(&mut admin, "start_timer", "t", EMPTY_TIMER_FORM).await;
    atrio.clock.advance(12 * 60_000 + 59_000);
    for address in ["/admin", "/admin/clients", "/admin/leads", "/admin/settings"] {
        let page = open_page(&mut admin, address).await;
        assert!(page.contains("Timer attivo su «Sito nuovo»") && page.contains("0:12"), "{address}: {page}");
    }
    // One for everybody says whose it is.
    atrio.import(&json!({ "members": [{ "id": "zoe", "name": "Zoë", "email": "zoe@x.it", "role": "member" }] })).await;
    atrio.sql("UPDATE timer SET member_id = 'zoe'").await;
    assert!(open_page(&mut admin, "/admin/clients").await.contains("Timer attivo su «Sito nuovo» · Zoë"));
    assert!(open_page(&mut admin, TIMES).await.contains(">Zoë</span>"));
    atrio.sql("UPDATE timer SET member_id = NULL").await;
    submit_record_form(&mut admin, "stop_timer", "t", &[]).await;
    submit_record_form(&mut admin, "start_timer", "breve", EMPTY_TIMER_FORM).await;
    let stopped = submit_record_form(&mut admin, "stop_timer", "breve", &[]).await;
    assert_eq!(stopped, format!("{TIMES}?done=timer-too-short"));
    assert!(open_page(&mut admin, &stopped).await.contains("meno di un minuto"));
    assert_eq!(atrio.records("time_entries").await.len(), 1);
}

async fn discard_timer_asks_for_confirmation(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    submit_record_form(&mut admin, "start_timer", "t", EMPTY_TIMER_FORM).await;
    let page = open_page(&mut admin, &format!("{TIMES}?discard=1")).await;
    assert!(page.contains("Scartare il tempo del timer"), "{page}");
    assert_eq!(submit_record_form(&mut admin, "discard_timer", "t", &[]).await, format!("{TIMES}?done=deleted"));
    assert!(atrio.records("time_entries").await.is_empty());
    assert!(open_page(&mut admin, TIMES).await.contains("action=\"/rpc/admin/start_timer\""));
}
