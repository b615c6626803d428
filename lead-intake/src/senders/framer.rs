//! Framer: a flat body keyed by input names. Only a header distinguishes it from the generic sender.

use super::Preset;
use super::generic;
use crate::body::Body;
use domain::leads::SourceKind;

pub(super) const PRESET: Preset = Preset {
    kind: SourceKind::Framer,
    fits: |body| submission(body).is_some(),
    parse: generic::parse,
    delivery_id: |body| submission(body).map(str::to_owned),
};

fn submission<'a>(body: &'a Body<'_>) -> Option<&'a str> {
    body.header("framer-webhook-submission-id")
}
