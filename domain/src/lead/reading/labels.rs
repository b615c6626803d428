//! What a label or the key of a field asks for, in Italian and in English.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lead::LeadField;

/// What a label asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label {
    /// The field.
    pub(super) field: LeadField,
    /// Whether that is beyond doubt: a clear label comes before one that may mean it.
    pub(super) is_sure: bool,
}

/// What `label` asks for: case, accents, punctuation, asterisks, `firstName` for `first name` and words
/// such as `your` or `(obbligatorio)` make no difference. `None`: nothing that a lead has.
pub(super) fn asked(label: &str) -> Option<Label> {
    // What is longer is a sentence.
    if label.len() > 200 {
        return None;
    }
    known(label).or_else(|| {
        // `Telefono (per WhatsApp)`, `Società / Ente`: the first words say it, perhaps.
        let (first, _) = label.split_once(['(', '/', '|', ',', ';', ':', '–'])?;
        known(first).map(|label| Label { is_sure: false, ..label })
    })
}

fn known(label: &str) -> Option<Label> {
    let folded = folded(label);
    LABELS.get(folded.as_str()).or_else(|| LABELS.get(bare(&folded))).copied()
}

/// Every label that is known.
static LABELS: LazyLock<HashMap<&str, Label>> = LazyLock::new(|| {
    let labels = [(SURE, true), (LIKELY, false)].into_iter().flat_map(|(fields, is_sure)| {
        fields.iter().flat_map(move |&(field, names)| {
            names.split(", ").map(move |name| (name, Label { field, is_sure }))
        })
    });
    labels.collect()
});

/// Lower case, without accents, punctuation as single spaces, `firstName` as two words.
pub(super) fn folded(label: &str) -> String {
    let mut folded = String::with_capacity(label.len());
    let mut was_lower = false;
    for letter in label.chars() {
        if ('\u{300}'..='\u{36f}').contains(&letter) {
            continue;
        }
        if letter.is_uppercase() && was_lower {
            folded.push(' ');
        }
        was_lower = letter.is_lowercase();
        if letter.is_alphanumeric() {
            folded
                .extend(letter.to_lowercase().filter(|letter| letter.is_alphanumeric()).map(without_accent));
        } else if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

fn without_accent(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'ē' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'ī' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ō' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    }
}

/// Without the words around a label that ask for nothing, and the number a form builder puts behind it.
fn bare(folded: &str) -> &str {
    const BEFORE: [&str; 22] = [
        "no label ",
        "inserisci ",
        "scrivi ",
        "indica ",
        "qual e ",
        "quale e ",
        "what is ",
        "what s ",
        "enter ",
        "il tuo ",
        "la tua ",
        "i tuoi ",
        "il suo ",
        "la sua ",
        "il vostro ",
        "la vostra ",
        "your ",
        "tuo ",
        "tua ",
        "il ",
        "la ",
        "l ",
    ];
    const BEHIND: [&str; 8] = [
        " obbligatorio",
        " obbligatoria",
        " richiesto",
        " required",
        " opzionale",
        " facoltativo",
        " facoltativa",
        " optional",
    ];
    let mut bare = folded;
    loop {
        let before = BEFORE.iter().find_map(|words| bare.strip_prefix(words));
        let shorter = before.or_else(|| BEHIND.iter().find_map(|words| bare.strip_suffix(words)));
        let shorter = shorter.or_else(|| {
            let (words, number) = bare.rsplit_once(' ')?;
            number.bytes().all(|digit| digit.is_ascii_digit()).then_some(words)
        });
        match shorter {
            Some(shorter) => bare = shorter,
            None => return bare,
        }
    }
}

/// Labels that ask for one thing and nothing else, as they are compared.
const SURE: &[(LeadField, &str)] = &[
    (
        LeadField::Name,
        "nome, nome e cognome, nome cognome, cognome e nome, cognome nome, nome completo, nominativo, \
         name, full name, fullname, complete name, name and surname, name surname, first and last name, \
         first name and last name, first name last name, contact name, lead name, customer name, client \
         name, come ti chiami, come si chiama, nome contatto, nome del contatto, nome del referente, nome \
         referente",
    ),
    (
        LeadField::GivenName,
        "nome di battesimo, first name, firstname, given name, givenname, fname, forename, prenome",
    ),
    (LeadField::FamilyName, "cognome, last name, lastname, family name, familyname, lname, surname"),
    (
        LeadField::Email,
        "email, e mail, mail, email address, e mail address, emailaddress, mail address, indirizzo email, \
         indirizzo e mail, indirizzo mail, indirizzo di posta elettronica, indirizzo di posta, posta \
         elettronica, indirizzo di email, indirizzo di e mail, work email, business email, company email, \
         personal email, contact email, customer email, lead email, email aziendale, e mail aziendale, \
         mail aziendale, email personale, e mail personale, email di lavoro, email di contatto, e mail di \
         contatto, user email",
    ),
    (
        LeadField::Phone,
        "telefono, tel, cellulare, cell, numero di telefono, numero telefono, numero telefonico, n \
         telefono, n di telefono, nr telefono, num telefono, numero di cellulare, numero cellulare, \
         numero di cell, telefono cellulare, telefono mobile, telefono fisso, telefono o cellulare, \
         telefono cellulare o fisso, telefono cell, tel cell, telefono aziendale, telefono di contatto, \
         recapito telefonico, recapiti telefonici, contatto telefonico, phone, phone number, phonenumber, \
         phone no, telephone, telephone number, tel number, mobile, mobile phone, mobile number, mobile \
         phone number, cell phone, cellphone, cell number, work phone, work phone number, contact phone, \
         contact number, contact phone number, whatsapp, numero whatsapp, numero di whatsapp, whatsapp \
         number",
    ),
    (
        LeadField::Company,
        "azienda, societa, ragione sociale, nome azienda, nome dell azienda, nome della azienda, nome \
         della tua azienda, nome societa, nome della societa, azienda societa, societa azienda, azienda o \
         societa, azienda ente, azienda o ente, ditta, impresa, nome impresa, nome dell impresa, \
         organizzazione, nome organizzazione, nome dell organizzazione, company, company name, \
         companyname, business name, organization, organisation, organization name, organisation name, \
         company organization, company organisation",
    ),
    (
        LeadField::Message,
        "messaggio, testo del messaggio, testo messaggio, message, message text, messaggio o richiesta, \
         tuo messaggio, come possiamo aiutarti, come possiamo aiutarla, how can we help, how can we help \
         you",
    ),
    (LeadField::Source, "source, lead source, fonte"),
    (
        LeadField::StartsAt,
        "starts at, start at, start time, start date time, start datetime, event start time, meeting \
         start time, booking start time, appointment start time, data e ora appuntamento, data e ora dell \
         appuntamento, data e ora inizio, data e ora di inizio, inizio appuntamento",
    ),
];

/// Labels that mean it where nothing means it more clearly.
const LIKELY: &[(LeadField, &str)] = &[
    (
        LeadField::Name,
        "referente, persona di riferimento, contatto, contact, intestatario, cliente, customer, chi sei",
    ),
    (
        LeadField::Email,
        "e mail pec, email pec, pec, contatto email, conferma email, confirm email, email confirmation",
    ),
    (LeadField::Phone, "recapito, fisso, numero di contatto, numero, altro telefono, secondo telefono"),
    (LeadField::Company, "business, attivita, nome attivita, nome dell attivita, studio, ente, brand"),
    (
        LeadField::Message,
        "richiesta, testo della richiesta, richieste, note, nota, note aggiuntive, altre note, commento, \
         commenti, comment, comments, notes, note o richieste, additional notes, additional information, \
         additional comments, testo, domanda, domande, question, questions, inquiry, enquiry, request, \
         descrizione, description, dettagli, details, informazioni aggiuntive, textarea, raccontaci il \
         tuo progetto, parlaci del tuo progetto, tell us about your project",
    ),
    (
        LeadField::StartsAt,
        "start, inizio, data e ora, appuntamento, data appuntamento, data dell appuntamento, appointment, \
         appointment time, appointment date, booking time, booking date, meeting time, meeting date, \
         scheduled at, date and time, datetime",
    ),
];

#[cfg(test)]
mod tests;
