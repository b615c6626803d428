use super::*;
use crate::id::{DeliverableId, LeadId, ProjectId, SourceId};
use crate::{Channel, LinkCredential, Slug, Timestamp};

fn client_id() -> ClientId {
    ClientId::parse("rossi").expect("an id")
}

fn notice(recipient: Recipient, language: Language, events: Vec<NoticeEvent>) -> Notice {
    Notice {
        id: NotificationId::parse("n-1").expect("an id"),
        recipient,
        address: EmailAddress::parse("anna@example.com").expect("an address"),
        language,
        agency: Agency { name: Some("Studio Calanco".into()), ..Agency::default() },
        thread: "rossi:design".into(),
        topic: None,
        place: Place::Today,
        events,
        with_texts: true,
    }
}

fn message(from: &str) -> NoticeEvent {
    NoticeEvent::Message { from: from.into(), text: "Ciao".into(), at: Timestamp::MIN }
}

fn to_approve(title: &str) -> NoticeEvent {
    NoticeEvent::ToApprove { title: title.into() }
}

fn approved() -> NoticeEvent {
    NoticeEvent::Approved { title: "Scheda".into(), by: "Anna".into() }
}

fn changes() -> NoticeEvent {
    NoticeEvent::ChangesRequested { title: "Menu".into(), by: "Anna".into(), text: "Più blu".into() }
}

fn unlisted(messages: i64) -> NoticeEvent {
    NoticeEvent::Unlisted { messages, deliverables: 0 }
}

fn lead(name: &str) -> NoticeEvent {
    NoticeEvent::Lead { name: name.into() }
}

#[test]
fn subject_to_client_names_agency_or_title() {
    let reminder = NoticeEvent::Reminder { title: "Menu".into(), days: 3 };
    let payment =
        NoticeEvent::PaymentDue { label: "Saldo".into(), due_on: "2026-11-20".parse().expect("a date") };
    for (events, it, en) in [
        (vec![message("x")], "Nuovo messaggio da Studio Calanco", "New message from Studio Calanco"),
        (
            vec![message("x"), message("x")],
            "2 nuovi messaggi da Studio Calanco",
            "2 new messages from Studio Calanco",
        ),
        (
            vec![message("x"), unlisted(11_679)],
            "11680 nuovi messaggi da Studio Calanco",
            "11680 new messages from Studio Calanco",
        ),
        (vec![to_approve("Scheda del vino")], "Da approvare: Scheda del vino", "To approve: Scheda del vino"),
        (vec![message("x"), to_approve("A"), to_approve("B")], "Da approvare: A", "To approve: A"),
        (vec![reminder], "Promemoria, da approvare: Menu", "Reminder, to approve: Menu"),
        (vec![payment], "Pagamento in scadenza: Saldo", "Payment due soon: Saldo"),
    ] {
        let subject = |language| notice(Recipient::Client(client_id()), language, events.clone()).subject();
        assert_eq!((subject(Language::It).as_str(), subject(Language::En).as_str()), (it, en));
    }
}

#[test]
fn subject_to_agency_names_client_lead_or_source() {
    let silent = NoticeEvent::SourceSilent { name: "Sito".into() };
    let leads = NoticeEvent::Leads { names: vec!["Bruno".into()], count: 12 };
    let failing = NoticeEvent::SourceFailing { name: "Sito".into() };
    let waiting = NoticeEvent::NotApproved { title: "Menu".into(), client: "Anna".into(), days: 8 };
    let summary = NoticeEvent::Summary(Summary { messages: 1, ..Summary::default() });
    for (events, it, en) in [
        (vec![message("Anna")], "Nuovo messaggio da Anna", "New message from Anna"),
        (vec![message("Anna"); 3], "3 nuovi messaggi da Anna", "3 new messages from Anna"),
        (vec![approved()], "Anna ha approvato: Scheda", "Anna approved: Scheda"),
        (vec![changes()], "Anna chiede modifiche: Menu", "Anna asks for changes: Menu"),
        (vec![message("Anna"), approved()], "Anna ha approvato: Scheda", "Anna approved: Scheda"),
        (
            vec![message("Anna"), approved(), changes()],
            "Anna chiede modifiche: Menu",
            "Anna asks for changes: Menu",
        ),
        (vec![lead("Bruno")], "Nuovo lead: Bruno", "New lead: Bruno"),
        (vec![leads], "12 nuovi lead", "12 new leads"),
        (vec![silent], "Nessun invio da tempo: Sito", "No submissions for a while: Sito"),
        (vec![failing], "Invii non letti: Sito", "Submissions not read: Sito"),
        (vec![waiting], "Non ancora approvato da Anna: Menu", "Not yet approved by Anna: Menu"),
        (vec![summary], "La giornata di Studio Calanco", "The day at Studio Calanco"),
    ] {
        let subject = |language| notice(Recipient::Admin, language, events.clone()).subject();
        assert_eq!((subject(Language::It).as_str(), subject(Language::En).as_str()), (it, en));
    }
}

#[test]
fn subject_is_one_short_line_whatever_the_name() {
    let long = "è".repeat(300);
    let cut = format!("Nuovo lead: {}…", "è".repeat(199));
    for (name, expected) in [
        ("Anna\r\nBcc: all@example.com", "Nuovo lead: Anna Bcc: all@example.com"),
        ("  Anna\t\u{0}\u{2028}Verdi\u{85}", "Nuovo lead: Anna Verdi"),
        ("Anna 🎉 Verdi", "Nuovo lead: Anna 🎉 Verdi"),
        ("مطعم البحر", "Nuovo lead: مطعم البحر"),
        ("\u{202e}gnp.exe\u{2066}", "Nuovo lead: gnp.exe"),
        (long.as_str(), cut.as_str()),
    ] {
        assert_eq!(notice(Recipient::Admin, Language::It, vec![lead(name)]).subject(), expected);
    }
}

#[test]
fn agency_without_name_is_atrio() {
    let mut nameless = notice(Recipient::Client(client_id()), Language::It, vec![message("x")]);
    nameless.agency.name = None;
    assert_eq!(nameless.subject(), "Nuovo messaggio da Atrio");
}

#[test]
fn message_ids_are_of_row_and_of_thread() {
    let host = "portal.example.com";
    let to_client = notice(Recipient::Client(client_id()), Language::It, vec![message("x")]);
    assert_eq!(to_client.message_id(host), "<n-1@portal.example.com>");
    assert_eq!(to_client.thread_root(host), "<rossi.design.client@portal.example.com>");
    let to_agency = Notice { recipient: Recipient::Admin, ..to_client };
    assert_eq!(to_agency.thread_root(host), "<rossi.design.admin@portal.example.com>");
}

#[test]
fn long_text_is_shortened() {
    let text = |text: String| NoticeEvent::Message { from: String::new(), text, at: Timestamp::MIN }.text();
    assert_eq!(text(" è\n".into()), Some("è".into()));
    assert_eq!(text("è".repeat(501)), Some(format!("{}…", "è".repeat(499))));
    assert_eq!(lead("Anna").text(), None);
}

#[test]
fn place_is_a_path_of_its_side() {
    let slug = Slug::parse("rossi-x7k2").expect("a slug");
    let project = ProjectId::parse("p1").ok();
    let channel = Channel::named("design", &client_id()).expect("a channel").key();
    let link = LinkCredential::new("rossi.mac".to_owned());
    let portal = |project, channel, deliverable| Place::Portal {
        slug: slug.clone(),
        link: link.clone(),
        project,
        channel,
        deliverable,
    };
    for (place, expected) in [
        (portal(None, None, None), "/c/rossi-x7k2?link=rossi.mac"),
        (portal(project.clone(), None, None), "/c/rossi-x7k2?project=p1&link=rossi.mac"),
        (
            portal(project.clone(), Some(channel.clone()), None),
            "/c/rossi-x7k2?project=p1&channel=design&link=rossi.mac#conversation",
        ),
        (
            portal(project, Some(channel.clone()), DeliverableId::parse("d1").ok()),
            "/c/rossi-x7k2?project=p1&channel=design&link=rossi.mac#deliverable-d1",
        ),
        (Place::Thread { client: client_id(), channel }, "/admin/inbox/rossi?channel=design"),
        (Place::Client(client_id()), "/admin/clients/rossi"),
        (Place::Lead(LeadId::parse("l1").expect("an id")), "/admin/leads/l1"),
        (Place::NewLeads(None), "/admin/leads?status=new"),
        (Place::NewLeads(Some("Sito & C.".into())), "/admin/leads?status=new&source=Sito%20%26%20C%2E"),
        (Place::Source(SourceId::parse("s1").expect("an id")), "/admin/leads/sources/s1"),
        (Place::Today, "/admin/today"),
    ] {
        assert_eq!(place.path(), expected);
    }
}

#[test]
fn push_title_has_a_name_and_no_title() {
    let to_client = Recipient::Client(client_id());
    let days = 3;
    let reminder = NoticeEvent::Reminder { title: "Scheda".into(), days };
    let not_approved = NoticeEvent::NotApproved { title: "Scheda".into(), client: "Anna".into(), days };
    let payment =
        NoticeEvent::PaymentDue { label: "Scheda".into(), due_on: "2026-11-20".parse().expect("a date") };
    for (recipient, events, it, en) in [
        (
            &to_client,
            vec![message("x")],
            "Nuovo messaggio da Studio Calanco",
            "New message from Studio Calanco",
        ),
        (
            &to_client,
            vec![message("x"), to_approve("Scheda")],
            "Da approvare: una consegna di Studio Calanco",
            "To approve: a deliverable from Studio Calanco",
        ),
        (
            &to_client,
            vec![reminder],
            "Promemoria, da approvare: una consegna di Studio Calanco",
            "Reminder, to approve: a deliverable from Studio Calanco",
        ),
        (
            &to_client,
            vec![payment],
            "Una scadenza con Studio Calanco si avvicina",
            "A due date with Studio Calanco is near",
        ),
        (
            &Recipient::Admin,
            vec![message("Anna"), message("Anna"), unlisted(3)],
            "5 nuovi messaggi da Anna",
            "5 new messages from Anna",
        ),
        (
            &Recipient::Admin,
            vec![approved()],
            "Anna ha approvato una consegna",
            "Anna approved a deliverable",
        ),
        (&Recipient::Admin, vec![changes()], "Anna chiede modifiche", "Anna asks for changes"),
        (&Recipient::Admin, vec![not_approved], "Anna non ha ancora approvato", "Anna has not approved yet"),
        (
            &Recipient::Admin,
            vec![lead("Anna\r\n\u{202e}Neri")],
            "Nuovo lead: Anna Neri",
            "New lead: Anna Neri",
        ),
        (
            &Recipient::Admin,
            vec![NoticeEvent::Leads { names: vec!["Anna".into()], count: 2 }],
            "2 nuovi lead",
            "2 new leads",
        ),
    ] {
        for (language, expected) in [(Language::It, it), (Language::En, en)] {
            let push = PushNotice {
                recipient: recipient.clone(),
                language,
                agency: Agency { name: Some("Studio Calanco".into()), ..Agency::default() },
                thread: "rossi:design".into(),
                place: Place::Today,
                events: events.clone(),
            };
            assert_eq!(push.title(), expected);
        }
    }
}
