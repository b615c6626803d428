//! Forms of the agency's side: labelled fields that say what is wrong with them, in the reader's
//! language, and forget nothing that was typed.

use domain::{Form, Problem, Problems};
use leptos::prelude::*;

use crate::admin::desk::DeskView;
use crate::error::Mishap;
use crate::words::Words;

/// A form as it stands on a page.
#[derive(Debug, Clone)]
pub struct Fields {
    name: String,
    /// What the fields say: what was typed and refused, else what stands.
    values: Form,
    /// What stands.
    standing: Form,
    problems: Problems,
    refused: Option<Mishap>,
    words: Words,
}

impl Fields {
    /// The form `name` of the page, filled with `standing`, unless it is the one that was just refused.
    /// The name is its `id`, too, and unique on the page.
    pub fn new(desk: &DeskView, name: impl Into<String>, standing: Form) -> Self {
        let name = name.into();
        let words = desk.words;
        match desk.unsaved.clone().filter(|unsaved| unsaved.name == name) {
            None => {
                let (values, problems) = (standing.clone(), Problems::default());
                Self { name, values, standing, problems, refused: None, words }
            }
            Some(unsaved) => {
                let (values, problems) = (unsaved.form, unsaved.problems);
                Self { name, values, standing, problems, refused: desk.flash.mishap, words }
            }
        }
    }

    /// Whether this is the form that was just refused; what it stands in should be open.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The name, which is the `id` of the form's element.
    pub fn id(&self) -> String {
        self.name.clone()
    }

    /// What a field says.
    pub fn value(&self, field: &str) -> String {
        self.values.get(field).to_owned()
    }

    /// What is wrong with a field.
    pub fn problem(&self, field: &str) -> Option<Problem> {
        self.problems.of(field)
    }

    fn input_id(&self, field: &str) -> String {
        format!("{}-{field}", self.name)
    }

    /// What stands now, when somebody else has changed it meanwhile.
    fn other(&self, field: &str) -> Option<String> {
        let standing = self.standing.get(field);
        (self.refused == Some(Mishap::Stale) && standing != self.values.get(field))
            .then(|| standing.to_owned())
    }
}

/// The beginning of every form: what is wrong with it as a whole, and which version it was filled from.
#[component]
pub fn FormHead(
    /// The form.
    fields: Fields,
    /// The version of the record it edits.
    #[prop(optional, into)]
    version: Option<String>,
) -> impl IntoView {
    let words = fields.words;
    let notice = fields.refused.map(|mishap| {
        view! { <p class="notice notice--wrong" role="alert">{mishap.words(words)}</p> }
    });
    view! {
        {notice}
        {version.map(|version| view! { <input type="hidden" name="version" value=version/> })}
    }
}

/// One line to write.
#[component]
pub fn TextField(
    /// The form.
    fields: Fields,
    /// The field's name.
    name: &'static str,
    /// Its label.
    label: &'static str,
    /// `text`, `email`, `date`, `datetime-local`, `url`, `number`, `tel`, `month`.
    #[prop(default = "text")]
    kind: &'static str,
    /// Whether something must be written.
    #[prop(optional)]
    required: bool,
    /// How many characters at most.
    #[prop(optional)]
    most: Option<usize>,
    /// What helps to fill it.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// The keyboard a phone shows: `decimal`, `numeric`.
    #[prop(optional)]
    inputmode: Option<&'static str>,
    /// The `id` of a `<datalist>` with suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// Whether somebody can go on writing there at once.
    #[prop(optional)]
    autofocus: bool,
) -> impl IntoView {
    let (id, value) = (fields.input_id(name), fields.value(name));
    let around = Around::of(&fields, name, hint);
    let text = kind == "text" || kind == "email" || kind == "url";
    view! {
        <div class="field">
            <label for=id.clone()>{label}{optional(required, fields.words)}</label>
            <input
                id=id
                name=format!("form[{name}]")
                type=kind
                value=value
                required=required
                maxlength=most
                list=list
                inputmode=inputmode
                autocomplete="off"
                autofocus=autofocus
                dir=text.then_some("auto")
                aria-invalid=around.invalid()
                aria-describedby=around.ids()
            />
            {around.view()}
        </div>
    }
}

/// Several lines to write.
#[component]
pub fn ProseField(
    /// The form.
    fields: Fields,
    /// The field's name.
    name: &'static str,
    /// Its label.
    label: &'static str,
    /// How many lines it shows.
    #[prop(default = 4)]
    rows: usize,
    /// Whether something must be written.
    #[prop(optional)]
    required: bool,
    /// How many characters at most.
    #[prop(optional)]
    most: Option<usize>,
    /// What helps to fill it.
    #[prop(optional)]
    hint: Option<&'static str>,
) -> impl IntoView {
    let (id, value) = (fields.input_id(name), fields.value(name));
    let around = Around::of(&fields, name, hint);
    view! {
        <div class="field">
            <label for=id.clone()>{label}{optional(required, fields.words)}</label>
            <textarea
                id=id
                name=format!("form[{name}]")
                rows=rows
                required=required
                maxlength=most
                dir="auto"
                aria-invalid=around.invalid()
                aria-describedby=around.ids()
            >
                {value}
            </textarea>
            {around.view()}
        </div>
    }
}

/// A choice of one among several.
#[component]
pub fn SelectField(
    /// The form.
    fields: Fields,
    /// The field's name.
    name: &'static str,
    /// Its label.
    label: &'static str,
    /// What can be chosen: the value that is sent and the words for it.
    options: Vec<(String, String)>,
    /// What helps to choose.
    #[prop(optional)]
    hint: Option<&'static str>,
) -> impl IntoView {
    let (id, value) = (fields.input_id(name), fields.value(name));
    let around = Around::of(&fields, name, hint);
    let option = |(sent, words): (String, String)| {
        let chosen = sent == value;
        view! { <option value=sent selected=chosen>{words}</option> }
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                id=id
                name=format!("form[{name}]")
                aria-invalid=around.invalid()
                aria-describedby=around.ids()
            >
                {options.into_iter().map(option).collect_view()}
            </select>
            {around.view()}
        </div>
    }
}

/// A box to tick.
#[component]
pub fn FlagField(
    /// The form.
    fields: Fields,
    /// The field's name.
    name: &'static str,
    /// Its label.
    label: &'static str,
) -> impl IntoView {
    let id = fields.input_id(name);
    let ticked = !fields.value(name).is_empty();
    view! {
        <div class="field field--flag">
            <input id=id.clone() name=format!("form[{name}]") type="checkbox" value="on" checked=ticked/>
            <label for=id>{label}</label>
        </div>
    }
}

/// Marks what may be left empty, since most must not.
fn optional(required: bool, words: Words) -> Option<impl IntoView> {
    (!required).then(|| view! { " " <span class="field__optional">{words.optional()}</span> })
}

/// What stands around a box: a hint, what is wrong, what stands now.
struct Around {
    id: String,
    hint: Option<&'static str>,
    problem: Option<String>,
    other: Option<String>,
}

impl Around {
    fn of(fields: &Fields, name: &str, hint: Option<&'static str>) -> Self {
        let problem = fields.problems.of(name).map(|problem| fields.words.problem(problem));
        let other = fields.other(name).map(|other| fields.words.stands_now(&other));
        Self { id: fields.input_id(name), hint, problem, other }
    }

    fn invalid(&self) -> Option<&'static str> {
        self.problem.is_some().then_some("true")
    }

    /// The ids of the sentences below.
    fn ids(&self) -> Option<String> {
        let sentences = [
            self.problem.is_some().then_some("problem"),
            self.other.is_some().then_some("other"),
            self.hint.is_some().then_some("hint"),
        ];
        let ids: Vec<_> =
            sentences.into_iter().flatten().map(|sentence| format!("{}-{sentence}", self.id)).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    fn view(self) -> impl IntoView {
        let Self { id, hint, problem, other } = self;
        let sentence = |class: &'static str, name: &str, text: Option<String>| {
            let id = format!("{id}-{name}");
            text.map(|text| view! { <p class=class id=id dir="auto">{text}</p> })
        };
        (
            sentence("field__problem", "problem", problem),
            sentence("field__other", "other", other),
            sentence("field__hint", "hint", hint.map(str::to_owned)),
        )
    }
}

impl Words {
    /// What is wrong with a field, and how to mend it.
    pub fn problem(self, problem: Problem) -> String {
        match problem {
            Problem::Empty => self.problem_empty().to_owned(),
            Problem::TooLong(most) => self.problem_too_long(most),
            Problem::Nul => self.problem_nul().to_owned(),
            Problem::NotEmail => self.problem_email().to_owned(),
            Problem::NotDate => self.problem_date().to_owned(),
            Problem::NotMoment => self.problem_moment().to_owned(),
            Problem::NotNumber => self.problem_number().to_owned(),
            Problem::NotAmount => self.problem_amount().to_owned(),
            Problem::NotQuantity => self.problem_quantity().to_owned(),
            Problem::NotMinutes => self.problem_minutes().to_owned(),
            Problem::NotUrl => self.problem_url().to_owned(),
            Problem::NotColour => self.mishap_no_colour().to_owned(),
            Problem::NotOneOf => self.problem_choice().to_owned(),
            Problem::OutOfRange(least, most) => self.problem_range(least, most),
            Problem::BeforeStart => self.problem_before_start().to_owned(),
            Problem::InFuture => self.problem_in_future().to_owned(),
            Problem::Taken => self.problem_taken().to_owned(),
            Problem::Missing => self.problem_missing().to_owned(),
        }
    }
}
