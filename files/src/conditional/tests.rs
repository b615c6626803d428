use super::*;

const MODIFIED: &str = "Fri, 20 Nov 2026 10:00:00 GMT";
const EARLIER: &str = "Fri, 20 Nov 2026 09:59:59 GMT";
const LATER: &str = "Fri, 20 Nov 2026 10:00:01 GMT";

fn of(method: &Method, lines: &[(&str, &str)]) -> Answer {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        headers.append(HeaderName::try_from(*name).unwrap(), value.parse().unwrap());
    }
    let modified = httpdate::parse_http_date(MODIFIED).unwrap();
    answer(method, &headers, &Validators { etag: "\"a\"".into(), modified, size: 100 })
}

#[test]
fn one_range_is_a_part_and_what_is_malformed_is_ignored() {
    for (range, expected) in [
        ("bytes=0-0", Answer::Part(0..1)),
        ("bytes=0-99", Answer::Part(0..100)),
        ("bytes=10-", Answer::Part(10..100)),
        ("bytes=99-", Answer::Part(99..100)),
        ("bytes=90-1000", Answer::Part(90..100)),
        ("bytes=90-99999999999999999999999", Answer::Part(90..100)),
        ("bytes=-1", Answer::Part(99..100)),
        ("bytes=-100", Answer::Part(0..100)),
        ("bytes=-1000", Answer::Part(0..100)),
        ("BYTES=0-0", Answer::Part(0..1)),
        ("bytes= 0-0 ", Answer::Part(0..1)),
        ("bytes=100-", Answer::Unsatisfiable),
        ("bytes=100-200", Answer::Unsatisfiable),
        ("bytes=99999999999999999999999-", Answer::Unsatisfiable),
        ("bytes=-0", Answer::Unsatisfiable),
        ("bytes=0-0,2-2", Answer::Whole),
        ("bytes=0-0, -1", Answer::Whole),
        ("bytes=2-1", Answer::Whole),
        ("bytes=200-100", Answer::Whole),
        ("bytes=", Answer::Whole),
        ("bytes=-", Answer::Whole),
        ("bytes=a-b", Answer::Whole),
        ("bytes=+1-2", Answer::Whole),
        ("bytes=1 -2", Answer::Whole),
        ("bytes 0-0", Answer::Whole),
        ("items=0-0", Answer::Whole),
        ("0-0", Answer::Whole),
    ] {
        assert_eq!(of(&Method::GET, &[("range", range)]), expected, "{range}");
    }
    assert_eq!(of(&Method::GET, &[("range", "bytes=0-0"), ("range", "bytes=1-1")]), Answer::Whole);
    assert_eq!(of(&Method::HEAD, &[("range", "bytes=0-0")]), Answer::Whole);
    assert_eq!(of(&Method::HEAD, &[("range", "bytes=100-")]), Answer::Whole);
}

#[test]
fn range_is_for_those_who_have_the_same_bytes() {
    for (if_range, is_part) in [
        ("\"a\"", true),
        ("\"b\"", false),
        ("W/\"a\"", false),
        (MODIFIED, true),
        (EARLIER, false),
        (LATER, false),
        ("nonsense", false),
    ] {
        let expected = if is_part { Answer::Part(0..1) } else { Answer::Whole };
        assert_eq!(of(&Method::GET, &[("range", "bytes=0-0"), ("if-range", if_range)]), expected, "{if_range}");
    }
    assert_eq!(of(&Method::GET, &[("range", "bytes=100-"), ("if-range", "\"b\"")]), Answer::Whole);
}

#[test]
fn conditions_are_evaluated_in_their_order() {
    use Answer::{NotModified, PreconditionFailed, Whole};
    for (lines, expected) in [
        (&[("if-none-match", "\"a\"")][..], NotModified),
        (&[("if-none-match", "W/\"a\"")], NotModified),
        (&[("if-none-match", "\"b\", \"x,y\" ,\"a\"")], NotModified),
        (&[("if-none-match", "\"b\""), ("if-none-match", "\"a\"")], NotModified),
        (&[("if-none-match", "*")], NotModified),
        (&[("if-none-match", "\"b\"")], Whole),
        (&[("if-none-match", "a")], Whole),
        (&[("if-none-match", "\"b\""), ("if-modified-since", LATER)], Whole),
        (&[("if-none-match", "\"a\""), ("range", "bytes=0-0")], NotModified),
        (&[("if-modified-since", MODIFIED)], NotModified),
        (&[("if-modified-since", LATER)], NotModified),
        (&[("if-modified-since", EARLIER)], Whole),
        (&[("if-modified-since", "nonsense")], Whole),
        (&[("if-match", "\"a\"")], Whole),
        (&[("if-match", "*")], Whole),
        (&[("if-match", "\"b\"")], PreconditionFailed),
        (&[("if-match", "W/\"a\"")], PreconditionFailed),
        (&[("if-match", "\"a\""), ("if-unmodified-since", EARLIER)], Whole),
        (&[("if-match", "\"b\""), ("if-none-match", "\"a\"")], PreconditionFailed),
        (&[("if-unmodified-since", EARLIER)], PreconditionFailed),
        (&[("if-unmodified-since", MODIFIED)], Whole),
        (&[("if-unmodified-since", "nonsense")], Whole),
        (&[], Whole),
    ] {
        assert_eq!(of(&Method::GET, lines), expected, "{lines:?}");
        assert_eq!(of(&Method::HEAD, lines), expected, "{lines:?}");
    }
}
