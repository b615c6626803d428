use serde_json::Value;

use super::*;
use crate::EmailAddress;

fn heard(answers: &[(&str, &str)]) -> Enquiry {
    let zone = Zone::default();
    let mut heard = Gathered::new(&zone, Value::Null, Vec::new());
    for (question, answer) in answers {
        heard.hear(question, answer);
    }
    heard.into_enquiry()
}

fn rest(enquiry: &Enquiry) -> Vec<(&str, &str)> {
    enquiry.rest.iter().map(|one| (one.question.as_str(), one.answer.as_str())).collect()
}

#[test]
fn the_parts_of_a_name_are_joined() {
    for (answers, name) in [
        (&[("Nome", "Anna"), ("Cognome", "Verdi")][..], "Anna Verdi"),
        (&[("Cognome", "Verdi"), ("Nome", "Anna")], "Anna Verdi"),
        (&[("Last name", "Verdi"), ("First name", "Anna")], "Anna Verdi"),
        (&[("Nome e cognome", "Anna Verdi"), ("Cognome", "verdi")], "Anna Verdi"),
        (&[("Name", "Anna Verdi"), ("First name", "Anna"), ("Last name", "Verdi")], "Anna Verdi"),
        (&[("Cognome", "Verdi")], "Verdi"),
        (&[("First name", "Anna"), ("Cognome", "")], "Anna"),
        (&[("Nome", " Anna \n Maria\t")], "Anna Maria"),
    ] {
        let read = heard(answers);
        assert_eq!((read.name.as_deref(), rest(&read)), (Some(name), vec![]), "{answers:?}");
    }
    let both = heard(&[("Name", "Studio Verdi"), ("First name", "Anna"), ("Last name", "Rossi")]);
    assert_eq!(both.name.as_deref(), Some("Studio Verdi"));
    assert_eq!(rest(&both), [("First name", "Anna"), ("Last name", "Rossi")]);
}

#[test]
fn the_first_answer_wins_and_the_later_ones_are_kept() {
    let read = heard(&[("Email", ""), ("E-mail", "a@b.it"), ("Mail", "c@d.it"), ("Tel", "1"), ("Cell", "2")]);
    assert_eq!(read.email.as_ref().map(EmailAddress::as_str), Some("a@b.it"));
    assert_eq!(read.phone.as_deref(), Some("1"));
    assert_eq!(rest(&read), [("Mail", "c@d.it"), ("Cell", "2")]);
}

#[test]
fn a_clear_label_comes_before_one_that_may_mean_it() {
    let read = heard(&[("Note", "la mattina"), ("Messaggio", "Ciao")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("Ciao"), vec![("Note", "la mattina")]));
    let read = heard(&[("Note", "la mattina")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("la mattina"), vec![]));
}

#[test]
fn what_does_not_fit_its_field_is_kept_as_it_was_given() {
    let answers =
        [("Email", "a@b, c@d.it"), ("Telefono", "solo e-mail"), ("starts_at", "domani"), ("Nome", "\u{7f}")];
    let read = heard(&answers);
    assert_eq!((read.email.is_none(), read.phone.is_none(), read.starts_at), (true, true, None));
    assert_eq!((rest(&read), &read.name), (answers.to_vec(), &None));
}

#[test]
fn the_only_address_among_the_answers_is_theirs() {
    let email = |answers: &[(&str, &str)]| heard(answers).email.map(|email| email.to_string());
    assert_eq!(email(&[("2", "Anna@b.it"), ("3", "x"), ("4", "anna@b.it")]).as_deref(), Some("anna@b.it"));
    assert_eq!(email(&[("2", "a@b.it"), ("3", "c@d.it")]), None, "whose is whose?");
    let zone = Zone::default();
    let mut aside = Gathered::new(&zone, Value::Null, Vec::new());
    aside.aside("Organizer", "a@b.it");
    assert_eq!(aside.into_enquiry().email, None);
}

#[test]
fn what_is_too_long_is_cut_and_kept_whole() {
    let (long, longer) = ("è".repeat(201), "x".repeat(10_001));
    let answers = [
        ("Nome", &*long),
        ("Telefono", &"1".repeat(51)),
        ("Azienda", &long),
        ("Fonte", &long),
        ("Messaggio", &longer),
    ];
    let read = heard(&answers);
    let lengths = [&read.name, &read.phone, &read.company, &read.source, &read.message]
        .map(|field| field.as_deref().map_or(0, |text| text.chars().count()));
    assert_eq!(lengths, [200, 50, 200, 100, 10_000]);
    let mut kept = rest(&read);
    kept.sort_by_key(|one| answers.iter().position(|answer| answer.0 == one.0));
    assert_eq!(kept, answers);
    let exact = heard(&[("Nome", &*"è".repeat(200))]);
    assert_eq!((exact.name.map(|name| name.chars().count()), exact.rest.len()), (Some(200), 0));
    let joined = heard(&[("Nome", &*"a".repeat(150)), ("Cognome", &*"b".repeat(150))]);
    assert_eq!((joined.name.map(|name| name.chars().count()), joined.rest.len()), (Some(200), 2));
}

#[test]
fn no_nul_is_in_any_text_and_nothing_is_said_twice() {
    let read = heard(&[("Co\0lore *:", "\0blu "), ("Co\0lore", "\0blu"), ("Nome", "An\0na")]);
    assert_eq!(read.name.as_deref(), Some("An\u{fffd}na"));
    assert_eq!(rest(&read), [("Co\u{fffd}lore", "\u{fffd}blu")]);
}
