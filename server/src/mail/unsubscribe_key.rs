//! The key in `/n/{key}`: names who wants no more e-mails, signed with `AUTH_SECRET`. It opens nothing else.

use domain::id::MemberId;
use domain::notifications::Recipient;

use crate::keys::{Keys, Purpose};

const ADMIN: &str = "a";
const MEMBER: &str = "m.";
const CLIENT: &str = "c.";

/// `a.{mac}`, `m.{member}.{mac}`, `c.{client}.{mac}` or `c.{client}.{contact}.{mac}`: no id has a dot.
pub(crate) fn sign(keys: &Keys, recipient: &Recipient) -> String {
    let name = match recipient {
        Recipient::Admin => ADMIN.to_owned(),
        Recipient::Member(id) => format!("{MEMBER}{id}"),
        Recipient::Client(person) => format!("{CLIENT}{person}"),
    };
    format!("{name}.{}", keys.sign(Purpose::Unsubscribe, &name))
}

/// `None` for a key that was not signed here.
pub(crate) fn verify(keys: &Keys, key: &str) -> Option<Recipient> {
    let (name, signature) = key.rsplit_once('.')?;
    if !keys.verify(Purpose::Unsubscribe, name, signature) {
        return None;
    }
    if let Some(person) = name.strip_prefix(CLIENT) {
        return person.parse().ok().map(Recipient::Client);
    }
    if let Some(member) = name.strip_prefix(MEMBER) {
        return MemberId::parse(member).ok().map(Recipient::Member);
    }
    (name == ADMIN).then_some(Recipient::Admin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    #[test]
    fn key_names_its_recipient_and_no_other() {
        let keys = Keys::new(&[Secret::new("k".repeat(32))]);
        // An imported client may have any id.
        for recipient in [
            Recipient::Admin,
            Recipient::Client("a".parse().expect("an id")),
            Recipient::Client("rossi_1-A".parse().expect("an id")),
            Recipient::Client("rossi_1-A.carla".parse().expect("an id")),
            Recipient::Member(MemberId::parse("c").expect("an id")),
        ] {
            let key = sign(&keys, &recipient);
            assert_eq!(verify(&keys, &key), Some(recipient), "{key}");
            let mut tampered = key.clone();
            tampered.replace_range(..1, if key.starts_with('a') { "c" } else { "a" });
            for wrong in [tampered, format!("{key}x"), format!("x{key}"), key[..key.len() - 1].to_owned()] {
                assert_eq!(verify(&keys, &wrong), None, "{wrong}");
            }
        }
        for wrong in ["", ".", "a", "a.", "c.rossi", "c.rossi.", "è.è"] {
            assert_eq!(verify(&keys, wrong), None, "{wrong}");
        }
        let other = Keys::new(&[Secret::new("o".repeat(32))]);
        assert_eq!(verify(&other, &sign(&keys, &Recipient::Admin)), None);
    }
}
