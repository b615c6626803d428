//! Addresses of files that open without a cookie for ten minutes, for what has none.

use domain::id::FileId;
use domain::{FileName, Timestamp};
pub use pages::address::file as of_file;

use crate::keys::{Keys, Purpose};

/// In milliseconds.
const LIFETIME: i64 = 10 * 60_000;
const SIGNATURE: &str = "&signature=";

/// The same for everybody who has it, from `now` on for ten minutes. Every byte of it is signed.
pub fn signed(keys: &Keys, id: &FileId, name: &FileName, now: Timestamp) -> String {
    let until = now.as_millis() + LIFETIME;
    let address = format!("{}?until={until}", of_file(id, name));
    let signature = keys.sign(Purpose::FileAddress, &address);
    format!("{address}{SIGNATURE}{signature}")
}

/// Whether this path with its query was signed here, and its time is not over.
pub fn is_valid(keys: &Keys, path_and_query: &str, now: Timestamp) -> bool {
    let Some((address, signature)) = path_and_query.rsplit_once(SIGNATURE) else { return false };
    let until = address.rsplit_once("?until=").and_then(|(_, until)| until.parse::<i64>().ok());
    until.is_some_and(|until| until > now.as_millis()) && keys.verify(Purpose::FileAddress, address, signature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    #[test]
    fn signed_address_is_valid_for_ten_minutes_as_it_is() {
        let keys = Keys::new(&[Secret::new("k".repeat(32))]);
        let now = Timestamp::from_millis(1_000);
        let (id, name) = (FileId::parse("f").unwrap(), FileName::clean("più/..").unwrap());
        let address = signed(&keys, &id, &name, now);
        assert!(address.starts_with("/files/f/pi%C3%B9_..?until=601000&signature="), "{address}");
        let at = |millis| Timestamp::from_millis(millis);
        assert!(is_valid(&keys, &address, now) && is_valid(&keys, &address, at(600_999)));
        assert!(!is_valid(&keys, &address, at(601_000)));
        for forged in [
            address.replace("/f/", "/g/"),
            address.replace("pi%C3%B9", "pi"),
            address.replace("601000", "901000"),
            address.replace("&signature", "&x=y&signature"),
            format!("{address}x"),
            "/files/f/x".to_owned(),
            "/files/f/x?until=601000&signature=".to_owned(),
        ] {
            assert!(!is_valid(&keys, &forged, now), "{forged}");
        }
    }
}
