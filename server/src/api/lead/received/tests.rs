use serde_json::json;

use super::*;

fn received(text: &str) -> Received {
    Received::parse(text).expect("an object or urlencoded")
}

fn name_in(text: &str) -> Option<String> {
    received(text).value(&["name", "nome"])
}

#[test]
fn every_shape_says_the_same() {
    for text in [
        r#"{"name":"Anna Verdi"}"#,
        r#"{"nome":" Anna Verdi "}"#,
        r#"{" NAME ":"Anna Verdi"}"#,
        r#"{"fields":{"name":{"value":"Anna Verdi"}}}"#,
        r#"{"fields":{"Nome ":{"title":"Nome","value":"Anna Verdi"}}}"#,
        r#"{"fields":{"nome":"Anna Verdi"}}"#,
        "\u{feff}{\"name\":\"Anna Verdi\"}",
        "name=Anna+Verdi",
        "\u{feff}Nome+=Anna%20Verdi",
        "fields[name][value]=Anna+Verdi",
        "fields%5Bnome%5D%5Bvalue%5D=Anna+Verdi&fields[nome][id]=7",
        "fields[name]=Anna+Verdi",
    ] {
        assert_eq!(name_in(text).as_deref(), Some("Anna Verdi"), "{text}");
    }
}

#[test]
fn the_first_non_empty_value_counts_fields_before_top_level_canonical_before_italian() {
    for (text, name) in [
        (r#"{"nome":"B","name":"A"}"#, "A"),
        (r#"{"nome":"B","name":" "}"#, "B"),
        (r#"{"name":null,"nome":"B"}"#, "B"),
        (r#"{"name":"A","fields":{"nome":"B"}}"#, "B"),
        (r#"{"name":"A","fields":{"name":{"value":""}}}"#, "A"),
        (r#"{"name":"A","fields":{"name":{"title":"no value"}}}"#, "A"),
        (r#"{"name":"A","fields":[{"key":"name","value":"B"}]}"#, "A"),
        (r#"{"name":"A","name":"B"}"#, "B"),
        ("name=A&fields[nome]=B", "B"),
    ] {
        assert_eq!(name_in(text).as_deref(), Some(name), "{text}");
    }
}

#[test]
fn values_become_text_and_nothing_stays_nothing() {
    for (value, text) in [
        (json!(393_331_234_567_i64), Some("393331234567")),
        (json!(12.5), Some("12.5")),
        (json!(true), Some("true")),
        (json!(["SEO", "Ads", 3, null, " "]), Some("SEO, Ads, 3")),
        (json!({ "value": ["SEO", "Ads"] }), Some("SEO, Ads")),
        (json!(null), None),
        (json!("\u{2003}\n"), None),
        (json!([]), None),
        (json!({}), None),
        (json!({ "value": { "value": "deep" } }), None),
        (json!("\u{200b}"), Some("\u{200b}")),
    ] {
        let text = text.map(str::to_owned);
        assert_eq!(name_in(&json!({ "name": value }).to_string()), text, "{value}");
    }
}

#[test]
fn the_payload_is_the_whole_body() {
    let body = json!({ "name": "Anna", "utm": { "source": [1, null] } });
    assert_eq!(received(&body.to_string()).payload(), body);
    assert_eq!(
        received("name=Anna&s=SEO&s=Ads&s=&pct=100%&bad=%zz%4&fields[x][id]=1&flag").payload(),
        json!({ "name": "Anna", "s": ["SEO", "Ads", ""], "pct": "100%", "bad": "%zz%4", "fields[x][id]": "1", "flag": "" })
    );
    assert_eq!(received("").payload(), json!({}));
}

#[test]
fn json_that_is_no_object_is_refused_and_broken_json_is_urlencoded() {
    for text in ["[]", "null", "1", "\"name=Anna\"", "[{\"name\":\"Anna\"}]", " true "] {
        assert_eq!(Received::parse(text).expect_err("no object"), Invalid::NOT_AN_OBJECT, "{text}");
    }
    assert_eq!(name_in(r#"{"name":"Anna""#), None);
    assert_eq!(name_in(r#"{"x":&name=Anna"#).as_deref(), Some("Anna"));
    let deep = format!(r#"{{"name":"Anna","x":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(name_in(&deep), None);
}
