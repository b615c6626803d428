use super::*;
use crate::files::ContentId;
use crate::form::{Form, Problem, Problems};
use crate::{Language, Timestamp, minutes};

fn form(fields: &[(&str, &str)]) -> Form {
    fields.iter().fold(Form::default(), |form, (name, value)| form.with(name, Some(*value)))
}

/// A record with the values of `draft`.
fn record<R: ProjectRecord>(draft: &R::Draft) -> R {
    let id = R::Id::try_from("r1".to_owned()).ok().expect("an id");
    R::new(id, ProjectId::parse("site").expect("an id"), draft.clone(), Timestamp::from_millis(0))
}

/// The problems in the order of parsing.
fn errors_of<T: std::fmt::Debug>(read: Result<T, Problems>) -> Vec<(String, Problem)> {
    read.expect_err("problems").iter().map(|(field, problem)| (field.to_owned(), problem)).collect()
}

#[test]
fn payment_form_round_trips() {
    let sent = form(&[("label", " Acconto "), ("amount", "1.234,5"), ("due_on", "2026-12-01")]);
    let draft = Payment::parse_form(&sent).expect("a draft");
    assert_eq!((draft.label.as_str(), draft.amount_cents, draft.currency.as_str()), ("Acconto", 123_450, "EUR"));
    for language in [Language::It, Language::En] {
        assert_eq!(Payment::parse_form(&record::<Payment>(&draft).form(language)), Ok(draft.clone()));
    }
    let wrong = form(&[("label", ""), ("amount", "-1"), ("currency", "EURO"), ("due_on", "2026-02-30")]);
    assert_eq!(
        errors_of(Payment::parse_form(&wrong)),
        [
            ("label".to_owned(), Problem::Empty),
            ("amount".to_owned(), Problem::OutOfRange(0, 1_000_000_000)),
            ("currency".to_owned(), Problem::NotOneOf),
            ("due_on".to_owned(), Problem::NotDate),
        ]
    );
}

#[test]
fn paid_on_cannot_be_in_future() {
    let today = "2026-11-20".parse().expect("a day");
    let paid = |day: &str| PaymentDraft::read_paid_on(&form(&[("paid_on", day)]), today);
    assert_eq!(paid("2026-11-20"), Ok(today));
    assert_eq!(errors_of(paid("2026-11-21")), [("paid_on".to_owned(), Problem::InFuture)]);
    assert_eq!(errors_of(paid("")), [("paid_on".to_owned(), Problem::Empty)]);
}

#[test]
fn document_url_must_be_http() {
    let draft =
        DocumentDraft { name: "Contratto".to_owned(), content: ContentId::Link("https://a.it/c.pdf".to_owned()) };
    assert_eq!(Document::parse_form(&record::<Document>(&draft).form(Language::It)), Ok(draft));
    let wrong = form(&[("name", "x"), ("url", "javascript:alert(1)")]);
    assert_eq!(errors_of(Document::parse_form(&wrong)), [("url".to_owned(), Problem::NotUrl)]);
}

#[test]
fn note_keeps_line_breaks() {
    let draft = NoteDraft { text: "Uno\n\nDue".to_owned() };
    assert_eq!(Note::parse_form(&record::<Note>(&draft).form(Language::It)), Ok(draft));
    let long = form(&[("text", &"è".repeat(PROSE + 1))]);
    assert_eq!(errors_of(Note::parse_form(&long)), [("text".to_owned(), Problem::TooLong(PROSE))]);
    assert_eq!(errors_of(Note::parse_form(&form(&[("text", "a\0b")]))), [("text".to_owned(), Problem::Nul)]);
}

#[test]
fn time_entry_form_round_trips() {
    let sent = form(&[("spent_on", "2026-11-20"), ("minutes", "1:30"), ("task", "home"), ("description", "Bozze")]);
    let draft = TimeEntry::parse_form(&sent).expect("a draft");
    assert_eq!((draft.minutes, draft.description.as_deref()), (90, Some("Bozze")));
    assert_eq!(TimeEntry::parse_form(&record::<TimeEntry>(&draft).form(Language::It)), Ok(draft));
    for (minutes, problem) in [
        ("", Problem::Empty),
        ("0", Problem::OutOfRange(1, minutes::MAX)),
        ("60001", Problem::OutOfRange(1, minutes::MAX)),
        ("1e999", Problem::NotMinutes),
        ("-5", Problem::NotMinutes),
    ] {
        let wrong = form(&[("spent_on", "2026-11-20"), ("minutes", minutes)]);
        assert_eq!(errors_of(TimeEntry::parse_form(&wrong)), [("minutes".to_owned(), problem)], "{minutes}");
    }
    let wrong = form(&[("minutes", "5"), ("task", "no such/id")]);
    assert_eq!(
        errors_of(TimeEntry::parse_form(&wrong)),
        [("spent_on".to_owned(), Problem::Empty), ("task".to_owned(), Problem::Missing)]
    );
}

#[test]
fn quote_item_price_may_be_negative() {
    let sent = form(&[("description", "Sconto"), ("quantity", "1,5"), ("unit_price", "-100")]);
    let draft = QuoteItem::parse_form(&sent).expect("a draft");
    assert_eq!((draft.quantity.as_str(), draft.unit_price_cents), ("1.5", -10_000));
    for language in [Language::It, Language::En] {
        assert_eq!(QuoteItem::parse_form(&record::<QuoteItem>(&draft).form(language)), Ok(draft.clone()));
    }
    let wrong = form(&[("description", " "), ("quantity", "-1"), ("unit_price", "1e999")]);
    assert_eq!(
        errors_of(QuoteItem::parse_form(&wrong)),
        [
            ("description".to_owned(), Problem::Empty),
            ("quantity".to_owned(), Problem::NotQuantity),
            ("unit_price".to_owned(), Problem::NotAmount),
        ]
    );
}

#[test]
fn timer_counts_whole_minutes() {
    let at = |millis| Timestamp::from_millis(millis);
    for (millis, minutes) in [(0, 0), (59_999, 0), (60_000, 1), (119_999, 1), (86_400_000, 1_440), (-5_000, 0)] {
        assert_eq!(Timer::minutes(at(1_000_000), at(1_000_000 + millis)), minutes, "{millis}");
    }
    assert!(Timer::minutes(Timestamp::MIN, Timestamp::MAX) > Timer::MAX_MINUTES);
}
