use super::*;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_000_000_000_000 + millis)
}

/// After 30 wrong passwords of other addresses, with these seconds taken.
fn slow(slots: &[i64]) -> Attempts {
    Attempts { wrong: 30, slots: slots.iter().map(|second| at(second * 1000)).collect(), ..Attempts::default() }
}

fn slot(seconds: i64) -> AttemptSlot {
    AttemptSlot::Slot(at(seconds * 1000))
}

#[test]
fn thirty_failures_cause_no_delay() {
    assert_eq!(Attempts { wrong: 29, ..slow(&[]) }.turn(at(0), false), Ok(AttemptSlot::Now));
    assert_eq!(slow(&[]).turn(at(0), false), Ok(slot(0)));
    assert_eq!(slow(&[0, 1, 3]).turn(at(0), false), Ok(slot(2)));
    assert_eq!(slow(&[0, 1, 3]).turn(at(1), false), Ok(slot(2)));
    assert_eq!(slow(&[]).turn(at(1), false), Ok(slot(1)), "attempts begin with a second");
}

#[test]
fn known_device_does_not_wait() {
    assert_eq!(slow(&[0, 1, 2]).turn(at(0), true), Ok(AttemptSlot::Now));
}

#[test]
fn ten_attempts_per_address() {
    let attempts = |of_address| Attempts { of_address, oldest_of_address: Some(at(0)), ..Attempts::default() };
    for is_known_device in [false, true] {
        assert_eq!(attempts(9).turn(at(60_000), is_known_device), Ok(AttemptSlot::Now));
        assert_eq!(attempts(10).turn(at(60_000), is_known_device), Err(Duration::from_mins(2)));
    }
}

#[test]
fn delay_is_at_most_twenty_seconds() {
    let taken: Vec<_> = (0..20).collect();
    assert_eq!(slow(&taken).turn(at(0), false), Ok(slot(20)));
    assert_eq!(slow(&taken).turn(at(-1), false), Err(Duration::from_millis(20_001)));
}

#[test]
fn address_that_has_guessed_waits_in_a_shorter_queue() {
    for (wrong_of_address, seconds) in [(0, 20), (1, 10), (2, 5), (3, 2), (9, 2)] {
        let behind = |taken| Attempts { wrong_of_address, ..slow(&(0..taken).collect::<Vec<_>>()) };
        assert_eq!(behind(seconds).turn(at(0), false), Ok(slot(seconds)), "{wrong_of_address}");
        assert!(behind(seconds + 1).turn(at(0), false).is_err(), "{wrong_of_address}");
    }
}

#[test]
fn backward_clock_step_locks_nobody_out() {
    assert_eq!(slow(&[3600, 3601]).turn(at(0), false), Ok(slot(0)));
}

/// An attempt: its time, its address, and the second it took.
type Attempt = (i64, usize, Option<i64>);

fn attempts_of(address: usize, made: &[Attempt], now: i64) -> Attempts {
    let own = made.iter().filter(|(_, of, _)| *of == address);
    let of_address = i64::try_from(own.clone().count()).unwrap();
    Attempts {
        wrong: i64::try_from(made.len()).unwrap(),
        of_address,
        wrong_of_address: of_address,
        oldest_of_address: own.map(|(millis, ..)| at(*millis)).min(),
        slots: made.iter().filter_map(|(.., slot)| *slot).map(at).filter(|slot| *slot >= at(now)).collect(),
    }
}

#[test]
fn new_address_is_served_among_twenty_five_guessers() {
    let mut made: Vec<Attempt> = Vec::new();
    let mut try_password = |address: usize, now: i64| {
        made.retain(|(millis, ..)| at(now).since(at(*millis)) < WINDOW);
        let slot = attempts_of(address, &made, now).turn(at(now), false)?.slot();
        let slot = slot.map(|slot| slot.as_millis() - at(0).as_millis());
        made.push((now, address, slot));
        Ok::<_, Duration>(slot.map_or(0, |slot| slot - now))
    };
    let mut checked = 0;
    for now in (0..600_000).step_by(500) {
        for guesser in 0..25 {
            checked += usize::from(try_password(guesser, now).is_ok());
        }
        // After the first attempts of the guessers, who are new addresses then.
        if now >= 30_000 && now % 10_000 == 0 {
            let address = 1_000 + usize::try_from(now).unwrap();
            let wait = try_password(address, now).expect("a new address is not refused");
            assert!(wait <= 10_000, "{wait} ms at {now}");
        }
    }
    assert!(checked <= 600 + 30, "{checked} guesses in ten minutes");
}
