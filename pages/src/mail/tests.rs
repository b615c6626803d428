use domain::id::{ClientId, MemberId, NotificationId};
use domain::notifications::{LinkTarget, MaterialEvent, Notification, NotificationEvent, Recipient, Summary};
use domain::{Accent, Agency, Channel, FormOfAddress, Language, LinkCredential, Scheme, Slug};

use super::*;

const BASE: &str = "https://portal.example.com";
const STOP: &str = "https://portal.example.com/n/key";

fn to_client(events: Vec<NotificationEvent>) -> Notification {
    let client = ClientId::parse("rossi").expect("an id");
    Notification {
        id: NotificationId::parse("n-1").expect("an id"),
        recipient: Recipient::Client(client.clone().into()),
        language: Language::It,
        agency: Agency { name: Some("Studio Calanco".into()), ..Agency::default() },
        topic: "channel:rossi:rossi".parse().expect("a topic"),
        project_name: None,
        topic_name: None,
        target: LinkTarget::Portal {
            slug: Slug::parse("rossi-x7k2").ok(),
            link: LinkCredential::new("rossi.mac".to_owned()),
            project: None,
            channel: Some(Channel::General(client).key()),
            deliverable: None,
        },
        events,
        with_texts: true,
    }
}

fn message(text: &str) -> NotificationEvent {
    NotificationEvent::Message { from: "Studio Calanco".into(), by: None, text: text.into() }
}

fn to_approve() -> NotificationEvent {
    NotificationEvent::ToApprove { title: "Scheda del vino".into(), description: None }
}

fn material_needed(reason: Option<&str>) -> NotificationEvent {
    NotificationEvent::Material(MaterialEvent::Needed {
        title: "Logo".into(),
        description: Some("In SVG".into()),
        due_on: "2026-11-25".parse().ok(),
        reason: reason.map(Into::into),
    })
}

#[test]
fn material_email_names_title_due_date_and_reason() {
    let text = |reason| render(&to_client(vec![material_needed(reason)]), BASE, STOP, false).text;
    let first = text(None);
    assert!(first.contains("> In SVG\n") && first.contains("Serve entro il 25 novembre 2026."), "{first}");
    let again = text(Some("È sfocato"));
    assert!(again.contains("Quello che hai mandato non basta:\n") && again.contains("> È sfocato\n"), "{again}");
}

#[test]
fn text_has_messages_links_and_why_it_was_sent() {
    let email =
        render(&to_client(vec![message("Ciao Anna,\n\nla prova è pronta."), message("A presto")]), BASE, STOP, false);
    assert_eq!(email.subject, "2 nuovi messaggi da Studio Calanco");
    assert_eq!(
        email.text,
        "2 nuovi messaggi da Studio Calanco\n\n\
         > Ciao Anna,\n>\n> la prova è pronta.\n\n\
         > A presto\n\n\
         Apri la conversazione:\nhttps://portal.example.com/c/rossi-x7k2?channel=rossi&link=rossi.mac#conversation\n\n\
         -- \nStudio Calanco\nRicevi questa e-mail perché Studio Calanco lavora con te. \
         Se rispondi, la risposta ci arriva direttamente.\n\
         Quando ricevere le e-mail:\nhttps://portal.example.com/c/rossi-x7k2/notifications?link=rossi.mac\n\
         Non ricevere più e-mail:\nhttps://portal.example.com/n/key\n"
    );
}

#[test]
fn text_addresses_client_as_the_agency_chose() {
    let mut notice = to_client(vec![to_approve(), message("Ecco")]);
    notice.agency.form_of_address = FormOfAddress::Lei;
    let email = render(&notice, BASE, STOP, false);
    assert_eq!(email.subject, "Da approvare: Scheda del vino");
    assert!(email.text.contains("Guarda e approva:\n"), "{}", email.text);
    assert!(email.text.contains("Studio Calanco:\n> Ecco\n"), "{}", email.text);
    assert!(email.text.contains("lavora con Lei."), "{}", email.text);
    let english = render(&Notification { language: Language::En, ..notice }, BASE, STOP, false);
    assert_eq!(english.subject, "To approve: Scheda del vino");
    assert!(english.text.contains("Review and approve:\n"), "{}", english.text);
    assert!(english.html.contains("<html lang=\"en\">"));
}

#[test]
fn html_escapes_what_people_wrote_and_loads_nothing() {
    let mut notice = to_client(vec![message("<img src=https://evil.example/x.png>\n& \"Più\"")]);
    notice.agency.name = Some("<b>Caffè</b> & Co".into());
    notice.project_name = Some("<script>".into());
    notice.topic_name = Some("<img src=x>".into());
    let html = render(&notice, BASE, STOP, false).html;
    assert!(html.contains("&lt;img src=https://evil.example/x.png&gt;"), "{html}");
    for loaded in ["<img", "<script", "<link", "<b>", "url(", "@import", "src=\"", "<iframe", "<form", "<!>"] {
        assert!(!html.contains(loaded), "{loaded}: {html}");
    }
    assert_eq!(html.matches("<a ").count(), 3, "the button, the choices and the end");
    assert!(
        html.contains("href=\"https://portal.example.com/c/rossi-x7k2?channel=rossi&amp;link=rossi.mac#conversation\""),
        "{html}"
    );
}

#[test]
fn long_message_is_cut_at_500_characters() {
    let email = render(&to_client(vec![message(&format!("{}fine", "è".repeat(499)))]), BASE, STOP, false);
    let cut = format!("{}…", "è".repeat(499));
    for body in [&email.text, &email.html] {
        assert!(body.contains(&cut) && !body.contains("fine"), "{body}");
    }
}

#[test]
fn what_is_not_listed_is_counted() {
    let unlisted = |messages, deliverables| NotificationEvent::Unlisted { messages, deliverables };
    for (event, language, with_texts, expected) in [
        (unlisted(11_670, 0), Language::It, true, "> Ciao\n\ne altri 11670 messaggi.\n\nApri la"),
        (unlisted(1, 0), Language::It, true, "> Ciao\n\ne un altro messaggio.\n\nApri la"),
        (unlisted(2, 0), Language::En, true, "> Ciao\n\nand 2 more messages.\n\nOpen the"),
        (unlisted(1, 1), Language::En, true, "and 1 more message and 1 more deliverable.\n\n"),
        (unlisted(3, 2), Language::It, true, "e altri 3 messaggi e altre 2 consegne.\n\n"),
        (unlisted(0, 1), Language::It, true, "e un’altra consegna.\n\n"),
        (unlisted(3, 2), Language::En, false, "The text is in the portal.\n\nand 2 more deliverables.\n\n"),
        (unlisted(3, 0), Language::It, false, "Il testo si legge nel portale.\n\nApri la"),
    ] {
        let events = vec![message("Ciao"), event];
        let email = render(&Notification { language, with_texts, ..to_client(events) }, BASE, STOP, false);
        assert!(email.text.contains(expected), "{expected}: {}", email.text);
        assert!(!email.text.contains("Studio Calanco:\n"), "one sender needs no label: {}", email.text);
    }
}

#[test]
fn hidden_texts_appear_nowhere() {
    let events = vec![
        message("segretissimo"),
        message("segretissimo"),
        NotificationEvent::ChangesRequested {
            title: "Menu".into(),
            version: None,
            by: "Anna".into(),
            person: None,
            text: "segretissimo".into(),
        },
    ];
    let email = render(&Notification { with_texts: false, ..to_client(events) }, BASE, STOP, false);
    for body in [&email.subject, &email.text, &email.html] {
        assert!(!body.contains("segret"), "{body}");
    }
    assert_eq!(email.text.matches("Il testo si legge nel portale.").count(), 2);
}

#[test]
fn project_name_is_in_subject_and_above_heading() {
    let mut notice = to_client(vec![to_approve()]);
    notice.project_name = Some("Nuovo sito".into());
    notice.topic_name = Some("Design".into());
    let email = render(&notice, BASE, STOP, false);
    assert_eq!(email.subject, "Da approvare: Scheda del vino · Nuovo sito");
    assert!(email.text.starts_with("Nuovo sito · Design\nDa approvare: Scheda del vino\n\n"), "{}", email.text);
    let (place, heading) =
        (email.html.find(">Nuovo sito · Design<"), email.html.find(">Da approvare: Scheda del vino</h1>"));
    assert!(place.is_some() && place < heading, "{}", email.html);
    assert_eq!(push_title(&notice), "Da approvare: una consegna di Studio Calanco", "others see a locked screen");
    for (name, end) in [
        ("Sito\r\nBcc: all@example.com", " · Sito Bcc: all@example.com".to_owned()),
        ("\u{202e}otiS\u{2069}", " · otiS".to_owned()),
        (&"è".repeat(300), format!(" · {}…", "è".repeat(199))),
    ] {
        let email = render(&Notification { project_name: Some(name.to_owned()), ..notice.clone() }, BASE, STOP, false);
        assert_eq!(email.subject, format!("Da approvare: Scheda del vino{end}"));
        assert!(!email.text.contains('\u{202e}') && !email.html.contains('\u{202e}'), "{}", email.text);
    }
}

#[test]
fn deliverable_comes_with_its_description_unless_texts_are_off() {
    let description = || Some(format!("  Nome più grande.\n<b>{}", "è".repeat(600)));
    for event in [
        NotificationEvent::ToApprove { title: "Scheda".into(), description: description() },
        NotificationEvent::Reminder { title: "Scheda".into(), description: description(), days: 3 },
    ] {
        let notice = to_client(vec![event]);
        let email = render(&notice, BASE, STOP, false);
        assert!(email.text.contains("> Nome più grande.\n> <b>è") && email.text.contains("è…\n"), "{}", email.text);
        assert!(email.html.contains("&lt;b&gt;è"), "{}", email.html);
        let without = render(&Notification { with_texts: false, ..notice }, BASE, STOP, false);
        assert!(!without.text.contains("Nome") && !without.html.contains("Nome"), "{}", without.text);
        assert!(without.text.contains("Nel portale puoi approvare"), "{}", without.text);
    }
}

#[test]
fn agency_has_its_own_links_and_no_reason() {
    let text = render(&to_agency(vec![lead("Anna")]), BASE, STOP, false).text;
    let end = "-- \nStudio Calanco\nScegli quali e-mail ricevere:\nhttps://portal.example.com/admin/settings/notifications\n\
         Non ricevere più e-mail:\nhttps://portal.example.com/n/key\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn member_chooses_their_emails_in_their_account() {
    let member = Recipient::Member(MemberId::parse("luca").expect("an id"));
    let notice = Notification { recipient: member, ..to_agency(vec![lead("Anna")]) };
    let text = render(&notice, BASE, STOP, false).text;
    assert!(
        text.contains("Scegli quali e-mail ricevere:\nhttps://portal.example.com/admin/account#notifications\n"),
        "{text}"
    );
}

#[test]
fn colour_of_agency_is_readable_on_the_button() {
    for accent in ["#ffe600", "#101840"] {
        let accent = Accent::parse(accent).expect("a colour");
        let mut notice = to_client(vec![message("x")]);
        notice.agency.accent = Some(accent);
        let html = render(&notice, BASE, STOP, false).html;
        let (light, dark) = (accent.palette(Scheme::Light), accent.palette(Scheme::Dark));
        for button in [
            format!("background-color:{};color:{};", light.fill, light.on_fill),
            format!(".button{{background-color:{}!important;color:{}!important}}", dark.fill, dark.on_fill),
        ] {
            assert!(html.contains(&button), "{button}: {html}");
        }
    }
}

#[test]
fn every_event_has_a_text() {
    let title = || "Menu".to_owned();
    let anna = || "Anna".to_owned();
    for (event, expected) in [
        (NotificationEvent::Approved { title: title(), by: anna(), person: None }, "Approvato: Menu\n"),
        (
            NotificationEvent::ChangesRequested {
                title: title(),
                version: None,
                by: anna(),
                person: None,
                text: "Più blu".into(),
            },
            "Modifiche richieste: Menu\n> Più blu\n",
        ),
        (NotificationEvent::Lead { name: anna() }, "Nuovo lead: Anna\n"),
        (
            NotificationEvent::Infected { name: "listino.xls".into(), by: Some(anna()) },
            "File eliminato: listino.xls\nL’ha caricato Anna.\nL’antivirus lo ha controllato",
        ),
        (NotificationEvent::SourceSilent { name: "Sito".into() }, "Fonte: Sito\nNon invia nulla"),
        (NotificationEvent::SourceFailing { name: "Sito".into() }, "Fonte: Sito\nAtrio non è riuscito"),
        (
            NotificationEvent::Reminder { title: title(), description: None, days: 3 },
            "Da approvare: Menu\nAspetta una risposta da 3 giorni. Nel portale puoi approvare",
        ),
        (
            NotificationEvent::NotApproved { title: title(), client: anna(), days: 8 },
            "Da approvare: Menu\nAnna non ha risposto in 8 giorni.",
        ),
        (
            NotificationEvent::PaymentDue { label: "Saldo".into(), due_on: "2026-11-23".parse().expect("a date") },
            "Pagamento: Saldo\nScade il 23 novembre 2026. Se hai già provveduto, non devi fare altro.\n",
        ),
    ] {
        let text = render(&to_client(vec![event, message("x")]), BASE, STOP, false).text;
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn summary_says_what_came_in_what_waits_and_what_is_today() {
    let summary = |summary| Notification {
        recipient: Recipient::Admin,
        target: LinkTarget::Today,
        ..to_client(vec![NotificationEvent::Summary(summary)])
    };
    let all = Summary { messages: 2, leads: 1, approvals: 3, to_approve: 1, due_today: 2, calls_today: 1 };
    let text = render(&summary(all), BASE, STOP, false).text;
    assert!(
        text.starts_with(
            "La giornata di Studio Calanco\n\nNovità da ieri:\n2 messaggi, 1 nuovo lead, 3 approvazioni.\n\n\
             In attesa:\n1 consegna da approvare.\n\nOggi:\n2 scadenze, 1 appuntamento.\n\nApri Oggi:\n"
        ),
        "{text}"
    );
    let few = Notification { language: Language::En, ..summary(Summary { calls_today: 2, ..Summary::default() }) };
    let text = render(&few, BASE, STOP, false).text;
    assert!(text.starts_with("The day at Studio Calanco\n\nToday:\n2 appointments.\n\nOpen Today:\n"), "{text}");
}

#[test]
fn reminders_address_client_as_the_agency_chose() {
    let reminder = NotificationEvent::Reminder { title: "Menu".into(), description: None, days: 7 };
    let payment =
        NotificationEvent::PaymentDue { label: "Saldo".into(), due_on: "2026-11-23".parse().expect("a date") };
    for (event, form_of_address, language, expected) in [
        (
            &reminder,
            FormOfAddress::Tu,
            Language::It,
            "Aspetta una risposta da 7 giorni. Nel portale puoi approvare o chiedere modifiche.\n\nGuarda e approva:",
        ),
        (
            &reminder,
            FormOfAddress::Lei,
            Language::It,
            "Aspetta una risposta da 7 giorni. Nel portale può approvare o chiedere modifiche.\n\nGuarda e approva:",
        ),
        (
            &reminder,
            FormOfAddress::Tu,
            Language::En,
            "It has been waiting for 7 days. In the portal you can approve it or ask for changes.\n\nReview and approve:",
        ),
        (
            &payment,
            FormOfAddress::Tu,
            Language::It,
            "Scade il 23 novembre 2026. Se hai già provveduto, non devi fare altro.",
        ),
        (
            &payment,
            FormOfAddress::Lei,
            Language::It,
            "Scade il 23 novembre 2026. Se ha già provveduto, non deve fare altro.",
        ),
        (&payment, FormOfAddress::Tu, Language::En, "If it is paid already, there is nothing left to do."),
    ] {
        let mut notice = Notification { language, ..to_client(vec![event.clone()]) };
        notice.agency.form_of_address = form_of_address;
        let text = render(&notice, BASE, STOP, false).text;
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn heading_alone_names_a_single_event() {
    let lead = NotificationEvent::Lead { name: "Anna".into() };
    let text = render(&Notification { recipient: Recipient::Admin, ..to_client(vec![lead]) }, BASE, STOP, false).text;
    assert!(text.starts_with("Nuovo lead: Anna\n\nApri la conversazione:\n"), "{text}");
    let text = render(&to_client(vec![to_approve()]), BASE, STOP, false).text;
    assert!(
        text.starts_with("Da approvare: Scheda del vino\n\nNel portale puoi approvare o chiedere modifiche.\n\n"),
        "{text}"
    );
}

#[test]
fn several_leads_are_named_and_counted() {
    let leads = NotificationEvent::Leads { names: vec!["Anna".into(), "Bruno\nNeri".into()], count: 5 };
    let recipient = Recipient::Admin;
    let notice = Notification {
        recipient,
        topic_name: Some("Sito".into()),
        target: LinkTarget::NewLeads(None),
        with_texts: false,
        ..to_client(vec![leads])
    };
    let text = render(&notice, BASE, STOP, false).text;
    assert!(
        text.starts_with("Sito\n5 nuovi lead\n\n> Anna\n> Bruno Neri\nE altri 3.\n\nApri i nuovi lead:\n"),
        "{text}"
    );
}

#[test]
fn what_the_heading_says_is_not_repeated() {
    let text = render(&to_client(vec![message("Ecco"), to_approve()]), BASE, STOP, false).text;
    assert_eq!(text.matches("Scheda del vino").count(), 1, "{text}");
    assert!(text.contains("Studio Calanco:\n> Ecco"), "{text}");
}

#[test]
fn logo_stands_for_the_name_that_is_its_description() {
    let notice = to_client(vec![message("Ciao")]);
    let html = render(&notice, BASE, STOP, true).html;
    assert!(html.contains("src=\"cid:logo\"") && html.contains("alt=\"Studio Calanco\""), "{html}");
    assert!(!render(&notice, BASE, STOP, false).html.contains("<img"));
}

fn to_agency(events: Vec<NotificationEvent>) -> Notification {
    Notification { recipient: Recipient::Admin, target: LinkTarget::Today, ..to_client(events) }
}

fn message_from(from: &str) -> NotificationEvent {
    NotificationEvent::Message { from: from.into(), by: None, text: "Ciao".into() }
}

fn approved() -> NotificationEvent {
    NotificationEvent::Approved { title: "Scheda".into(), by: "Anna".into(), person: None }
}

fn changes() -> NotificationEvent {
    NotificationEvent::ChangesRequested {
        title: "Menu".into(),
        version: None,
        by: "Anna".into(),
        person: None,
        text: "Più blu".into(),
    }
}

fn unlisted(messages: i64) -> NotificationEvent {
    NotificationEvent::Unlisted { messages, deliverables: 0 }
}

fn lead(name: &str) -> NotificationEvent {
    NotificationEvent::Lead { name: name.into() }
}

#[test]
fn subject_to_client_names_agency_or_title() {
    let reminder = NotificationEvent::Reminder { title: "Menu".into(), description: None, days: 3 };
    let payment =
        NotificationEvent::PaymentDue { label: "Saldo".into(), due_on: "2026-11-20".parse().expect("a date") };
    let material_due = NotificationEvent::Material(MaterialEvent::Due {
        title: "Logo".into(),
        description: None,
        due_on: "2026-11-25".parse().expect("a date"),
    });
    let material_accepted = NotificationEvent::Material(MaterialEvent::Accepted { title: "Logo".into() });
    for (events, it, en) in [
        (vec![message("Ciao")], "Nuovo messaggio da Studio Calanco", "New message from Studio Calanco"),
        (
            vec![message("Ciao"), message("Ciao")],
            "2 nuovi messaggi da Studio Calanco",
            "2 new messages from Studio Calanco",
        ),
        (
            vec![message("Ciao"), unlisted(11_679)],
            "11680 nuovi messaggi da Studio Calanco",
            "11680 new messages from Studio Calanco",
        ),
        (vec![to_approve()], "Da approvare: Scheda del vino", "To approve: Scheda del vino"),
        (vec![message("Ciao"), to_approve()], "Da approvare: Scheda del vino", "To approve: Scheda del vino"),
        (vec![reminder], "Promemoria, da approvare: Menu", "Reminder, to approve: Menu"),
        (vec![payment], "Pagamento in scadenza: Saldo", "Payment due soon: Saldo"),
        (vec![material_needed(None)], "Serve da te: Logo", "Needed from you: Logo"),
        (vec![material_due], "Promemoria, serve da te: Logo", "Reminder, needed from you: Logo"),
        (vec![material_accepted], "Ricevuto, va bene: Logo", "Received, all good: Logo"),
        (
            vec![NotificationEvent::Invitation { text: "Ciao".into(), needs_code: false }],
            "Studio Calanco ti ha aperto il portale",
            "Studio Calanco has opened your portal",
        ),
    ] {
        let subject = |language| subject(&Notification { language, ..to_client(events.clone()) });
        assert_eq!((subject(Language::It).as_str(), subject(Language::En).as_str()), (it, en));
    }
}

#[test]
fn subject_to_agency_names_client_lead_or_source() {
    let silent = NotificationEvent::SourceSilent { name: "Sito".into() };
    let leads = NotificationEvent::Leads { names: vec!["Bruno".into()], count: 12 };
    let failing = NotificationEvent::SourceFailing { name: "Sito".into() };
    let waiting = NotificationEvent::NotApproved { title: "Menu".into(), client: "Anna".into(), days: 8 };
    let summary = NotificationEvent::Summary(Summary { messages: 1, ..Summary::default() });
    let material_received = NotificationEvent::Material(MaterialEvent::Received {
        title: "Logo".into(),
        by: "Anna".into(),
        person: Some("Carla".into()),
    });
    for (events, it, en) in [
        (vec![message_from("Anna")], "Nuovo messaggio da Anna", "New message from Anna"),
        (vec![message_from("Anna"); 3], "3 nuovi messaggi da Anna", "3 new messages from Anna"),
        (vec![approved()], "Anna ha approvato: Scheda", "Anna approved: Scheda"),
        (vec![material_received], "Anna ha inviato: Logo", "Anna sent: Logo"),
        (vec![changes()], "Anna chiede modifiche: Menu", "Anna asks for changes: Menu"),
        (vec![message_from("Anna"), approved()], "Anna ha approvato: Scheda", "Anna approved: Scheda"),
        (
            vec![message_from("Anna"), approved(), changes()],
            "Anna chiede modifiche: Menu",
            "Anna asks for changes: Menu",
        ),
        (vec![lead("Bruno")], "Nuovo lead: Bruno", "New lead: Bruno"),
        (vec![leads], "12 nuovi lead", "12 new leads"),
        (vec![silent], "Nessun invio da tempo: Sito", "No submissions for a while: Sito"),
        (vec![failing], "Invii da rivedere: Sito", "Submissions to review: Sito"),
        (vec![waiting], "Non ancora approvato da Anna: Menu", "Not yet approved by Anna: Menu"),
        (vec![summary], "La giornata di Studio Calanco", "The day at Studio Calanco"),
    ] {
        let subject = |language| subject(&Notification { language, ..to_agency(events.clone()) });
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
        assert_eq!(subject(&to_agency(vec![lead(name)])), expected);
    }
}

#[test]
fn push_title_has_a_name_and_no_title() {
    type Compose = fn(Vec<NotificationEvent>) -> Notification;
    let days = 3;
    let reminder = NotificationEvent::Reminder { title: "Scheda".into(), description: None, days };
    let not_approved = NotificationEvent::NotApproved { title: "Scheda".into(), client: "Anna".into(), days };
    let payment =
        NotificationEvent::PaymentDue { label: "Scheda".into(), due_on: "2026-11-20".parse().expect("a date") };
    for (compose, events, it, en) in [
        (
            to_client as Compose,
            vec![message("Ciao")],
            "Nuovo messaggio da Studio Calanco",
            "New message from Studio Calanco",
        ),
        (
            to_client as Compose,
            vec![message("Ciao"), to_approve()],
            "Da approvare: una consegna di Studio Calanco",
            "To approve: a deliverable from Studio Calanco",
        ),
        (
            to_client as Compose,
            vec![reminder],
            "Promemoria, da approvare: una consegna di Studio Calanco",
            "Reminder, to approve: a deliverable from Studio Calanco",
        ),
        (
            to_client as Compose,
            vec![payment],
            "Una scadenza con Studio Calanco si avvicina",
            "A due date with Studio Calanco is near",
        ),
        (
            to_agency as Compose,
            vec![message_from("Anna"), message_from("Anna"), unlisted(3)],
            "5 nuovi messaggi da Anna",
            "5 new messages from Anna",
        ),
        (to_agency as Compose, vec![approved()], "Anna ha approvato una consegna", "Anna approved a deliverable"),
        (to_agency as Compose, vec![changes()], "Anna chiede modifiche", "Anna asks for changes"),
        (to_agency as Compose, vec![not_approved], "Anna non ha ancora approvato", "Anna has not approved yet"),
        (to_agency as Compose, vec![lead("Anna\r\n\u{202e}Neri")], "Nuovo lead: Anna Neri", "New lead: Anna Neri"),
        (
            to_agency as Compose,
            vec![NotificationEvent::Leads { names: vec!["Anna".into()], count: 2 }],
            "2 nuovi lead",
            "2 new leads",
        ),
    ] {
        for (language, expected) in [(Language::It, it), (Language::En, en)] {
            let notification = Notification { language, ..compose(events.clone()) };
            assert_eq!(push_title(&notification), expected);
        }
    }
}

#[test]
fn agency_without_name_is_atrio() {
    let mut nameless = to_agency(vec![NotificationEvent::Summary(Summary::default())]);
    nameless.agency.name = None;
    assert_eq!(subject(&nameless), "La giornata di Atrio");
}

#[test]
fn email_text_and_push_title_name_author_and_subject_names_their_side() {
    let by = |person: Option<&str>| NotificationEvent::Message {
        from: "Studio Calanco".into(),
        by: person.map(str::to_owned),
        text: "Ecco".into(),
    };
    let one = to_client(vec![by(Some("Luca\nFerri"))]);
    let email = render(&one, BASE, STOP, false);
    assert!(
        email.text.starts_with("Nuovo messaggio da Studio Calanco\n\nLuca Ferri di Studio Calanco:\n> Ecco\n\n"),
        "{}",
        email.text
    );
    assert_eq!(push_title(&one), "Nuovo messaggio da Luca Ferri di Studio Calanco");
    let english = Notification { language: Language::En, ..one };
    assert!(render(&english, BASE, STOP, false).text.contains("\nLuca Ferri from Studio Calanco:\n> Ecco\n"));
    let to_agency = Notification { recipient: Recipient::Admin, ..english };
    assert!(render(&to_agency, BASE, STOP, false).text.contains("\nLuca Ferri (Studio Calanco):\n> Ecco\n"));

    let many = to_client(vec![by(Some("Luca")), by(Some("Luca")), by(None)]);
    assert_eq!(push_title(&many), "3 nuovi messaggi da Studio Calanco");
    let text = render(&many, BASE, STOP, false).text;
    assert_eq!(
        (text.matches("Luca di Studio Calanco:\n").count(), text.matches("\nStudio Calanco:\n").count()),
        (2, 1)
    );
    let text = render(&Notification { with_texts: false, ..many }, BASE, STOP, false).text;
    assert_eq!(text.matches("Il testo si legge nel portale.").count(), 2, "once for each of them: {text}");
}

#[test]
fn email_text_and_push_title_name_person_who_decided() {
    let person = || Some("Carla Neri".to_owned());
    let approved =
        to_agency(vec![NotificationEvent::Approved { title: "Menu".into(), by: "Verdi".into(), person: person() }]);
    let email = render(&approved, BASE, STOP, false);
    assert!(
        email.text.starts_with("Verdi ha approvato: Menu\n\nL’ha approvata Carla Neri (Verdi).\n\n"),
        "{}",
        email.text
    );
    assert_eq!(push_title(&approved), "Carla Neri (Verdi) ha approvato una consegna");
    let changes = to_agency(vec![NotificationEvent::ChangesRequested {
        title: "Menu".into(),
        version: None,
        by: "Verdi".into(),
        person: person(),
        text: "Più blu".into(),
    }]);
    let email = render(&Notification { language: Language::En, ..changes }, BASE, STOP, false);
    assert!(
        email.text.starts_with("Verdi asks for changes: Menu\n\nAsked for by Carla Neri (Verdi).\n> Più blu\n\n"),
        "{}",
        email.text
    );
}
