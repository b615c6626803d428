use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::*;

const FRAME: usize = FRAME_HEADER + PAGE_SIZE as usize;

/// The WAL of a new database after two cycles: the frames of `commits`, then those of the first, longer cycle.
async fn wal_of(commits: usize) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let options = SqliteConnectOptions::new().filename(folder.path().join("test.db")).create_if_missing(true);
    let mut connection = options.connect().await.expect("a database");
    for statement in [
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE t (value TEXT)",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) \
         INSERT INTO t SELECT HEX(ZEROBLOB(4000)) FROM n",
        "PRAGMA wal_checkpoint(RESTART)",
    ] {
        connection.execute(statement).await.expect("a statement");
    }
    for _ in 0..commits {
        connection.execute("UPDATE t SET value = HEX(RANDOMBLOB(4000)) WHERE rowid = 20").await.expect("a commit");
    }
    let wal = std::fs::read(folder.path().join("test.db-wal")).expect("a WAL");
    connection.close().await.expect("closed");
    wal
}

fn frames(wal: &[u8], salts: &[u8]) -> usize {
    wal[HEADER..].chunks(FRAME).take_while(|frame| frame[8..16] == *salts).count()
}

fn damage(wal: &[u8]) -> Option<Damage> {
    scan(wal).expect("a scan")
}

#[tokio::test]
async fn commit_behind_an_invalid_frame_is_lost() {
    let wal = wal_of(5).await;
    let current = frames(&wal, &wal[16..24]);
    let all = (wal.len() - HEADER) / FRAME;
    assert!((5..all).contains(&current), "{current} of {all}: the others are of the first cycle");
    assert_eq!(damage(&wal), None, "that tail is not damage");
    let is_commit = |frame: &usize| word(&wal, HEADER + frame * FRAME + 4) != 0;
    let last_but_one = (0..current).filter(is_commit).nth(3).expect("five commits");
    for broken in 0..=last_but_one {
        let mut wal = wal.clone();
        // In turn the page, the checksum and the salts.
        let place = [FRAME_HEADER + 100, 17, 9][broken % 3];
        wal[HEADER + broken * FRAME + place] ^= 1;
        let found = damage(&wal).unwrap_or_else(|| panic!("frame {broken} is broken"));
        assert_eq!(found.valid_frames, broken as u64);
        assert!(found.lost_commits >= 1 && found.lost_frames <= (current - broken) as u64, "{found:?}");
    }
    for header in [0, 9, 17, 25] {
        let mut wal = wal.clone();
        wal[header] ^= 1;
        let found = damage(&wal).unwrap_or_else(|| panic!("byte {header} of the header is broken"));
        assert_eq!((found.valid_frames, found.lost_commits), (0, 5));
    }
}

#[tokio::test]
async fn torn_last_transaction_is_no_damage() {
    let wal = wal_of(3).await;
    let end = HEADER + frames(&wal, &wal[16..24]) * FRAME;
    for length in [0, 1, HEADER, HEADER + 1, end - FRAME, end - 1, end] {
        assert_eq!(damage(&wal[..length]), None, "{length} bytes");
    }
    let mut torn = wal.clone();
    torn[end - 1] ^= 1;
    assert_eq!(damage(&torn), None, "with the tail of the first cycle");
    assert_eq!(damage(&torn[..end]), None);
}

#[test]
fn absent_wal_is_no_damage() {
    assert_eq!(damage_of(Path::new("/nowhere/test.db-wal")).expect("no error"), None);
}
