//! Payments, documents, notes, time entries and quote items of a project.

use domain::{
    Currency, Date, Document, MaterialKind, MaterialRequest, MaterialStatus, MaterialTemplate, Note, Payment, Percent,
    Quantity, Quote, QuoteItem, QuoteNumber, TimeEntry, Timestamp,
};

use super::values::{Cents, Count, FileIds, Id, Name, Prose, TemplateItems, Text, Url};

table! {
    payment, member payments, import PaymentImport, record Payment,
    |_| {
        id: Id,
        project_id: Id,
        label: Name,
        amount_cents: Cents,
        currency: Option<Currency> = Currency::default(),
        due_on: Option<Date>,
        paid_at: Option<Timestamp>,
    }
}

table! {
    document, member documents, import DocumentImport, record Document,
    |now| {
        id: Id,
        project_id: Id,
        name: Name,
        url: Option<Url>,
        file_id: Option<Id>,
        created_at: Option<Timestamp> = now,
    }
}

table! {
    material_template, member material_templates, import MaterialTemplateImport, record MaterialTemplate,
    |_| {
        id: Id,
        title: Name,
        items: Option<TemplateItems> = TemplateItems::default(),
    }
}

table! {
    material_request, member material_requests, import MaterialImport, record MaterialRequest,
    |now| {
        id: Id,
        project_id: Id,
        list: Option<Name>,
        title: Name,
        description: Option<Prose>,
        due_on: Option<Date>,
        kind: MaterialKind,
        status: Option<MaterialStatus> = MaterialStatus::Open,
        text: Option<Prose>,
        answered_by: Option<Name>,
        answered_at: Option<Timestamp>,
        reason: Option<Prose>,
        created_at: Option<Timestamp> = now,
    }
    counted { files: Option<FileIds> = FileIds::default() }
}

/// With the ids of the files, which are in a table of their own.
pub(super) const MATERIAL_REQUESTS: &str = "(SELECT id, project_id, list, title, description, due_on, kind, status, text, answered_by, \
     answered_at, reason, created_at, COALESCE((SELECT '[\"' || string_agg(f.file_id, '\",\"' ORDER BY f.position) || '\"]' \
       FROM material_file f WHERE f.request_id = r.id), '[]') AS files FROM material_request r) material_request";

table! {
    note, member notes, import NoteImport, record Note,
    |now| {
        id: Id,
        project_id: Id,
        text: Text<1, 10_000>,
        created_at: Option<Timestamp> = now,
        author_name: Option<Name>,
    }
}

table! {
    time_entry, member time_entries, import TimeEntryImport, record TimeEntry,
    |_| {
        id: Id,
        project_id: Id,
        task_id: Option<Id>,
        spent_on: Date,
        minutes: Count,
        description: Option<Prose>,
        member_id: Option<Id>,
    }
}

table! {
    quote_item, member quote_items, import QuoteItemImport, record QuoteItem,
    |_| {
        id: Id,
        project_id: Id,
        description: Text<1, 2_000>,
        quantity: Quantity,
        unit_price_cents: Cents,
        position: Option<Count>,
        vat_rate: Option<Percent>,
    }
}

table! {
    quote, member quotes, import QuoteImport, record Quote,
    |_| {
        project_id: Id,
        number: QuoteNumber,
        issued_on: Date,
        valid_until: Date,
        addressee: Option<Text<0, 1_000>>,
        notes: Option<Prose>,
    }
    derived { year: number.year() }
}
