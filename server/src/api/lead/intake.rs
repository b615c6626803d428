//! From what a delivery says to what is taken in: Italian names, limits, and the first complaint
//! (CONTRACT §3, §5).

use std::fmt;

use domain::{EmailAddress, Intake, Timestamp};
use validator::ValidateEmail;

use super::received::Received;
use super::starts_at;

/// Where a lead came from when it does not say.
const DEFAULT_SOURCE: &str = "webhook";

/// The first thing that is wrong: which field, and what about it, in Italian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Invalid {
    field: &'static str,
    complaint: Complaint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Complaint {
    Missing,
    TooLong(usize),
    Nul,
    NoAddress,
    NoMoment,
    NoObject,
}

impl Invalid {
    /// JSON that is not an object.
    pub(super) const NOT_AN_OBJECT: Self = Self { field: "corpo", complaint: Complaint::NoObject };
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.field)?;
        match self.complaint {
            Complaint::Missing => f.write_str("campo obbligatorio"),
            Complaint::TooLong(most) => write!(f, "al massimo {most} caratteri"),
            Complaint::Nul => f.write_str("carattere non ammesso"),
            Complaint::NoAddress => f.write_str("indirizzo e-mail non valido"),
            Complaint::NoMoment => f.write_str("data e ora non valide"),
            Complaint::NoObject => f.write_str("deve essere un oggetto JSON"),
        }
    }
}

/// What `received` says, checked field by field in this order.
///
/// # Errors
/// The first [`Invalid`].
pub(super) fn check(received: &Received) -> Result<Intake, Invalid> {
    let name = field(received, "name", Some("nome"), 200)?
        .ok_or(Invalid { field: "name", complaint: Complaint::Missing })?;
    Ok(Intake {
        name,
        email: email(received)?,
        phone: field(received, "phone", Some("telefono"), 50)?,
        company: field(received, "company", Some("azienda"), 200)?,
        message: field(received, "message", Some("messaggio"), 10_000)?,
        source: field(received, "source", None, 100)?.unwrap_or_else(|| DEFAULT_SOURCE.to_owned()),
        starts_at: moment(received)?,
        payload: received.payload(),
    })
}

/// The first non-empty value under the canonical name, then under the Italian one.
fn field(
    received: &Received,
    name: &'static str,
    italian: Option<&str>,
    most: usize,
) -> Result<Option<String>, Invalid> {
    let names: Vec<_> = [Some(name), italian].into_iter().flatten().collect();
    let Some(value) = received.value(&names) else { return Ok(None) };
    let complaint = if value.contains('\0') {
        Complaint::Nul
    } else if value.chars().count() > most {
        Complaint::TooLong(most)
    } else {
        return Ok(Some(value));
    };
    Err(Invalid { field: name, complaint })
}

fn email(received: &Received) -> Result<Option<EmailAddress>, Invalid> {
    let Some(text) = field(received, "email", None, EmailAddress::MAX_CHARS)? else { return Ok(None) };
    let invalid = Invalid { field: "email", complaint: Complaint::NoAddress };
    if !text.validate_email() {
        return Err(invalid);
    }
    EmailAddress::parse(&text).map(Some).map_err(|_| invalid)
}

fn moment(received: &Received) -> Result<Option<Timestamp>, Invalid> {
    let Some(text) = received.value(&["starts_at"]) else { return Ok(None) };
    let moment = starts_at::parse(&text);
    moment.map(Some).ok_or(Invalid { field: "starts_at", complaint: Complaint::NoMoment })
}

#[cfg(test)]
mod tests;
