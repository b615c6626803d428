//! The address of a contact form as a QR code.

use qrcode::QrCode;
use qrcode::render::svg;

use crate::address::encode;
use crate::admin::prelude::*;

/// The code, black on a white plate in every mode, and a link that downloads it. Nothing for an address that is
/// too long for one.
#[component]
pub fn QrCodeFigure(address: String, i18n: I18n) -> impl IntoView {
    let svg = QrCode::new(address).ok()?.render::<svg::Color<'_>>().min_dimensions(320, 320).build();
    let file = format!("data:image/svg+xml,{}", encode(&svg));
    // HTML knows no XML declaration.
    let (_, inline) = svg.split_once("?>")?;
    Some(view! {
        <figure class="qr">
            <div class="qr__code" role="img" aria-label=i18n.form_qr() inner_html=inline.to_owned()></div>
            <figcaption><a href=file download="qr-code.svg">{i18n.form_qr_download()}</a></figcaption>
        </figure>
    })
}
