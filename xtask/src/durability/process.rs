//! An Atrio process that is killed and started again.

use std::{
    fs,
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{
    interrupt::pause,
    test_server::{TestServer, Workspace},
};

/// How long a process may take to start while the database is down.
const RESTART_TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) struct Process {
    workspace: Workspace,
    server: Option<TestServer>,
}

impl Process {
    pub(crate) fn start(workspace: &Workspace, folder: &Path, address: SocketAddr) -> Result<Self> {
        let folder = folder.join(address.port().to_string());
        fs::create_dir_all(&folder)?;
        let workspace = workspace.beside(&folder, address);
        Ok(Self { server: Some(workspace.serve(None)?), workspace })
    }

    /// Kills the process and starts it again as a service manager does: while the database is down, a start fails.
    pub(crate) fn restart(&mut self) -> Result<()> {
        if let Some(mut server) = self.server.take() {
            server.process.kill()?;
        }
        let killed = Instant::now();
        while self.server.is_none() {
            match self.workspace.serve(None) {
                Ok(server) => self.server = Some(server),
                Err(error) if killed.elapsed() > RESTART_TIMEOUT => return Err(error),
                Err(_) => pause(Duration::from_secs(1))?,
            }
        }
        Ok(())
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.server.as_ref().map(|server| server.process.pid())
    }
}
