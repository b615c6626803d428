use serde_json::json;

use super::*;

/// `question = answer` for each.
fn read(payload: &Value) -> Vec<String> {
    answers(payload).into_iter().map(|one| format!("{} = {}", one.question, one.answer)).collect()
}

#[test]
fn flat_form_lists_its_answers() {
    let flat = json!({"Email ": "anna@b.it", "starts_at": "domani", "Come ci hai trovati?": true, "n": 3, "x": null});
    let expected = ["Email = anna@b.it", "Come ci hai trovati? = true", "N = 3", "Starts at = domani", "X = "];
    let mut read = read(&flat);
    read.sort();
    let mut expected = expected.map(str::to_owned);
    expected.sort();
    assert_eq!(read, expected);
}

#[test]
fn entries_use_their_labels() {
    let fields = json!([
        {"key": "question_1", "label": "Nome", "type": "INPUT_TEXT", "value": "Anna"},
        {"column_name": "Full Name", "string_value": "Anna Verdi", "column_id": "FULL_NAME"},
        {"question": "Cosa ti serve?", "answer": "Un sito"},
        {"name": "email", "values": ["a@b.it", "c@d.it"]},
    ]);
    let expected = ["Nome = Anna", "Full Name = Anna Verdi", "Cosa ti serve? = Un sito", "email = a@b.it, c@d.it"];
    assert_eq!(read(&fields), expected);
}

#[test]
fn nested_values_use_their_json_path() {
    let nested = json!({"payload": {"attendees": [{"email": "a@b.it", "timeZone": "Europe/Rome"}]}});
    assert_eq!(
        read(&nested),
        ["Payload › Attendees › 1 › Email = a@b.it", "Payload › Attendees › 1 › Time zone = Europe/Rome"]
    );
    assert_eq!(read(&json!({"fields": {"nome": {"value": "Anna"}}})), ["Fields › Nome = Anna"]);
}

#[test]
fn urlencoded_brackets_are_members() {
    let elementor = json!({
        "fields[name][title]": "Il tuo nome",
        "fields[name][value]": "Anna",
        "fields[name][raw_value]": "Anna",
        "fields[name][type]": "text",
        "a[": "1",
        "[b]": "2",
    });
    let mut read = read(&elementor);
    read.sort();
    assert_eq!(read, ["Il tuo nome = Anna", "[b] = 2", "a[ = 1"]);
}

#[test]
fn every_value_is_listed() {
    let hostile = json!({
        "a": {"value": {"value": ["x1", {"deep": "x2"}]}, "title": "x0"},
        "b": {"value": "x3", "note": "x4"},
        "c[d]": "x5", "c": "x6", "c[d][e]": "x7",
        "e": [[["x8"]]],
        "f": {"raw_value": "x9", "value": "x10"},
        "g": {"title": "x11", "label": "x12", "value": ""},
    });
    let all = read(&hostile).join("\n");
    for number in 0..=12 {
        assert!(all.contains(&format!("x{number}")), "x{number} in {all}");
    }
    assert_eq!(read(&json!("solo testo")), [" = solo testo"]);
    assert_eq!(read(&json!({})), [""; 0]);
}

#[test]
fn deeply_bracketed_key_stays_one_name() {
    let deep = format!("a{}", "[b]".repeat(80_000));
    let read = answers(&json!({deep: "x"}));
    assert_eq!(read.iter().map(|one| one.answer.as_str()).collect::<Vec<_>>(), ["x"]);
}
