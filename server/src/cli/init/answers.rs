//! What a new installation has to know: from options, or asked for.

use std::io::{BufRead as _, Write as _};

use domain::people::password::problem;
use domain::typed_code::ALPHABET;
use domain::{EmailAddress, Language, Problem};

use super::Init;
use crate::cli::{CliError, hash_password};
use crate::config::Config;
use crate::password::is_common;

const LOCAL: &str = "http://127.0.0.1:3000";
/// Groups of characters of a password that is made up, which can be read aloud: 100 bits.
const GROUPS: usize = 4;
const GROUP: usize = 5;

pub(super) struct Answers {
    pub(super) base_url: String,
    pub(super) email: EmailAddress,
    pub(super) password: String,
    pub(super) password_was_made: bool,
    pub(super) language: Language,
}

impl Answers {
    /// # Errors
    /// The first option that cannot be taken.
    pub(super) fn given(init: Init) -> Result<Self, CliError> {
        let email = read_email(&init.email.unwrap_or_default())?;
        let given = if init.password_stdin { Some(hash_password::first_line()?) } else { None };
        let password = given.as_deref().map(|password| check(password, &email)).transpose()?;
        Ok(Self {
            base_url: read_base_url(&init.base_url.unwrap_or_else(|| LOCAL.to_owned()))?,
            password_was_made: password.is_none(),
            password: password.map_or_else(made_password, str::to_owned),
            email,
            language: init.language.unwrap_or_default(),
        })
    }

    /// Asks again for what cannot be taken.
    ///
    /// # Errors
    /// An option that cannot be taken; the terminal is closed.
    pub(super) fn asked_for(init: Init) -> Result<Self, CliError> {
        let base_url = match init.base_url {
            Some(given) => read_base_url(&given)?,
            None => ask("Where people open the portal", LOCAL, read_base_url)?,
        };
        let email = match init.email {
            Some(given) => read_email(&given)?,
            None => ask("The e-mail with which the agency signs in", "", read_email)?,
        };
        let password = ask_password(&email)?;
        let language = match init.language {
            Some(language) => language,
            None => ask("The language of the admin pages, it or en", "it", |answer| {
                answer.parse().map_err(|_| CliError::Other("it or en".into()))
            })?,
        };
        Ok(Self {
            base_url,
            password_was_made: password.is_none(),
            password: password.unwrap_or_else(made_password),
            email,
            language,
        })
    }
}

fn ask<T>(question: &str, default: &str, read: impl Fn(&str) -> Result<T, CliError>) -> Result<T, CliError> {
    loop {
        let shown = if default.is_empty() { String::new() } else { format!(" [{default}]") };
        print!("{question}{shown}: ");
        std::io::stdout().flush().map_err(CliError::file("the terminal"))?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).map_err(CliError::file("the terminal"))? == 0 {
            return Err(CliError::Other("nothing was written".into()));
        }
        let answer = if line.trim().is_empty() { default } else { line.trim() };
        match read(answer) {
            Ok(read) => return Ok(read),
            Err(error) => println!("  {error}"),
        }
    }
}

/// `None` if one is to be made up.
fn ask_password(email: &EmailAddress) -> Result<Option<String>, CliError> {
    loop {
        let password = hash_password::ask("Password, or nothing to have one made up: ")?;
        if password.is_empty() {
            return Ok(None);
        }
        match check(&password, email) {
            Err(error) => println!("  {error}"),
            Ok(_) if hash_password::ask("Again: ")? != password => println!("  the two passwords differ"),
            Ok(_) => return Ok(Some(password)),
        }
    }
}

fn read_base_url(given: &str) -> Result<String, CliError> {
    Ok(Config::parse_base_url(given)?)
}

fn read_email(given: &str) -> Result<EmailAddress, CliError> {
    EmailAddress::parse(given).map_err(|error| CliError::Other(format!("e-mail: {error}")))
}

/// The rules of members' passwords.
fn check<'a>(password: &'a str, email: &EmailAddress) -> Result<&'a str, CliError> {
    let why = match problem(password, email, None, is_common) {
        None => return Ok(password),
        Some(Problem::TooShort(least)) => format!("must have at least {least} characters"),
        Some(Problem::TooLong(most)) => format!("must have at most {most} characters"),
        Some(Problem::Common) => "is among the most common ones".to_owned(),
        Some(Problem::Personal) => "has the name of the e-mail address in it".to_owned(),
        Some(_) => "must not be empty".to_owned(),
    };
    Err(CliError::Other(format!("the password {why}")))
}

fn made_password() -> String {
    let char = || char::from(ALPHABET[rand::random_range(0..ALPHABET.len())]).to_ascii_lowercase();
    let groups: Vec<String> = (0..GROUPS).map(|_| (0..GROUP).map(|_| char()).collect()).collect();
    groups.join("-")
}
