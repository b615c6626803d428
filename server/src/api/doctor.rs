//! How `atrio doctor` learns whether a request leads to this installation: the question and the answer are signed under
//! `AUTH_SECRET`, so that strangers learn nothing and nobody else can answer.

use crate::keys::{Keys, Purpose};
use crate::middleware::client_ip::ClientIp;

/// The parameter of `GET /healthz`.
pub(crate) const PARAMETER: &str = "doctor";

pub(crate) struct Question {
    keys: Keys,
    id: String,
}

impl Question {
    pub(crate) fn new(keys: Keys) -> Self {
        Self { keys, id: store::new_id() }
    }

    /// The value of the parameter.
    pub(crate) fn text(&self) -> String {
        format!("{}.{}", self.id, self.keys.sign(Purpose::Doctor, &self.id))
    }

    /// As whom the server sees the one who asked. `None`: this is no answer of this installation.
    pub(crate) fn read(&self, answer: &str) -> Option<String> {
        let (seen, signature) = answer.split_once(' ')?;
        self.keys.verify(Purpose::Doctor, &signed(&self.id, seen), signature).then(|| seen.to_owned())
    }
}

/// The answer to a question of this installation.
pub(crate) fn answer(keys: &Keys, question: &str, client: ClientIp) -> Option<String> {
    let (id, signature) = question.split_once('.')?;
    let seen = client.to_string();
    let answer = || format!("{seen} {}", keys.sign(Purpose::Doctor, &signed(id, &seen)));
    keys.verify(Purpose::Doctor, id, signature).then(answer)
}

fn signed(id: &str, seen: &str) -> String {
    format!("{id} {seen}")
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::config::Secret;

    fn keys(secret: &str) -> Keys {
        Keys::new(&[Secret::new(secret)])
    }

    #[test]
    fn only_the_same_installation_answers() {
        let client = ClientIp::from(std::net::IpAddr::from(Ipv4Addr::new(203, 0, 113, 7)));
        let question = Question::new(keys("a"));
        let answered = answer(&keys("a"), &question.text(), client).unwrap();
        assert_eq!(question.read(&answered).as_deref(), Some("203.0.113.7"));
        assert_eq!(answer(&keys("b"), &question.text(), client), None);
        let other = answer(&keys("a"), &Question::new(keys("a")).text(), client).unwrap();
        for wrong in ["ok", "", &other, &answered.replace("203", "204"), &question.text()] {
            assert_eq!(question.read(wrong), None, "{wrong}");
        }
    }
}
