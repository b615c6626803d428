//! The receipt of an approval as the agency sees it: with the address and the browser it came from.

use axum::extract::State;
use domain::id::DeliverableId;

use super::prelude::*;
use crate::PagesState;
use crate::receipt::ReceiptSheet;

/// `GET /admin/receipts/{deliverable}`
pub async fn page(
    Path(deliverable): Path<DeliverableId>,
    State(state): State<PagesState>,
    request: AdminRequest,
) -> PageResult {
    let receipt = request.store.receipt_of(&deliverable).await?;
    let approved = request.store.approved_file(&receipt).await?;
    let agency = request.store.agency().await?;
    let base_url = state.base_url.to_string();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.receipt(), receipt.deliverable_title);
        let client = address::client(receipt.client_id.as_str()).into_string();
        let (address, browser) = (receipt.address.clone(), receipt.user_agent.clone());
        let shown = |text: String| if text.is_empty() { "–".to_owned() } else { text };
        let body = view! {
            <p class="back receipt-tools"><a href=client>{i18n.preview_back()}</a></p>
            <ReceiptSheet receipt agency approved base_url i18n>
                <div class="receipt__private receipt-tools">
                    <dl class="receipt__facts">
                        <div>
                            <dt>{i18n.receipt_address()}</dt>
                            <dd>{shown(address)}</dd>
                        </div>
                        <div>
                            <dt>{i18n.receipt_browser()}</dt>
                            <dd>{shown(browser)}</dd>
                        </div>
                    </dl>
                    <p>{i18n.receipt_private()}</p>
                </div>
            </ReceiptSheet>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}
