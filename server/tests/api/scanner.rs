//! Files that wait for the virus scanner. One that behaves as clamd does is part of the tests; `process::scanner` has the real one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};
use server::config::FilesConfig;
use server::jobs;
use server::scanner::Scanner;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::admin_browser::{admin, get_page};
use crate::browser::Browser;
use crate::files::{PNG, send_file, uploaded};
use crate::support::{ANNA, TestResponse, TestServer, files_folder, on_both_databases, on_sqlite};

on_both_databases![
    file_is_read_once_it_is_clean_and_never_when_it_is_infected,
    file_waits_while_clamd_is_away_or_refuses,
    another_process_goes_on_after_a_crash,
];

on_sqlite![pages_name_a_file_that_waits, without_scanner_waiting_files_are_released];

const VIRUS: &[u8] = b"VIRUS, for the clamd of these tests";
const TOO_LONG: &[u8] = b"TOO LONG, for the clamd of these tests";
const PATH: &str = "/api/client/files";

/// Finds what is called a virus, and counts what it was sent.
struct Clamd {
    address: String,
    scans: Arc<AtomicUsize>,
}

impl Clamd {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, scans) = (listener.local_addr().unwrap().to_string(), Arc::new(AtomicUsize::new(0)));
        let counted = scans.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(usize::from(answer(stream).await.is_ok_and(|is_scan| is_scan)), Ordering::SeqCst);
            }
        });
        Self { address, scans }
    }

    fn scanner(&self) -> Scanner {
        Scanner::parse(&self.address).unwrap()
    }

    fn scans(&self) -> usize {
        self.scans.swap(0, Ordering::SeqCst)
    }
}

/// Answers one command; whether it was a file.
async fn answer(mut stream: TcpStream) -> std::io::Result<bool> {
    let mut command = Vec::new();
    while !command.ends_with(b"\0") {
        command.push(stream.read_u8().await?);
    }
    if command == b"zPING\0" {
        stream.write_all(b"PONG\0").await?;
        return Ok(false);
    }
    assert_eq!(command, b"zINSTREAM\0");
    let mut file = Vec::new();
    loop {
        let mut block = vec![0; stream.read_u32().await? as usize];
        if block.is_empty() {
            break;
        }
        stream.read_exact(&mut block).await?;
        file.extend(block);
        if file.starts_with(TOO_LONG) {
            stream.write_all(b"INSTREAM size limit exceeded. ERROR\0").await?;
            return Ok(true);
        }
    }
    let verdict: &[u8] = if file.starts_with(VIRUS) { b"stream: Test.Virus FOUND\0" } else { b"stream: OK\0" };
    stream.write_all(verdict).await?;
    Ok(true)
}

/// A server with this scanner, and its settings.
async fn scanning(atrio: &TestServer, scanner: Scanner) -> (TestServer, FilesConfig) {
    let (atrio, state) = atrio.with_state(|config| config.files.scanner = Some(scanner)).await;
    let files = state.config.files.clone();
    (atrio, files)
}

/// Runs the job once; whether the scanner could be reached.
async fn scan(atrio: &TestServer, files: &FilesConfig) -> bool {
    jobs::scan_waiting(&atrio.store, files, files.scanner.as_ref().unwrap()).await.unwrap()
}

async fn read(atrio: &TestServer, file: &Value) -> TestResponse {
    atrio.get(&format!("{PATH}/{}?token={ANNA}", file["id"].as_str().unwrap())).await
}

fn stored(atrio: &TestServer) -> usize {
    let names = std::fs::read_dir(files_folder(&atrio.url)).unwrap();
    names.filter(|entry| entry.as_ref().unwrap().file_type().unwrap().is_file()).count()
}

async fn file_is_read_once_it_is_clean_and_never_when_it_is_infected(atrio: TestServer) {
    let clamd = Clamd::start().await;
    let before = uploaded(&atrio, ANNA, "prima.txt", VIRUS).await;
    let (atrio, files) = scanning(&atrio, clamd.scanner()).await;
    let clean = uploaded(&atrio, ANNA, "logo.png", PNG).await;
    let infected = uploaded(&atrio, ANNA, "listino.xls", VIRUS).await;
    let id = |file: &Value| file["id"].as_str().unwrap().to_owned();
    let body =
        json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "files": [id(&clean), id(&infected)] });
    let sent = atrio.post("/api/client/comment", body.to_string()).await;
    assert_eq!(sent.status, 201, "{}", sent.text);
    assert_eq!(sent.json()["comment"]["files"][0]["content_type"], "application/octet-stream", "no page shows it");

    let mut browser = Browser::new(&atrio);
    browser.get(&format!("/c/{ANNA}")).await;
    for file in [&clean, &infected] {
        read(&atrio, file).await.assert_error(409, "File in controllo");
        let page = format!("/files/{}/x.png", id(file));
        for address in [page.clone(), format!("{page}?w=576")] {
            browser.get(&address).await.assert_error(409, "File in controllo");
            admin(&atrio).await.get(&address).await.assert_error(409, "File in controllo");
        }
    }
    let by_person = browser.request(Method::GET, &format!("/files/{}/x.png", id(&clean))).header("accept", "text/html");
    let page = browser.send(by_person).await;
    assert!(page.status == 409 && page.text.contains("File in controllo"), "{}", page.text);

    assert!(scan(&atrio, &files).await);
    assert_eq!((clamd.scans(), stored(&atrio)), (2, 1));
    assert_eq!(read(&atrio, &clean).await.status, 200);
    read(&atrio, &infected).await.assert_error(404, "File non trovato");
    read(&atrio, &before).await.assert_error(404, "File non trovato");
    let chat = atrio.get(&format!("/api/client/history?token={ANNA}&channel_key=anna&before=2027-01-01")).await;
    assert_eq!(chat.json()["comments"][1]["files"][0]["content_type"], "image/png", "{}", chat.text);
    let recorded = atrio.store.recorded_files().await.unwrap();
    assert_eq!(recorded.len(), 1, "verify and backups know that the bytes are deleted");

    let again = uploaded(&atrio, ANNA, "di nuovo.xls", VIRUS).await;
    read(&atrio, &again).await.assert_error(409, "File in controllo");
    assert!(scan(&atrio, &files).await && scan(&atrio, &files).await);
    read(&atrio, &again).await.assert_error(404, "File non trovato");
    assert_eq!((clamd.scans(), stored(&atrio)), (1, 1));
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "files": [id(&again)] });
    atrio.post("/api/client/comment", body.to_string()).await.assert_error(404, "File non trovato");
}

async fn file_waits_while_clamd_is_away_or_refuses(atrio: TestServer) {
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let (away, files) = scanning(&atrio, Scanner::parse(&nobody.to_string()).unwrap()).await;
    let file = uploaded(&away, ANNA, "logo.png", PNG).await;
    assert!(!scan(&away, &files).await);
    read(&away, &file).await.assert_error(409, "File in controllo");
    assert_eq!(away.get("/readyz?verbose").await.json()["clamd"], "unreachable");
    assert_eq!(atrio.get("/readyz?verbose").await.json().get("clamd"), None);
    let mut browser = admin(&away).await;
    assert!(!get_page(&mut browser, "/admin").await.contains("antivirus"));
    atrio.clock.advance(15 * 60_000);
    let mut browser = admin(&away).await;
    assert!(
        get_page(&mut browser, "/admin").await.contains("File che aspettano l’antivirus da più di un quarto d’ora: 1.")
    );

    let clamd = Clamd::start().await;
    let (back, files) = scanning(&atrio, clamd.scanner()).await;
    assert_eq!(back.get("/readyz?verbose").await.json()["clamd"], "ok");
    let refused = uploaded(&back, ANNA, "film.mp4", TOO_LONG).await;
    assert!(scan(&back, &files).await);
    assert_eq!((clamd.scans(), read(&back, &file).await.status.as_u16()), (2, 200));
    for minutes in [1, 5, 15, 60, 6 * 60, 6 * 60] {
        read(&back, &refused).await.assert_error(409, "File in controllo");
        atrio.clock.advance(minutes * 60_000 - 1);
        assert!(scan(&back, &files).await);
        assert_eq!(clamd.scans(), 0, "{minutes}");
        atrio.clock.advance(1);
        assert!(scan(&back, &files).await);
        assert_eq!(clamd.scans(), 1, "{minutes}");
    }
}

async fn another_process_goes_on_after_a_crash(atrio: TestServer) {
    let clamd = Clamd::start().await;
    let (one, files) = scanning(&atrio, clamd.scanner()).await;
    let bytes = vec![7; 300_000];
    let (first, second) = (uploaded(&one, ANNA, "a.bin", &bytes).await, uploaded(&one, ANNA, "b.bin", &bytes).await);
    let taken = one.store.begin_scan().await.unwrap().unwrap();
    assert_eq!(one.store.begin_scan().await.unwrap(), None);
    let other = atrio.another_process().await;
    atrio.clock.advance(2 * 60_000 - 1);
    one.store.renew_scan_lease(&taken).await.unwrap();
    atrio.clock.advance(2 * 60_000 - 1);
    assert!(scan(&other, &files).await);
    assert_eq!(clamd.scans(), 0);
    atrio.clock.advance(1);
    let _ = tokio::join!(scan(&other, &files), scan(&one, &files));
    assert_eq!(clamd.scans(), 1);
    for file in [&first, &second] {
        assert_eq!(read(&one, file).await.status, 200);
    }
}

async fn pages_name_a_file_that_waits(atrio: TestServer) {
    let clamd = Clamd::start().await;
    let (atrio, files) = scanning(&atrio, clamd.scanner()).await;
    let mut admin = admin(&atrio).await;
    send_file(&mut admin, "/rpc/admin/upload/version/sito/mockup", &[("id", "v"), ("form[note]", "")], "A.png", PNG)
        .await;
    send_file(&mut admin, "/rpc/admin/upload/document/sito", &[("id", "d"), ("form[name]", "")], "B.pdf", VIRUS).await;
    let pages = ["/admin/projects/sito/deliverables/mockup", "/admin/projects/sito/documents"];
    for page in pages {
        let page = get_page(&mut admin, page).await;
        assert!(page.contains("in controllo") && !page.contains("href=\"/files/"), "{page}");
    }
    let portal = Browser::new(&atrio).get(&format!("/c/{ANNA}?project=sito")).await.text;
    assert!(portal.contains("in controllo") && !portal.contains("\"/files/"), "{portal}");
    assert!(scan(&atrio, &files).await);
    assert!(get_page(&mut admin, pages[0]).await.contains("href=\"/admin/clients/anna/deliverables/mockup\""));
    let documents = get_page(&mut admin, pages[1]).await;
    assert!(
        documents.contains("eliminato: conteneva un virus") && !documents.contains("href=\"/files/"),
        "{documents}"
    );
}

async fn without_scanner_waiting_files_are_released(atrio: TestServer) {
    let clamd = Clamd::start().await;
    let (scanning, files) = scanning(&atrio, clamd.scanner()).await;
    let infected = uploaded(&scanning, ANNA, "a.xls", VIRUS).await;
    assert!(scan(&scanning, &files).await);
    let file = uploaded(&scanning, ANNA, "b.png", PNG).await;
    assert_eq!(atrio.store.release_waiting_files().await.unwrap(), 1);
    assert_eq!(read(&atrio, &file).await.status, 200);
    read(&atrio, &infected).await.assert_error(404, "File non trovato");
}
