//! The container image, from scratch: an OCI layout in one tar, with an index of both architectures.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::{Program, TarFile, megabytes};
use crate::{
    build::{self, VERSION},
    compress::gzip,
    digest::{read, sha256},
    step::note,
    tools,
};

/// Whom the server runs as. The number is that of nobody's in images without a `passwd`.
pub(super) const USER: u64 = 65532;
/// The name that it is loaded with: the one that `atrio:X.Y.Z` is short for.
pub(super) const NAME: &str = concat!("docker.io/library/atrio:", env!("CARGO_PKG_VERSION"));
/// The largest image of one architecture once it is unpacked, in bytes.
const LARGEST: usize = 45_000_000;
/// The authorities that the server trusts; time zones are inside the program.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";
const SECOND: u64 = 1_000_000_000;

const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

pub(super) fn file_name() -> String {
    format!("atrio-{VERSION}.oci.tar")
}

/// The layout of all programs.
pub(super) fn image(programs: &[Program]) -> Result<Vec<u8>> {
    tools::install("the list of trusted authorities", &["ca-certificates"])?;
    let time = programs.first().context("an image has a program")?.time;
    let mut layout = Layout(TarFile::new(time));
    let manifests = programs.iter().map(|program| layout.add_program(program)).collect::<Result<Vec<_>>>()?;
    let index = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": manifests});
    let mut index = layout.add_json(INDEX, &index)?;
    // The tag for skopeo, the name for containerd, Docker and podman.
    index["annotations"] = json!({"org.opencontainers.image.ref.name": VERSION, "io.containerd.image.name": NAME});
    let index = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": [index]});
    layout.0.file("index.json", 0o644, index.to_string().as_bytes())?;
    layout.0.file("oci-layout", 0o644, json!({"imageLayoutVersion": "1.0.0"}).to_string().as_bytes())?;
    layout.0.finish()
}

struct Layout(TarFile);

impl Layout {
    /// Returns the descriptor of the manifest.
    fn add_program(&mut self, program: &Program) -> Result<Value> {
        let layer = layer(program)?;
        let packed = gzip(&layer)?;
        let [unpacked, size, largest] = [layer.len(), packed.len(), LARGEST].map(|bytes| megabytes(bytes as u64));
        note(&format!("{}: {size:.1} MB to download, {unpacked:.1} MB unpacked", program.architecture.debian()));
        if layer.len() > LARGEST {
            bail!("the image has {unpacked:.1} MB, more than {largest:.1}");
        }
        let config = self.add_json(CONFIG, &config(program, &sha256(&layer))?)?;
        let layer = self.add(LAYER, &packed)?;
        let manifest = json!({"schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": [layer]});
        let mut manifest = self.add_json(MANIFEST, &manifest)?;
        manifest["platform"] = json!({"os": "linux", "architecture": program.architecture.debian()});
        Ok(manifest)
    }

    fn add_json(&mut self, media_type: &str, content: &Value) -> Result<Value> {
        self.add(media_type, content.to_string().as_bytes())
    }

    /// Adds a blob, and returns its descriptor.
    fn add(&mut self, media_type: &str, content: &[u8]) -> Result<Value> {
        let digest = sha256(content);
        self.0.file(&format!("blobs/sha256/{digest}"), 0o644, content)?;
        Ok(json!({"mediaType": media_type, "digest": format!("sha256:{digest}"), "size": content.len()}))
    }
}

/// The files of the image.
fn layer(program: &Program) -> Result<Vec<u8>> {
    let mut tar = TarFile::new(program.time);
    tar.file("atrio", 0o755, &read(&program.path)?)?;
    tar.file(CERTIFICATES.trim_start_matches('/'), 0o644, &read(CERTIFICATES.as_ref())?)?;
    // A new volume takes over owner and mode.
    tar.folder("data", 0o700, USER)?;
    tar.finish()
}

fn config(program: &Program, layer: &str) -> Result<Value> {
    let created = build::commit("%cI")?;
    Ok(json!({
        "created": created,
        "architecture": program.architecture.debian(),
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": [
                "DATABASE_URL=sqlite:///data/atrio.db",
                "FILES=/data/files",
                "LEPTOS_SITE_ADDR=0.0.0.0:3000",
            ],
            "Entrypoint": ["/atrio"],
            "Cmd": ["serve"],
            // `atrio init` writes its .env there, and the server reads it.
            "WorkingDir": "/data",
            "Volumes": {"/data": {}},
            "ExposedPorts": {"3000/tcp": {}},
            "Healthcheck": {
                "Test": ["CMD", "/atrio", "health"],
                "Interval": 30 * SECOND,
                "Timeout": 6 * SECOND,
                "StartPeriod": 60 * SECOND,
                "Retries": 3,
            },
            "Labels": {
                "org.opencontainers.image.title": "Atrio",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{layer}")]},
        "history": [{"created": created, "created_by": "cargo xtask dist"}],
    }))
}
