//! A large file up and down beside nginx, polls meanwhile, and the first preview of a photo.

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use sample::{Portal, portals};

use super::{
    context::{BenchContext, Database},
    load::mebibytes,
    polls::SMALL,
    process::resident_memory,
};
use crate::{
    command::run,
    durability::request,
    http_client::HttpClient,
    interrupt::check,
    postgres::free_address,
    results_table::{
        Row,
        Unit::{Mebibytes, Milliseconds, PerSecond, Seconds},
    },
    server::Server,
    step::note,
    tools,
};

/// In bytes.
const SIZE: usize = 256 << 20;
/// Of each direction and server, in turn; the median counts.
const ROUNDS: usize = 5;
const BLOCK: usize = 256 << 10;
/// Between two polls.
const PAUSE: Duration = Duration::from_millis(10);
/// Of the previews that a page shows (`files/src/preview.rs`).
const PREVIEW: u32 = 288;

/// A block again and again.
#[derive(Clone, Copy)]
struct Content<'a> {
    block: &'a [u8],
    times: usize,
}

/// Rates in MiB a second.
#[derive(Default)]
struct Rates {
    atrio: Vec<f64>,
    nginx: Vec<f64>,
}

pub(crate) fn measure(context: &BenchContext) -> Result<Vec<Row>> {
    tools::install("nginx", &["nginx-light"])?;
    let mut workspace = context.import(Database::Sqlite, &SMALL)?;
    workspace.set([("MAX_FILE", "1GB".to_owned())]);
    let portal = portals(&SMALL).next().context("no project")?;
    let server = workspace.serve(None)?;
    let nginx = Nginx::start(&context.folder.join("nginx"))?;
    let upload_large = |number| upload(server.address, &portal, "film.bin", Content::large(&block(number)));
    let (_, stored) = upload_large(0)?;
    nginx.upload(0)?;

    let (mut up, mut down) = (Rates::default(), Rates::default());
    let polling = AtomicBool::new(true);
    let polls = thread::scope(|scope| {
        let polls = scope.spawn(|| poll(server.address, &portal, &polling));
        let transferred = (1..=ROUNDS as u64).try_for_each(|round| {
            check()?;
            up.nginx.push(nginx.upload(round)?);
            up.atrio.push(rate(upload_large(round)?.0));
            down.nginx.push(download(nginx.address, "/0")?);
            down.atrio.push(download(server.address, &format!("/api/client/files/{stored}?token={}", portal.token))?);
            Ok(())
        });
        polling.store(false, Ordering::SeqCst);
        let polls = polls.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        transferred.and(polls)
    })?;
    let memory = resident_memory(server.process.pid())?;
    let preview = first_preview(context, server.address, &portal)?;
    Ok(vec![
        down.row("download"),
        up.row("upload, durable"),
        Row::new("idle poll beside files: p99", percentile(polls, 99), Milliseconds),
        Row::new("RSS after files", mebibytes(memory), Mebibytes),
        Row::new("first preview of a photo of 12 megapixels", preview.as_secs_f64(), Seconds),
    ])
}

impl<'a> Content<'a> {
    /// Of [`SIZE`] bytes.
    fn large(block: &'a [u8]) -> Self {
        Self { block, times: SIZE / block.len() }
    }
}

impl Rates {
    fn row(self, work: &str) -> Row {
        let (atrio, nginx) = (percentile(self.atrio, 50), percentile(self.nginx, 50));
        note(&format!("{atrio:>9.0} MiB/s, nginx {nginx:.0} MiB/s: {work}"));
        Row::new(format!("{work}, MiB"), atrio, PerSecond).divided_by(nginx, "nginx")
    }
}

struct Nginx {
    address: SocketAddr,
    _process: Server,
}

impl Nginx {
    /// Serves and takes the files of an empty folder.
    fn start(folder: &Path) -> Result<Self> {
        let address = free_address()?;
        fs::create_dir_all(folder.join("files"))?;
        let configuration = format!(
            "daemon off; worker_processes auto; pid nginx.pid; error_log error.log; user root;\n\
             events {{}}\n\
             http {{ access_log off; sendfile on; client_max_body_size 0; client_body_temp_path temp;\n\
             server {{ listen {address}; location / {{ root files; dav_methods PUT; }} }} }}\n"
        );
        fs::write(folder.join("nginx.conf"), configuration)?;
        let program = tools::find("nginx").unwrap_or_else(|| "/usr/sbin/nginx".into());
        let mut nginx = Command::new(program);
        nginx.arg("-e").arg(folder.join("error.log")).arg("-p").arg(folder).args(["-c", "nginx.conf"]);
        Ok(Self { address, _process: Server::start_plain(&mut nginx, address)? })
    }

    fn upload(&self, number: u64) -> Result<f64> {
        let head = format!("PUT /{number} HTTP/1.1\r\ncontent-length: {SIZE}\r\n");
        let (time, answer) = send(self.address, &head, "", Content::large(&block(number)), "")?;
        ensure!(answer.starts_with("HTTP/1.1 20"), "nginx answered {answer}");
        Ok(rate(time))
    }
}

/// A client's upload; returns how long it took and the id.
fn upload(server: SocketAddr, portal: &Portal, name: &str, content: Content<'_>) -> Result<(Duration, String)> {
    let (head, before, after) =
        request::upload_frame(&portal.token, name, (content.block.len() * content.times) as u64);
    let (time, answer) = send(server, &head, &before, content, &after)?;
    let id = request::file_id(&answer).with_context(|| format!("an upload was answered {answer}"))?;
    Ok((time, id.to_owned()))
}

fn send(server: SocketAddr, head: &str, before: &str, content: Content<'_>, after: &str) -> Result<(Duration, String)> {
    let mut stream = TcpStream::connect(server)?;
    let started = Instant::now();
    write!(stream, "{head}host: localhost\r\nconnection: close\r\n\r\n{before}")?;
    for _ in 0..content.times {
        stream.write_all(content.block)?;
    }
    stream.write_all(after.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok((started.elapsed(), answer))
}

/// The block of a file of [`SIZE`]; no two numbers have the same.
fn block(number: u64) -> Vec<u8> {
    let mut block = vec![0x5a; BLOCK];
    block[..8].copy_from_slice(&number.to_le_bytes());
    block
}

fn rate(time: Duration) -> f64 {
    mebibytes(SIZE as u64) / time.as_secs_f64()
}

fn download(server: SocketAddr, path: &str) -> Result<f64> {
    let mut stream = TcpStream::connect(server)?;
    let mut block = vec![0; BLOCK];
    let started = Instant::now();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut received = 0;
    loop {
        match stream.read(&mut block)? {
            0 => break,
            count => received += count,
        }
    }
    ensure!(received > SIZE, "{path}: {received} bytes");
    Ok(mebibytes(received as u64) / started.elapsed().as_secs_f64())
}

/// Returns the milliseconds of each poll.
fn poll(server: SocketAddr, portal: &Portal, polling: &AtomicBool) -> Result<Vec<f64>> {
    let path =
        format!("/api/client/chat?token={}&project_id={}&since=2099-01-01T00:00:00.000Z", portal.token, portal.project);
    let mut times = Vec::new();
    while polling.load(Ordering::SeqCst) {
        let started = Instant::now();
        let status = request::get(server, &path)?.status;
        times.push(started.elapsed().as_secs_f64() * 1_000.0);
        ensure!(status == 200, "a poll was answered with {status}");
        thread::sleep(PAUSE);
    }
    Ok(times)
}

/// From the answer to the upload to the preview.
fn first_preview(context: &BenchContext, server: SocketAddr, portal: &Portal) -> Result<Duration> {
    let photo = context.folder.join("photo.jpg");
    run(Command::new(BenchContext::program("photo")).arg(&photo))?;
    let photo_bytes = fs::read(&photo)?;
    let mut browser = HttpClient::new(server);
    // Opening the portal allows its browser to read files.
    let page = browser.get(&format!("/c/{}", portal.token))?;
    ensure!(page.status == 200, "the portal was answered with {}", page.status);
    let (_, id) = upload(server, portal, "foto.jpg", Content { block: &photo_bytes, times: 1 })?;
    let started = Instant::now();
    loop {
        check()?;
        let preview = browser.get(&format!("/files/{id}/foto.jpg?w={PREVIEW}"))?;
        ensure!(preview.status == 200, "the preview was answered with {}", preview.status);
        if preview.body.len() < photo_bytes.len() / 4 {
            return Ok(started.elapsed());
        }
    }
}

fn percentile(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentile_is_a_value_of_the_list() {
        let values: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        assert_eq!((percentile(values.clone(), 50), percentile(values, 99)), (100.0, 198.0));
    }
}
