//! `load`: makes the load of a plan, one line of JSON on standard input.
//!
//! Prints `measuring` when the measurement begins and the report as one line of JSON when it ends. Its
//! connections stay open until standard input ends, so that the server can be looked at.

use std::io;

use anyhow::{Context, Result};
use baseline::load::{Plan, run};

#[tokio::main]
async fn main() -> Result<()> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let plan: Plan = serde_json::from_str(&line).context("the plan is malformed")?;
    let (report, _connections) = run(plan).await?;
    println!("{}", serde_json::to_string(&report)?);
    io::copy(&mut io::stdin(), &mut io::sink())?;
    Ok(())
}
