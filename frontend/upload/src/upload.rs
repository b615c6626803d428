//! One file on its way to the server.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::Date;
use web_sys::{AbortController, File};

use crate::browser::{pause, window};
use crate::memory::Kept;
use crate::row::{Row, time_left, words};
use crate::tus::{self, Progress, Trouble};

/// How many bytes a request brings: as many as arrive in about a second, so that the bar moves and little is sent twice.
const MIN_CHUNK: f64 = 65_536.0;
const MAX_CHUNK: f64 = 4_194_304.0;
/// From the first to the longest pause after a loss, in milliseconds.
const PAUSES: (f64, f64) = (1e3, 3e4);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Running,
    Done,
    /// Refused, or its file is to be chosen again.
    Stopped,
}

/// What an upload is of: a form.
pub(crate) trait Owner {
    /// Of the portal, empty on a page of the agency.
    fn credential(&self) -> String;
    /// Stores how to go on after a reload.
    fn remember(&self);
    /// Says it to screen readers.
    fn announce(&self, text: &str);
    /// An upload has begun, ended or gone.
    fn uploads_changed(&self);
    fn forget(&self, upload: &Upload);
}

pub(crate) struct Upload {
    form: Weak<dyn Owner>,
    pub(crate) row: Row,
    pub(crate) kept: RefCell<Kept>,
    /// `None` after a reload, until it is chosen again.
    pub(crate) file: RefCell<Option<File>>,
    pub(crate) state: Cell<State>,
    is_removed: Cell<bool>,
    abort: RefCell<Option<AbortController>>,
}

impl Upload {
    pub(crate) fn new(form: Weak<dyn Owner>, row: Row, kept: Kept, file: Option<File>) -> Rc<Self> {
        row.say("");
        Rc::new(Self {
            form,
            row,
            kept: RefCell::new(kept),
            file: RefCell::new(file),
            state: Cell::new(State::Running),
            is_removed: Cell::new(false),
            abort: RefCell::new(None),
        })
    }

    /// Uploads the file, through every loss of the network.
    pub(crate) async fn run(self: Rc<Self>) {
        self.state.set(State::Running);
        self.row.name_button("cancel");
        let mut wait = PAUSES.0;
        loop {
            let attempt = self.attempt(&mut wait).await;
            if self.is_removed.get() {
                return;
            }
            match attempt {
                Ok(Some(file)) => {
                    self.row.refer(&file);
                    return self.end(State::Done, "done");
                }
                Ok(None) => return self.end(State::Stopped, "again"),
                Err(Trouble::Refused(why)) => return self.end(State::Stopped, why),
                Err(Trouble::Missing) if self.file.borrow().is_none() => return self.remove(),
                Err(Trouble::Missing) => self.remember(String::new()),
                Err(Trouble::Stale) => pause(PAUSES.0).await,
                Err(Trouble::Busy(seconds)) => {
                    self.row.say(&words("busy"));
                    pause(seconds * 1e3).await;
                }
                Err(Trouble::Lost) => {
                    self.row.say(&words("lost"));
                    self.announce(&words("lost"));
                    pause(wait).await;
                    wait = (wait * 2.0).min(PAUSES.1);
                }
            }
        }
    }

    /// Goes on from where the server is. The id of the file if it is whole, `None` if it is not and its bytes are not here.
    async fn attempt(&self, wait: &mut f64) -> Result<Option<String>, Trouble> {
        let abort = AbortController::new().map_err(|_| Trouble::Refused("failed"))?;
        *self.abort.borrow_mut() = Some(abort.clone());
        let Kept { size, mut location, .. } = self.kept.borrow().clone();
        let mut progress = if location.is_empty() {
            location = tus::create(size, &self.metadata(), &abort).await?;
            self.remember(location.clone());
            Progress { offset: 0.0, file: None }
        } else {
            tus::state(&location, &abort).await?
        };
        let file = self.file.borrow().clone();
        let (mut speed, mut length) = (0.0, MIN_CHUNK * 4.0);
        loop {
            let offset = progress.offset;
            self.row.show_progress(offset);
            if progress.file.is_some() {
                return Ok(progress.file);
            }
            let Some(file) = &file else { return Ok(None) };
            let slice = file.slice_with_f64_and_f64(offset, offset + length);
            let slice = slice.map_err(|_| Trouble::Refused("failed"))?;
            let begun = Date::now();
            progress = tus::add(&location, offset, &slice, &abort).await?;
            *wait = PAUSES.0;
            let took = (Date::now() - begun).max(1.0);
            let now = (progress.offset - offset) / took;
            speed = if speed == 0.0 { now } else { speed * 0.7 + now * 0.3 };
            length = (now * 1e3).clamp((length / 2.0).max(MIN_CHUNK), (length * 2.0).min(MAX_CHUNK)).floor();
            self.row.say(&time_left(size - progress.offset, speed));
        }
    }

    /// The name, and whose portal the page is of.
    fn metadata(&self) -> String {
        let name = base64(&self.kept.borrow().name);
        let credential = self.form.upgrade().map(|form| form.credential()).filter(|pass| !pass.is_empty());
        match credential {
            Some(pass) => ["filename ", &name, ",pass ", &base64(&pass)].concat(),
            None => ["filename ", &name].concat(),
        }
    }

    fn remember(&self, location: String) {
        self.kept.borrow_mut().location = location;
        if let Some(form) = self.form.upgrade() {
            form.remember();
        }
    }

    fn announce(&self, text: &str) {
        if let Some(form) = self.form.upgrade() {
            form.announce(&[&self.kept.borrow().name, ": ", text].concat());
        }
    }

    /// `word` names the words that say how it ended.
    pub(crate) fn end(&self, state: State, word: &str) {
        let text = words(word);
        self.state.set(state);
        self.row.end(state == State::Stopped);
        self.row.say(&text);
        self.announce(&text);
        if let Some(form) = self.form.upgrade() {
            form.uploads_changed();
        }
    }

    /// Takes the row away.
    pub(crate) fn remove(&self) {
        self.is_removed.set(true);
        self.row.element.remove();
        if let Some(abort) = self.abort.take() {
            abort.abort();
        }
        if let Some(form) = self.form.upgrade() {
            form.forget(self);
        }
    }

    /// Nothing is left of it on the server either.
    pub(crate) async fn terminate(&self) {
        let location = self.kept.borrow().location.clone();
        if !location.is_empty() {
            tus::terminate(&location).await;
        }
    }
}

/// Of the text in UTF-8.
fn base64(text: &str) -> String {
    // It takes a character for each byte.
    let bytes: String = text.bytes().map(char::from).collect();
    window().btoa(&bytes).unwrap_or_default()
}
