//! A request goes on when its client disconnects: a use case must not stop half-way through.

use std::future::{pending, poll_fn};
use std::task::Poll;

/// Runs `request` on a task of its own from the moment at which it waits for something. Most polls of open
/// pages are answered from memory, never wait, and are spared the task.
pub(super) async fn run<F>(request: F) -> F::Output
where
    F: Future<Output: Send> + Send + 'static,
{
    let mut request = Box::pin(request);
    if let Poll::Ready(output) = poll_fn(|context| Poll::Ready(request.as_mut().poll(context))).await {
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
        let caller = tokio::time::timeout(Duration::from_millis(1), run(request));
        assert!(caller.await.is_err());
        go_on.send(()).unwrap();
        is_done.await.unwrap();
    }

    #[tokio::test]
    async fn request_that_never_waits_takes_no_task() {
        assert!(run(async { try_id() }).await.is_none(), "this test is no task");
        let waits = async {
            tokio::task::yield_now().await;
            try_id()
        };
        assert!(run(waits).await.is_some());
    }
}
