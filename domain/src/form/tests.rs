use super::*;
use crate::TaskStatus;

fn form(fields: &[(&str, &str)]) -> Form {
    fields.iter().fold(Form::default(), |form, (field, value)| form.with(field, Some(*value)))
}

/// What parsing `value` with `read` gives: the value, or the problem with it.
fn read<T>(value: &str, read: impl FnOnce(&mut FormParser, &str) -> T) -> Result<T, Problem> {
    let form = form(&[("it", value)]);
    let mut parser = FormParser::of(&form);
    let read = read(&mut parser, "it");
    parser.done(|| read).map_err(|problems| problems.of("it").expect("a problem of this field"))
}

#[test]
fn line_is_trimmed_and_joined() {
    let line = |value: &str| read(value, |parser, field| parser.line(field, 5));
    assert_eq!(line("  a\r\n b\t "), Ok("a b".to_owned()));
    assert_eq!(line("èèèèè"), Ok("èèèèè".to_owned()));
    assert_eq!(line("èèèèèè"), Err(Problem::TooLong(5)));
    assert_eq!(line(" \u{2003} "), Err(Problem::Empty));
    assert_eq!(line("a\0b"), Err(Problem::Nul));
    assert_eq!(read("", |parser, field| parser.optional_line(field, 5)), Ok(None));
}

#[test]
fn prose_keeps_line_breaks() {
    let sent = Form::from(BTreeMap::from([("it".to_owned(), " a\r\n\r\nb ".to_owned())]));
    assert_eq!(FormParser::of(&sent).prose("it", 9), "a\n\nb");
}

#[test]
fn email_is_one_address_with_a_dotted_domain() {
    let email = |value: &str| read(value, |parser, field| parser.optional_email(field).map(String::from));
    assert_eq!(email(" Anna@Example.IT "), Ok(Some("anna@example.it".to_owned())));
    assert_eq!(email(""), Ok(None));
    for invalid in ["anna", "anna@localhost", "a@x.it,evil@x.it", "<a@x.it>", "a@x\u{202e}.it"] {
        assert_eq!(email(invalid), Err(Problem::NotEmail), "{invalid}");
    }
}

#[test]
fn url_must_be_http() {
    let url = |value: &str| {
        read(value, |parser, field| {
            let address = parser.url(field);
            assert_eq!(parser.optional_url(field).unwrap_or_default(), address);
            address
        })
    };
    for good in ["https://a.b/c?d=e", "HTTP://a"] {
        assert_eq!(url(good).as_deref(), Ok(good));
    }
    for (typed, meant) in
        [("drive.google.com/a?b=c", "https://drive.google.com/a?b=c"), ("www.a.it", "https://www.a.it")]
    {
        assert_eq!(url(typed).as_deref(), Ok(meant));
    }
    for invalid in [
        ".a/b", "a/b", "a.b /c", "javascript:alert(1)", "//a.b", "https://", "a.pdf", "https://a b", "mailto:a@b.it",
        "data:x", "é://",
    ] {
        assert_eq!(url(invalid), Err(Problem::NotUrl), "{invalid}");
    }
    assert_eq!(url(""), Err(Problem::Empty));
}

#[test]
fn date_word_and_number_report_their_errors() {
    let date = |value: &str| read(value, |parser, field| parser.date(field).to_string());
    assert_eq!(date("2026-02-28").as_deref(), Ok("2026-02-28"));
    assert_eq!(date("2026-02-29"), Err(Problem::NotDate));
    assert_eq!(date(""), Err(Problem::Empty));
    let word = |value: &str| read(value, |parser, field| parser.enum_value(field, TaskStatus::Todo));
    assert_eq!((word("done"), word("")), (Ok(TaskStatus::Done), Ok(TaskStatus::Todo)));
    assert_eq!(word("DONE"), Err(Problem::NotOneOf));
    let number = |value: &str| read(value, |parser, field| parser.number(field, 1..=9));
    assert_eq!((number("9"), number("10")), (Ok(9), Err(Problem::OutOfRange(1, 9))));
    assert_eq!(number("99999999999999999999"), Err(Problem::NotNumber));
}

#[test]
fn all_field_errors_are_reported_together() {
    let form = form(&[("name", ""), ("day", "soon"), ("end", "2026-01-01")]);
    let mut parser = FormParser::of(&form);
    parser.line("name", 10);
    parser.optional_date("day");
    parser.reject("end", Problem::BeforeStart);
    let problems = parser.done(|| ()).expect_err("three problems");
    let reported: Vec<_> = problems.iter().collect();
    assert_eq!(reported, [("name", Problem::Empty), ("day", Problem::NotDate), ("end", Problem::BeforeStart)]);
}

#[test]
fn long_texts_are_shortened_by_their_size_as_json() {
    let shortened = |text: &str, max| form(&[("it", text)]).shortened(max).get("it").to_owned();
    for text in ["", "abcdef", "à\"\n", "\u{1}", "€€"] {
        assert_eq!(shortened(text, 6), text);
        assert!(serde_json::to_string(text).expect("JSON").len() <= 6 + 2, "{text:?}");
    }
    assert_eq!(shortened("abcdefg", 6), "abcdef […]");
    assert_eq!(shortened("€€€", 6), "€€ […]");
    assert_eq!(shortened("a\u{1}", 6), "a […]");
    assert_eq!(shortened(&"😀".repeat(2_000), 8_192), "😀".repeat(2_000));
}
