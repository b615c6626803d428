//! Payments, documents, notes, time entries and quote items of a project.

use domain::{
    Currency, Date, Document, Note, Payment, Percent, Quantity, Quote, QuoteItem, QuoteNumber, TimeEntry, Timestamp,
};

use super::values::{Cents, Count, Id, Name, Prose, Text, Url};

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
