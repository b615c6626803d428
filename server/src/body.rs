//! Reading a request body up to a limit.

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;

/// For JSON endpoints of clients, forms and server functions, in bytes (docs/REFERENCE.md#json-api).
pub const LIMIT: usize = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    #[error("the body is too long")]
    TooLong,
    /// Cut off or too slow.
    #[error("the body ended early")]
    Unreadable,
}

/// The whole body, if it has at most `limit` bytes. Nothing is read when `Content-Length` is above the
/// limit.
pub async fn read(mut body: Body, limit: usize) -> Result<Bytes, BodyError> {
    let declared = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if declared > limit {
        return Err(BodyError::TooLong);
    }
    let mut bytes = Vec::with_capacity(declared);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| BodyError::Unreadable)?;
        let Ok(part) = frame.into_data() else { continue };
        if bytes.len() + part.len() > limit {
            return Err(BodyError::TooLong);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn body_limit_is_inclusive() {
        let of = |bytes: usize| Body::from(vec![b'x'; bytes]);
        assert_eq!(read(of(LIMIT), LIMIT).await.map(|bytes| bytes.len()), Ok(LIMIT));
        assert_eq!(read(of(LIMIT + 1), LIMIT).await, Err(BodyError::TooLong));
    }
}
