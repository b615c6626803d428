//! The webhook address of a source, to copy and to replace.

use domain::leads::source::SourceCard;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::leads::sources::actions::RotateSourceKey;
use crate::i18n::I18n;
use crate::ui::CopyField;

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
    let rotate = address::source(&id).with("rotate", "1").at("address");
    let rotate_link = (!confirming).then(|| view! { <p><a href=rotate>{i18n.source_rotate()}</a></p> });
    let question = confirming.then(|| {
        let back = address::source(&id).top();
        view! {
            <section class="danger" aria-labelledby="rotate-heading">
                <h2 id="rotate-heading">{i18n.source_rotate_question()}</h2>
                <p>{i18n.source_rotate_warning()}</p>
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
            <CopyField id="source-address" label=i18n.source_address() text=address i18n/>
            <p class="field__hint">{i18n.source_address_hint()}</p>
            {rotate_link}
            {question}
        </div>
    }
}
