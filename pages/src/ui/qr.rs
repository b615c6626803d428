//! QR codes.

use leptos::prelude::*;
use qrcode::QrCode;
use qrcode::render::svg;

/// As a file; `None` for a text that is too long for a code.
pub fn qr_svg(text: &str) -> Option<String> {
    Some(QrCode::new(text).ok()?.render::<svg::Color<'_>>().min_dimensions(320, 320).build())
}

/// The code, black on a white plate in every mode.
#[component]
pub fn QrPicture(text: String, label: &'static str) -> impl IntoView {
    let svg = qr_svg(&text)?;
    // HTML knows no XML declaration.
    let (_, inline) = svg.split_once("?>")?;
    Some(view! { <div class="qr__code" role="img" aria-label=label inner_html=inline.to_owned()></div> })
}
