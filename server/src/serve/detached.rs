//! A request goes on when its client disconnects: a use case must not stop half-way through.

use std::future::{pending, poll_fn};
use std::task::Poll;

/// Runs `request` on a task of its own from the moment at which it waits for something other than its client. Most polls
/// of open pages are answered from memory, never wait, and are spared the task. A request that waits for its body has
/// begun nothing yet.
pub(super) async fn run<F>(request: F, awaits_client: impl Fn() -> bool) -> F::Output
where
    F: Future<Output: Send> + Send + 'static,
{
    let mut request = Box::pin(request);
    let response = poll_fn(|context| match request.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if awaits_client() => Poll::Pending,
        Poll::Pending => Poll::Ready(None),
    });
    if let Some(output) = response.await {
        return output;
    }
    match tokio::spawn(request).await {
        Ok(output) => output,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The process is ending, and this task with it.
        Err(_) => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use tokio::sync::oneshot;
    use tokio::task::try_id;

    use super::*;

    #[tokio::test]
    async fn request_goes_on_after_its_caller_is_dropped() {
        let (go_on, wait) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let request = async {
            wait.await.unwrap();
            done.send(()).unwrap();
        };
        let caller = tokio::time::timeout(Duration::from_millis(1), run(request, || false));
        assert!(caller.await.is_err());
        go_on.send(()).unwrap();
        is_done.await.unwrap();
    }

    #[tokio::test]
    async fn request_that_never_waits_takes_no_task() {
        assert!(run(async { try_id() }, || false).await.is_none(), "this test is no task");
        let waits = async {
            tokio::task::yield_now().await;
            try_id()
        };
        assert!(run(waits, || false).await.is_some());
    }

    #[tokio::test]
    async fn request_that_waits_for_its_client_takes_no_task() {
        let awaits_client = AtomicBool::new(true);
        let request = async {
            tokio::task::yield_now().await;
            try_id()
        };
        assert!(run(request, || awaits_client.load(Ordering::Relaxed)).await.is_none());
    }
}
