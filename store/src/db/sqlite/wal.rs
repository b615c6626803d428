//! Looks for damage in the WAL before SQLite opens it (<https://sqlite.org/fileformat2.html#walformat>).
//!
//! SQLite reads the frames up to the first one with wrong salts or a wrong checksum, and drops the rest without an
//! error. That is right for what a crash leaves: an unfinished last transaction, and frames of an earlier cycle, which
//! have other salts. A commit with the salts of this cycle behind an invalid frame is something else: it was
//! written after that frame, and is lost.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use domain::Timestamp;

use super::files::{beside, beside_at, create_private};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The last bit says whether checksums read words in big-endian order.
const MAGIC: u32 = 0x377f_0682;
/// Of every database that Atrio creates; for a header that does not tell.
const PAGE_SIZE: u32 = 4096;

#[derive(Debug, PartialEq, Eq)]
struct Damage {
    valid_frames: u64,
    /// From the first invalid frame on, with the salts of this cycle.
    lost_frames: u64,
    lost_commits: u64,
}

/// Logs a warning if commits in the WAL of `database` are lost, and keeps a copy of it, because SQLite overwrites
/// it.
pub(super) fn warn_of_damage(database: &Path, now: Timestamp) {
    let wal = beside(database, "-wal");
    let found = match damage_of(&wal) {
        Ok(None) => return,
        Ok(Some(damage)) => damage,
        Err(error) => return tracing::warn!(%error, "the WAL of the database could not be checked"),
    };
    let copy = beside_at(database, "-wal.damaged-", now);
    if let Err(error) = keep_copy(&wal, &copy) {
        tracing::warn!(%error, "the damaged WAL of the database could not be copied");
    }
    let Damage { valid_frames, lost_frames, lost_commits } = found;
    tracing::warn!(
        valid_frames, lost_frames, lost_commits, copy = %copy.display(),
        "the WAL of the database is damaged: the commits after its last valid frame are lost"
    );
}

/// Reads twice: while another process writes the WAL, one pass can mix two states of it.
fn damage_of(wal: &Path) -> io::Result<Option<Damage>> {
    let read = || match File::open(wal) {
        Ok(file) => scan(BufReader::new(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    let first = read()?;
    Ok(if first.is_some() && read()? == first { first } else { None })
}

fn keep_copy(wal: &Path, copy: &Path) -> io::Result<()> {
    io::copy(&mut File::open(wal)?, &mut create_private(copy)?).map(drop)
}

fn scan(mut wal: impl Read) -> io::Result<Option<Damage>> {
    let mut header = [0; HEADER];
    if !fill(&mut wal, &mut header)? {
        return Ok(None);
    }
    let mut checksum = Checksum::new(word(&header, 0) & 1 == 1);
    checksum.add(&header[..24]);
    let mut is_valid = word(&header, 0) & !1 == MAGIC && checksum.is(&header[24..]);
    // The salts of a damaged header may be wrong: those of the first frame count.
    let mut salts = is_valid.then(|| header[16..24].to_vec());

    let page_size = Some(word(&header, 8)).filter(|size| size.is_power_of_two() && (512..=65536).contains(size));
    let page_size = usize::try_from(page_size.unwrap_or(PAGE_SIZE)).unwrap_or_default();
    let mut frame = vec![0; FRAME_HEADER + page_size];
    let mut damage = Damage { valid_frames: 0, lost_frames: 0, lost_commits: 0 };
    let mut is_commit_behind = false;
    while fill(&mut wal, &mut frame)? {
        let was_valid = is_valid;
        let is_of_cycle = *salts.get_or_insert_with(|| frame[8..16].to_vec()) == frame[8..16];
        if is_valid {
            checksum.add(&frame[..8]);
            checksum.add(&frame[FRAME_HEADER..]);
            is_valid = is_of_cycle && checksum.is(&frame[16..FRAME_HEADER]);
        }
        // The size of the database: only in the last frame of a transaction.
        let is_commit = word(&frame, 4) != 0;
        if is_valid {
            damage.valid_frames += 1;
        } else if is_of_cycle {
            is_commit_behind |= is_commit && !was_valid;
            damage.lost_frames += 1;
            damage.lost_commits += u64::from(is_commit);
        }
    }
    Ok(is_commit_behind.then_some(damage))
}

/// `false` at the end of the file.
fn fill(wal: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match wal.read_exact(buffer) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        result => result.map(|()| true),
    }
}

/// Outside of page data, numbers are big-endian.
fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Of the header and all frames so far.
struct Checksum {
    is_big_endian: bool,
    sums: [u32; 2],
}

impl Checksum {
    const fn new(is_big_endian: bool) -> Self {
        Self { is_big_endian, sums: [0, 0] }
    }

    fn add(&mut self, bytes: &[u8]) {
        let swap = |word: u32| if self.is_big_endian { word } else { word.swap_bytes() };
        let [mut first, mut second] = self.sums;
        for pair in bytes.chunks_exact(8) {
            first = first.wrapping_add(swap(word(pair, 0))).wrapping_add(second);
            second = second.wrapping_add(swap(word(pair, 4))).wrapping_add(first);
        }
        self.sums = [first, second];
    }

    fn is(&self, stored: &[u8]) -> bool {
        self.sums == [word(stored, 0), word(stored, 4)]
    }
}

#[cfg(test)]
mod tests;
