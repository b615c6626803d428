//! Password hashes: Argon2id in PHC string format.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

/// OWASP's parameters: 19 MiB of memory, two passes, one lane.
fn argon2id() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("OWASP's parameters are within Argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// The password is longer than 4 GiB, or the system has no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the password cannot be hashed")]
pub struct HashError;

/// Whether it is among the most common ones.
pub fn is_common(password: &str) -> bool {
    passwords::analyzer::analyze(password).is_common()
}

/// Takes tens of milliseconds.
///
/// # Errors
/// [`HashError`].
pub fn hash(password: &str) -> Result<String, HashError> {
    let hash = argon2id().hash_password(password.as_bytes()).map_err(|_| HashError)?;
    Ok(hash.to_string())
}

/// Whether `phc` is a complete Argon2id hash that [`verify`] can check.
pub fn is_argon2id(phc: &str) -> bool {
    PasswordHash::new(phc).is_ok_and(|hash| {
        hash.algorithm.as_str() == "argon2id"
            && hash.salt.is_some()
            && hash.hash.is_some()
            && Params::try_from(&hash).is_ok()
    })
}

/// Takes as long as the parameters in `phc` demand.
pub fn verify(password: &str, phc: &str) -> bool {
    argon2id().verify_password(password.as_bytes(), phc).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_verifies_only_its_password() {
        let phc = hash("correct horse").unwrap();
        assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
        assert!(is_argon2id(&phc));
        assert!(verify("correct horse", &phc));
        assert!(!verify("correct horse ", &phc));
        assert_ne!(phc, hash("correct horse").unwrap(), "every hash has a new salt");
    }

    #[test]
    fn common_passwords_are_known() {
        for common in ["1234567890", "qwertyuiop", "password123", "basketball"] {
            assert!(is_common(common), "{common}");
        }
        assert!(!is_common("una frase qualsiasi"));
    }

    #[test]
    fn is_argon2id_accepts_complete_hashes_only() {
        for bad in [
            "",
            "hunter2",
            "$argon2id$v=19$m=19456,t=2,p=1",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0",
            "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng",
            "$2b$12$KIXQ4S8xS8sW5m4o1v8l6uQyH0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q",
        ] {
            assert!(!is_argon2id(bad), "{bad}");
        }
    }
}
