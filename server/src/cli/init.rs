//! `atrio init`: the settings of a new installation, in `.env`.

mod answers;

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use domain::Language;
use domain::audit::Actor;

use super::{CliError, database, print_line};
use crate::config::Environment;
use crate::password;
use answers::Answers;

const ENV_FILE: &str = ".env";

/// What is not given is asked for at a terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Init {
    /// Ask nothing: what is not given has its default, and the password is made up
    #[arg(long, requires = "email")]
    yes: bool,
    /// Where people open the portal, such as `https://portal.example.com`; by default on this machine alone
    #[arg(long)]
    base_url: Option<String>,
    /// With which the agency signs in
    #[arg(long)]
    email: Option<String>,
    /// Take the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
    /// Of the admin pages: it or en
    #[arg(long, value_parser = |language: &str| language.parse::<Language>().map_err(|_| "it or en"))]
    language: Option<Language>,
}

pub(super) async fn run(init: Init) -> Result<(), CliError> {
    if Path::new(ENV_FILE).exists() {
        return Err(exists());
    }
    let answers = match init {
        Init { yes: true, .. } => Answers::given(init)?,
        _ if std::io::stdin().is_terminal() => Answers::asked_for(init)?,
        _ => return Err(CliError::Other("there is no terminal to ask at: use `atrio init --yes --email …`".into())),
    };
    write(&settings(&answers)?)?;
    if answers.language != Language::default() {
        choose(answers.language).await.inspect_err(|_| forget())?;
    }
    print_line(next_steps(&answers)).inspect_err(|_| forget())
}

fn exists() -> CliError {
    CliError::Other(format!("{ENV_FILE} exists already, and is not overwritten"))
}

/// The file's text.
fn settings(answers: &Answers) -> Result<String, CliError> {
    let hash = password::hash(&answers.password).map_err(|error| CliError::Other(error.to_string()))?;
    Ok(format!(
        "# Written by `atrio init`. docs/REFERENCE.md has all settings.\n\
         BASE_URL={}\n\
         ADMIN_EMAIL={}\n\
         ADMIN_PASSWORD_HASH='{hash}'\n\
         AUTH_SECRET={}\n\
         LEAD_WEBHOOK_SECRET={}\n\
         INTERNAL_SECRET={}\n",
        quoted(&answers.base_url),
        quoted(answers.email.as_str()),
        secret(),
        secret(),
        secret(),
    ))
}

/// The value as `.env` reads it: with quotation marks where it has characters that mean something there.
fn quoted(value: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@._+-:/[]".contains(letter);
    if value.chars().all(is_plain) {
        return value.to_owned();
    }
    let escaped = |letter: char| if "\\\"$".contains(letter) { format!("\\{letter}") } else { letter.to_string() };
    format!("\"{}\"", value.chars().map(escaped).collect::<String>())
}

/// 32 random bytes in hexadecimal.
fn secret() -> String {
    format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>())
}

fn write(settings: &str) -> Result<(), CliError> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(ENV_FILE);
    let mut file = file.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => exists(),
        _ => CliError::file(ENV_FILE)(error),
    })?;
    let written = file.write_all(settings.as_bytes()).and_then(|()| file.sync_all());
    written.inspect_err(|_| forget()).map_err(CliError::file(ENV_FILE))
}

/// What has failed can be tried again. A password that was made is in the file alone, as a hash.
fn forget() {
    let _ = std::fs::remove_file(ENV_FILE);
}

/// Makes the language that of the workspace.
async fn choose(language: Language) -> Result<(), CliError> {
    let store = database::open(&Environment::load()?).await?;
    let chosen = async {
        let settings = store.settings().await?;
        let draft = domain::SettingsDraft { language, ..settings.record };
        store.save_settings(&Actor::Nobody(None), &draft, &settings.version).await
    };
    let chosen = chosen.await;
    store.close().await;
    Ok(chosen?)
}

fn next_steps(answers: &Answers) -> String {
    let Answers { base_url, email, password, .. } = answers;
    let password =
        if answers.password_was_made { format!("{password}   (stored nowhere: keep it)") } else { "yours".to_owned() };
    let proxy = if base_url.starts_with("https://") {
        format!("\n  {base_url} has to reach 127.0.0.1:3000: docs/deploy has settings for Caddy and nginx")
    } else {
        String::new()
    };
    format!(
        "{ENV_FILE} is written, for its owner alone.\n\n\
         Sign in   {base_url}/admin/login\n\
         E-mail    {email}\n\
         Password  {password}\n\n\
         Next:\n  \
           atrio serve           starts it; docs/deploy has a service for systemd{proxy}\n  \
           SMTP_URL, MAIL_FROM   in {ENV_FILE}: from then on Atrio sends e-mails\n  \
           atrio doctor          says what is not as it should be"
    )
}
