//! `atrio member`: the agency's people, for who runs the server.

use std::io::Write as _;

use clap::Subcommand;
use domain::audit::Actor;
use domain::{EmailAddress, Form, Member, MemberDraft, MemberKey, Problem, Role};
use store::Store;

use super::{CliError, database};
use crate::config::{Config, Environment};

#[derive(Debug, Subcommand)]
pub(super) enum MemberCommand {
    /// Add somebody, and print the address where they set a password
    Add {
        /// Their e-mail, with which they sign in
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        /// owner or member
        #[arg(long, default_value = "member", value_parser = parse_role)]
        role: Role,
    },
    /// Print an address where somebody sets a new password, valid for an hour
    Reset { email: String },
    /// Print everybody: e-mail, role, state and name
    List,
    /// Sign somebody out everywhere, and refuse them until they are enabled in the settings
    Disable { email: String },
}

fn parse_role(role: &str) -> Result<Role, &'static str> {
    role.parse().map_err(|_| "owner or member")
}

pub(super) async fn run(environment: &Environment, command: MemberCommand) -> Result<(), CliError> {
    let base_url = Config::read_base_url(environment)?;
    let admin = environment.get("ADMIN_EMAIL")?.map(|email| email.trim().to_lowercase()).unwrap_or_default();
    let store = database::open(environment).await?;
    let out = perform(&store, &admin, &base_url, command).await;
    store.close().await;
    write!(std::io::stdout().lock(), "{}", out?).map_err(CliError::file("standard output"))
}

/// Returns what is printed.
async fn perform(store: &Store, admin: &str, base_url: &str, command: MemberCommand) -> Result<String, CliError> {
    let by = if admin.is_empty() { Actor::Nobody(None) } else { Actor::Admin(admin.to_owned()) };
    let address = |kind: MemberKey, key: &str| format!("{base_url}{}\n", kind.path(key));
    match command {
        MemberCommand::Add { email, name, role } => {
            let form =
                Form::default().with("name", Some(name)).with("email", Some(email)).with("role", Some(role.as_str()));
            let draft = MemberDraft::read(&form, admin).map_err(|problems| refused(&problems))?;
            match store.add_member(&by, &draft).await {
                Ok((_, key)) => Ok(address(MemberKey::Join, &key)),
                Err(store::Error::Invalid(problems)) => Err(refused(&problems)),
                Err(error) => Err(error.into()),
            }
        }
        MemberCommand::Reset { email } => {
            let member = find(store, admin, &email).await?;
            if member.disabled_at.is_some() {
                return Err(CliError::Other(format!("{} is disabled", member.email)));
            }
            let key = store.renew_member_key(&by, &member.id, MemberKey::Reset).await?;
            Ok(address(MemberKey::Reset, &key))
        }
        MemberCommand::List => Ok(store.members().await?.iter().map(line).collect()),
        MemberCommand::Disable { email } => {
            let member = find(store, admin, &email).await?;
            store.set_member_disabled(&by, &member.id, true).await?;
            Ok(String::new())
        }
    }
}

async fn find(store: &Store, admin: &str, email: &str) -> Result<Member, CliError> {
    let email = EmailAddress::parse(email).map_err(|error| CliError::Other(format!("e-mail: {error}")))?;
    if email.as_str() == admin {
        return Err(CliError::Other(format!("{email} is ADMIN_EMAIL, which is no member")));
    }
    let member = store.member_by_email(email.as_str()).await?;
    member.ok_or_else(|| CliError::Other(format!("there is no member with {email}")))
}

fn refused(problems: &domain::Problems) -> CliError {
    let (field, problem) = problems.iter().next().unwrap_or(("name", Problem::Empty));
    let problem = match problem {
        Problem::Empty => "must not be empty".to_owned(),
        Problem::TooLong(most) => format!("must be at most {most} characters"),
        Problem::Taken => "is ADMIN_EMAIL or that of a member".to_owned(),
        Problem::NotEmail => "must be an e-mail address".to_owned(),
        _ => "is not valid".to_owned(),
    };
    CliError::Other(format!("{field} {problem}"))
}

fn line(member: &Member) -> String {
    let state = match member {
        Member { disabled_at: Some(_), .. } => "disabled",
        Member { password_hash: None, .. } => "invited",
        _ => "active",
    };
    format!("{}\t{}\t{state}\t{}\n", member.email, member.role, member.name)
}
