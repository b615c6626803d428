//! The bare axum handler, which answers every poll with a copy of one response of Atrio, from memory.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use anyhow::Result;

use super::context::{BenchContext, Cores};
use crate::{command::on_core, postgres::free_port, server::Server};

pub(crate) const NAME: &str = "bare axum";

pub(crate) struct BareAxum {
    response: PathBuf,
}

impl BareAxum {
    /// One that answers with `response`.
    pub(crate) fn with(context: &BenchContext, response: &str) -> Result<Self> {
        let file = context.folder.join("idle-poll.http");
        fs::write(&file, response)?;
        Ok(Self { response: file })
    }

    pub(crate) fn start(&self, cores: Cores) -> Result<(Server, SocketAddr)> {
        let address = (Ipv4Addr::LOCALHOST, free_port()?).into();
        let mut program = on_core(&BenchContext::program("bare-axum"), cores.server);
        program.arg(format!("{address}")).arg("/api/client/chat").arg(&self.response);
        Ok((Server::start_plain(&mut program, address)?, address))
    }
}
