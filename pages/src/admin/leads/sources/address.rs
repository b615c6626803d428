//! The address of a source, to copy and to replace: of its webhook, or of its contact form.

use crate::address::encode;
use crate::admin::leads::sources::actions::RotateSourceKey;
use crate::admin::prelude::*;
use domain::leads::source::SourceCard;

/// The address, or with `confirming` also the confirmation to replace it.
#[component]
pub fn AddressSection(
    card: SourceCard,
    address: String,
    /// Whether to ask for confirmation to replace it (`?rotate=1`).
    confirming: bool,
    i18n: I18n,
) -> impl IntoView {
    let id = card.line.source.id.to_string();
    let is_form = card.line.source.kind.is_form();
    let (label, hint, warning) = if is_form {
        (i18n.form_address(), i18n.form_address_hint(), i18n.form_rotate_warning())
    } else {
        (i18n.source_address(), i18n.source_address_hint(), i18n.source_rotate_warning())
    };
    let form_links = is_form.then(|| {
        let (href, address) = (address.clone(), address.clone());
        view! {
            <p>
                <a href=href target="_blank" rel="noopener">
                    {i18n.form_open()} <span class="sr-only">" "{i18n.in_new_tab()}</span>
                </a>
            </p>
            <QrCodeFigure address i18n/>
        }
    });
    let rotate = address::source(&id).with("rotate", "1").with_fragment("address");
    let rotate_link = (!confirming).then(|| view! { <p><a href=rotate>{i18n.source_rotate()}</a></p> });
    let question = confirming.then(|| {
        let back = address::source(&id).into_string();
        view! {
            <section class="danger" aria-labelledby="rotate-heading">
                <h2 id="rotate-heading">{i18n.source_rotate_question()}</h2>
                <p>{warning}</p>
                <form method="post" action=RotateSourceKey::PATH class="actions">
                    <input type="hidden" name="id" value=id.clone()/>
                    <input type="hidden" name="seen" value=card.key_version/>
                    <button class="button button--danger">{i18n.source_rotate_confirm()}</button>
                    <a class="button button--quiet" href=back>{i18n.cancel()}</a>
                </form>
            </section>
        }
    });
    view! {
        <div class="source__address" id="address">
            <CopyField id="source-address" label text=address i18n/>
            <p class="field__hint">{hint}</p>
            {form_links}
            {rotate_link}
            {question}
        </div>
    }
}

/// The code, black on a white plate in every mode, and a link that downloads it. Nothing for an address that is
/// too long for one.
#[component]
pub fn QrCodeFigure(address: String, i18n: I18n) -> impl IntoView {
    let file = format!("data:image/svg+xml,{}", encode(&qr_svg(&address)?));
    Some(view! {
        <figure class="qr">
            <QrPicture text=address label=i18n.form_qr()/>
            <figcaption><a href=file download="qr-code.svg">{i18n.form_qr_download()}</a></figcaption>
        </figure>
    })
}
