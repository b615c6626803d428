//! The step of SMTP at which sending failed.

string_enum! {
    /// A failure ends in its step, in brackets: `535 wrong password (AUTH)`.
    pub enum SmtpStep {
        /// TCP, the encryption of `smtps`, the server's greeting and its list of extensions.
        Connect = "connection",
        StartTls = "STARTTLS",
        Auth = "AUTH",
        Sender = "MAIL FROM",
        Recipient = "RCPT TO",
        Data = "DATA",
        /// The e-mail itself: after it the server has taken it.
        Content = "end of DATA",
    }
}

impl SmtpStep {
    /// The reply of a failure without its step, and the step.
    pub fn split(failure: &str) -> (&str, Option<Self>) {
        let found = failure.strip_suffix(')').and_then(|failure| failure.rsplit_once(" ("));
        match found.map(|(reply, step)| (reply, step.parse())) {
            Some((reply, Ok(step))) => (reply, Some(step)),
            _ => (failure, None),
        }
    }

    /// Whether the server asks to try again later, by a 4xx.
    pub fn is_later(reply: &str) -> bool {
        let code = reply.split([' ', '-']).next().unwrap_or_default();
        code.len() == 3 && code.starts_with('4') && code.bytes().all(|digit| digit.is_ascii_digit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_is_at_the_end_of_a_failure() {
        for (failure, reply, step) in [
            ("550 5.1.1 unknown (user) (RCPT TO)", "550 5.1.1 unknown (user)", Some(SmtpStep::Recipient)),
            ("no answer in time (connection)", "no answer in time", Some(SmtpStep::Connect)),
            ("452 no space (end of DATA)", "452 no space", Some(SmtpStep::Content)),
            ("the address is not valid (x)", "the address is not valid (x)", None),
            ("read", "read", None),
        ] {
            assert_eq!(SmtpStep::split(failure), (reply, step));
            assert_eq!(SmtpStep::is_later(reply), reply.starts_with("452"));
        }
    }
}
