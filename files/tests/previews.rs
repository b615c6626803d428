//! Previews in the store.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;

use files::{Preview, PreviewSize, Previews, Storage, StorageError};

const CARD: PreviewSize = PreviewSize::ALL[0];
const WHOLE: PreviewSize = PreviewSize::ALL[3];

/// Stores bytes; returns their digest.
async fn store(storage: &Storage, bytes: &[u8]) -> String {
    let mut incoming = storage.receive("one").await.unwrap();
    incoming.write(bytes.to_vec().into()).await.unwrap();
    let received = incoming.finish().await.unwrap();
    let digest = received.sha256.clone();
    storage.place(received).await.unwrap();
    digest
}

fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    encoder.encode(&vec![120; 640 * 400 * 3], 640, 400, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test]
async fn previews_are_made_once_and_go_with_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let previews = Previews::new(storage.clone());
    let photo = photo();
    let digest = store(&storage, &photo).await;
    let size = photo.len() as u64;
    let asked = (0..16).map(|_| {
        let (previews, digest) = (previews.clone(), digest.clone());
        tokio::spawn(async move { previews.get(&digest, size, CARD).await.unwrap() })
    });
    let asked: Vec<_> = asked.collect();
    for answer in asked {
        assert!(matches!(answer.await.unwrap(), Preview::Picture(bytes) if bytes.starts_with(&[0xFF, 0xD8])));
    }
    let made = folder.path().join("previews");
    assert_eq!((count(&made), count(&folder.path().join("tmp"))), (PreviewSize::ALL.len(), 0));
    assert!(matches!(previews.get(&digest, size, WHOLE).await.unwrap(), Preview::Picture(_)));

    storage.remove(&digest).await.unwrap();
    assert_eq!(count(&made), 0);
    assert!(matches!(previews.get(&digest, size, CARD).await, Err(StorageError::Missing)));
    assert_eq!(count(&made), 0);
}

#[tokio::test]
async fn what_is_no_picture_is_looked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let previews = Previews::new(storage.clone());
    let digest = store(&storage, b"%PDF-1.7").await;
    assert_eq!(previews.get(&digest, 8, CARD).await.unwrap(), Preview::None);
    let stored = folder.path().join("previews").join(format!("{digest}-{}", CARD.width));
    assert_eq!(fs::metadata(&stored).unwrap().len(), 0);
    // Nobody reads the file again.
    fs::remove_file(folder.path().join(&digest)).unwrap();
    assert_eq!(previews.get(&digest, 8, WHOLE).await.unwrap(), Preview::None);
}

#[tokio::test]
async fn upload_prepares_previews() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::folder(folder.path());
    let previews = Previews::new(storage.clone());
    let photo = photo();
    let digest = store(&storage, &photo).await;
    previews.prepare(&digest, photo.len() as u64);
    let first = folder.path().join("previews").join(format!("{digest}-{}", CARD.width));
    for _ in 0..500 {
        if first.exists() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("no preview was made");
}
