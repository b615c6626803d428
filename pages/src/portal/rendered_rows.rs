//! The rows of a log as they were rendered: after a message only those that are new or look different are rendered.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use app::chat::message_list::Row;
use app::chat::row::{MessageRow, RowWriter};
use app::i18n::I18n;
use leptos::prelude::*;

/// By the key of the row.
pub(super) type RenderedRows = HashMap<String, Arc<RenderedRow>>;

pub(super) struct RenderedRow {
    row: Row,
    html: String,
}

/// How Leptos ends a list, and with erased types the children of an element: what is hydrated has to be the same.
const LIST_END: &str = "<!><!>";

/// The rows of a page that is being rendered.
#[derive(Clone)]
pub(super) struct PageRows {
    /// Of the page before.
    known: Arc<RenderedRows>,
    rendered: Arc<Mutex<RenderedRows>>,
}

impl PageRows {
    pub(super) fn after(known: Arc<RenderedRows>) -> Self {
        Self { known, rendered: Arc::default() }
    }

    /// Has the log of the page that is rendered next in this context written with the rows that are known.
    pub(super) fn provide(&self, i18n: I18n) {
        let rows = self.clone();
        provide_context(RowWriter(Arc::new(move |log| rows.write(log, i18n))));
    }

    /// The rows that the page shows.
    pub(super) fn rendered(&self) -> Arc<RenderedRows> {
        Arc::new(std::mem::take(&mut self.rendered.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn write(&self, log: &[Row], i18n: I18n) -> String {
        let mut rendered = self.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        let mut html = String::new();
        for row in log {
            let shown = self.known.get(&row.key).filter(|known| known.row == *row).cloned().unwrap_or_else(|| {
                let html = view! { <MessageRow row=row.clone() i18n/> }.to_html();
                Arc::new(RenderedRow { row: row.clone(), html })
            });
            html.push_str(&shown.html);
            rendered.insert(row.key.clone(), shown);
        }
        html.push_str(LIST_END);
        html
    }
}
