use std::convert::Infallible;

use axum::http::HeaderValue;
use futures_util::stream;

use super::*;

type Parts = Vec<(PartHead, Vec<u8>)>;

/// The parts of a body that arrives in pieces of so many bytes.
async fn parts(body: &[u8], piece: usize) -> Result<Parts, MalformedForm> {
    let pieces: Vec<_> = body.chunks(piece).map(|piece| Ok::<_, Infallible>(piece.to_vec())).collect();
    let headers =
        HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("multipart/form-data; boundary=B"))]);
    let mut form = Multipart::new(&headers, Body::from_stream(stream::iter(pieces)))?;
    let mut parts = Vec::new();
    while let Some(head) = form.next_part().await? {
        let mut content = Vec::new();
        while let Some(chunk) = form.chunk().await? {
            assert!(!chunk.is_empty());
            content.extend_from_slice(&chunk);
        }
        parts.push((head, content));
    }
    Ok(parts)
}

fn head(name: &str, filename: Option<&str>) -> PartHead {
    PartHead { name: name.to_owned(), filename: filename.map(ToOwned::to_owned) }
}

#[tokio::test]
async fn parts_are_the_same_in_whatever_pieces_they_arrive() {
    let content = [&b"\r\n--"[..], b"\r\n--b\r\n", &[0, 255, b'\r'], &vec![b'x'; 3 * files::BLOCK], b"\r\n\r"].concat();
    let body = [
        &b"--B\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nanna\r\n--B \r\n\
           content-type: image/png\r\ncontent-disposition:form-data;name=file;filename=\"a;b.png\"\r\n\r\n"[..],
        &content,
        b"\r\n--B\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--B--\r\n",
    ]
    .concat();
    let expected = vec![
        (head("token", None), b"anna".to_vec()),
        (head("file", Some("a;b.png")), content),
        (head("empty", None), Vec::new()),
    ];
    for piece in [1_000_000, 70_000, 1_000, 7] {
        assert_eq!(parts(&body, piece).await.as_ref(), Ok(&expected), "{piece}");
    }
    for cut in [1, 3, 20, 60, 100, 300, body.len() - 5] {
        assert_eq!(parts(&body[..cut], 1_000).await, Err(MalformedForm), "{cut}");
    }
    assert_eq!(
        parts(&body[..body.len() - 2], 1_000).await.as_ref(),
        Ok(&expected),
        "the last line break may be absent"
    );
    assert_eq!(parts(&[&body[..], b"more"].concat(), 1_000).await, Err(MalformedForm));
    assert_eq!(parts(&[b"more", &body[..]].concat(), 1_000).await, Err(MalformedForm));
}

#[tokio::test]
async fn file_name_is_read_as_browsers_write_it() {
    for (written, name) in [
        ("\"logo.png\"", "logo.png"),
        ("\"C:\\fakepath\\logo.png\"", "C:\\fakepath\\logo.png"),
        ("\"a%22b%0D%0Ac\"", "a\"b\r\nc"),
        ("\"100%25 %2F %0a.pdf\"", "100%25 %2F %0a.pdf"),
        ("\"perché.pdf\"", "perché.pdf"),
        ("\"a\\\"b\"; x=\"y\"", "a\\"),
        ("\"\"", ""),
        ("logo.png", "logo.png"),
    ] {
        let body =
            format!("--B\r\nContent-Disposition: form-data; name=\"file\"; filename={written}\r\n\r\nx\r\n--B--\r\n");
        let expected = vec![(head("file", Some(name)), b"x".to_vec())];
        assert_eq!(parts(body.as_bytes(), 10).await, Ok(expected), "{written}");
    }
}

#[tokio::test]
async fn what_is_no_form_of_parts_is_refused() {
    for body in [
        "",
        "--B",
        "--B--",
        "--C\r\n\r\n",
        "--B\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--B--",
        "--Bx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--B--",
    ] {
        let parts = parts(body.as_bytes(), 10).await;
        assert!(parts == Err(MalformedForm) || body == "--B--", "{body}: {parts:?}");
    }
    let long = format!("--B\r\nx: {}", "x".repeat(2 * MAX_HEAD));
    assert_eq!(parts(long.as_bytes(), 1_000).await, Err(MalformedForm));
    for (content_type, is_form) in [
        ("multipart/form-data; boundary=B", true),
        ("Multipart/Form-Data; charset=utf-8; BOUNDARY=\"B\"", true),
        ("multipart/form-data", false),
        ("multipart/form-data; boundary=", false),
        ("multipart/mixed; boundary=B", false),
        ("application/json", false),
    ] {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(content_type))]);
        assert_eq!(Multipart::new(&headers, Body::empty()).is_ok(), is_form, "{content_type}");
    }
}

#[tokio::test]
async fn expected_length_is_that_of_the_last_part() {
    let body = b"--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nhello\r\n--B--\r\n";
    let headers =
        HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("multipart/form-data; boundary=B"))]);
    let mut form = Multipart::new(&headers, Body::from(&body[..])).unwrap();
    form.next_part().await.unwrap();
    assert_eq!(form.expected(), Some(5));
}
