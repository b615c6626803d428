//! `bare-axum ADDRESS PATH FILE`: an axum server whose one handler answers `GET PATH` from memory with the
//! headers and body of the HTTP response in FILE.

use std::{env, fs};

use anyhow::{Context, Result, bail};
use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::Response,
    routing::get,
    serve::ListenerExt,
};
use baseline::response_head::ResponseHead;
use tokio::net::TcpListener;

/// What hyper writes itself.
const WRITTEN_BY_HYPER: [HeaderName; 3] = [header::DATE, header::CONTENT_LENGTH, header::CONNECTION];

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, path, file] = arguments.as_slice() else { bail!("usage: bare-axum ADDRESS PATH FILE") };
    let raw = fs::read(file).with_context(|| format!("{file} cannot be read"))?;
    let (headers, body) = parse(&raw).with_context(|| format!("{file} is not an HTTP response"))?;
    let handler = async move || {
        let mut response = Response::new(Body::from(body.clone()));
        *response.headers_mut() = headers.clone();
        response
    };
    // Atrio sends small responses at once, too.
    let listener = TcpListener::bind(address).await?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route(path, get(handler))).await?;
    Ok(())
}

fn parse(raw: &[u8]) -> Option<(HeaderMap, Bytes)> {
    let head = ResponseHead::parse(raw).ok()??;
    let text = std::str::from_utf8(&raw[..head.size]).ok()?;
    let mut headers = HeaderMap::new();
    for (name, value) in text.lines().skip(1).filter_map(|line| line.split_once(':')) {
        let name: HeaderName = name.parse().ok()?;
        if !WRITTEN_BY_HYPER.contains(&name) {
            headers.append(name, HeaderValue::from_str(value.trim()).ok()?);
        }
    }
    Some((headers, Bytes::copy_from_slice(&raw[head.size..])))
}
