//! A form with a field for files, and the rows of its uploads.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, File, HtmlFormElement, HtmlInputElement, HtmlTextAreaElement};

use crate::browser::parse;
use crate::memory::{self, Kept};
use crate::row::{Row, template, words};
use crate::upload::{Owner, State, Upload};

thread_local! {
    /// The forms of the page that have been met.
    static FORMS: RefCell<Vec<Rc<Form>>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Form {
    pub(crate) element: HtmlFormElement,
    field: HtmlInputElement,
    list: Element,
    /// What a row is a copy of.
    model: Element,
    /// Says to screen readers what has become of an upload.
    status: Element,
    /// Says to everybody what becomes of the form.
    note: Element,
    /// Under which the tab remembers the uploads.
    key: String,
    uploads: RefCell<Vec<Rc<Upload>>>,
    /// The form is sent once all files are there.
    pub(crate) is_waiting: Cell<bool>,
    /// The channel that was open when it began to wait.
    pub(crate) waits_in: RefCell<String>,
    /// The form is being sent in the background.
    pub(crate) is_sending: Cell<bool>,
}

/// The form, if its field has been met.
pub(crate) fn known(element: &HtmlFormElement) -> Option<Rc<Form>> {
    FORMS.with_borrow(|forms| forms.iter().find(|form| form.element == *element).cloned())
}

/// The form of a field, with the rows of what was uploaded before a reload.
pub(crate) fn of(field: &HtmlInputElement) -> Option<Rc<Form>> {
    let element = field.form()?;
    if let Some(form) = known(&element) {
        return Some(form);
    }
    let parts = template()?.content().clone_node_with_deep(true).ok()?;
    let parts: web_sys::DocumentFragment = parts.unchecked_into();
    let part = |selector| parts.query_selector(selector).ok().flatten();
    let (list, model, status, note) = (part("ul")?, part("li")?, part("[role=status]")?, part("[role=alert]")?);
    model.remove();
    // At the end, where an island that is not live yet does not look.
    element.append_child(&parts).ok()?;
    // Several replies or projects have one path.
    let place = element.get_attribute("data-reply").unwrap_or_else(|| value(&element, "[name=project]"));
    let form = Rc::new(Form {
        element,
        field: field.clone(),
        list,
        model,
        status,
        note,
        key: memory::key(&[field.id(), place].concat()),
        uploads: RefCell::default(),
        is_waiting: Cell::default(),
        waits_in: RefCell::default(),
        is_sending: Cell::default(),
    });
    FORMS.with_borrow_mut(|forms| forms.push(form.clone()));
    for kept in memory::load(&form.key) {
        form.add(kept, None);
    }
    Some(form)
}

impl Form {
    /// Uploads what was chosen, and empties the field.
    pub(crate) fn take(self: &Rc<Self>) {
        let Some(files) = self.field.files() else { return };
        let files: Vec<File> = (0..files.length()).filter_map(|index| files.get(index)).collect();
        self.field.set_value("");
        if !self.field.multiple() {
            for upload in self.uploads() {
                discard(&upload);
            }
        }
        for file in files {
            self.add(Kept::of(&file), Some(file));
        }
    }

    /// Begins an upload, or goes on with one whose file is chosen again.
    fn add(self: &Rc<Self>, mut kept: Kept, file: Option<File>) {
        let known = self.uploads().into_iter().find(|known| known.kept.borrow().file == kept.file);
        if let Some(known) = known {
            if known.state.get() != State::Stopped {
                return;
            }
            kept.location.clone_from(&known.kept.borrow().location);
            known.remove();
        }
        let Some(row) = Row::new(&self.model, &kept.name, kept.size) else { return };
        let _ = self.list.append_child(&row.element);
        let is_empty = kept.size == 0.0;
        let owner: Rc<dyn Owner> = self.clone();
        let upload = Upload::new(Rc::downgrade(&owner), row, kept, file);
        let (discarded, field) = (upload.clone(), self.field.clone());
        upload.row.on_button(move || {
            discard(&discarded);
            // The focused button is gone.
            let _ = field.focus();
        });
        self.uploads.borrow_mut().push(upload.clone());
        if is_empty {
            upload.end(State::Stopped, "empty");
        } else if number(self.uploads().len()) > parse(&words("most")) {
            upload.end(State::Stopped, "many");
        } else {
            spawn_local(upload.run());
            self.uploads_changed();
        }
    }

    pub(crate) fn uploads(&self) -> Vec<Rc<Upload>> {
        self.uploads.borrow().clone()
    }

    pub(crate) fn has(&self, state: State) -> bool {
        self.uploads.borrow().iter().any(|upload| upload.state.get() == state)
    }

    /// The browser sends the form: the page that answers it forgets the uploads and the draft, which come back if none does.
    pub(crate) fn leave(&self) {
        memory::write(memory::SENT, &[&self.key, "\n", &self.draft_key()].concat());
    }

    /// Under which the islands keep what is typed into it.
    fn draft_key(&self) -> String {
        match self.element.get_attribute("data-reply") {
            Some(place) => [memory::REPLY, &place].concat(),
            None => self.channel_draft(&self.channel()),
        }
    }

    /// Of what is typed in a channel of a portal (`app/portal-island/src/session.rs`).
    pub(crate) fn channel_draft(&self, channel: &str) -> String {
        self.element.get_attribute("data-drafts").unwrap_or_default() + channel
    }

    /// The open channel of a message, which another tab of the page changes; empty in other forms.
    pub(crate) fn channel(&self) -> String {
        value(&self.element, "[name=channel]")
    }

    pub(crate) fn textarea(&self) -> Option<HtmlTextAreaElement> {
        Some(self.element.query_selector("textarea").ok()??.unchecked_into())
    }

    pub(crate) fn text(&self) -> String {
        self.textarea().map(|field| field.value()).unwrap_or_default()
    }

    /// Says what `word` names, or nothing.
    pub(crate) fn note(&self, word: &str) {
        self.note.set_text_content(Some(&words(word)));
    }
}

impl Owner for Form {
    fn credential(&self) -> String {
        value(&self.element, "[name=pass]")
    }

    fn remember(&self) {
        memory::save(&self.key, self.uploads.borrow().iter().map(|upload| upload.kept.borrow().clone()));
    }

    fn announce(&self, text: &str) {
        self.status.set_text_content(Some(text));
    }

    fn forget(&self, upload: &Upload) {
        self.uploads.borrow_mut().retain(|kept| kept.row.element != upload.row.element);
        self.uploads_changed();
    }

    /// After a change of its uploads: sends the form that waits for them, unless one is missing.
    fn uploads_changed(&self) {
        self.remember();
        // What is uploaded is in the form though its field is empty. That of a message is `required` for its looks.
        if !self.element.no_validate() {
            self.field.set_required(self.uploads.borrow().is_empty());
        }
        if self.has(State::Running) || self.is_sending.get() {
            return;
        }
        self.note(if self.has(State::Stopped) && self.is_waiting.get() { "stopped" } else { "" });
        // Who takes the last one away thinks again, and so does who has opened another channel: its draft is in the form now.
        let is_same = *self.waits_in.borrow() == self.channel();
        if self.is_waiting.take() && is_same && self.has(State::Done) && !self.has(State::Stopped) {
            let _ = self.element.request_submit();
        }
    }
}

/// What a field of the form has.
fn value(form: &HtmlFormElement, selector: &str) -> String {
    let field = form.query_selector(selector).ok().flatten();
    field.map(|field| field.unchecked_into::<HtmlInputElement>().value()).unwrap_or_default()
}

/// Takes an upload away, here and on the server.
fn discard(upload: &Rc<Upload>) {
    upload.remove();
    let upload = upload.clone();
    spawn_local(async move { upload.terminate().await });
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
