//! The formats of an exported table.

use csv::{Terminator, WriterBuilder};
use domain::{Language, Zone};

/// How headers and cells are written.
#[derive(Debug, Clone)]
pub(super) enum Format {
    /// RFC 4180 with the English names and values of `atrio export`, in every language, so that scripts can
    /// rely on them.
    Rfc4180,
    /// What Excel in the agency's language opens with a double click.
    Spreadsheet(Language, Zone),
}

impl Format {
    /// Excel splits cells at the list separator of its language, which in Italian is `;`.
    const fn delimiter(&self) -> u8 {
        match self {
            Self::Spreadsheet(Language::It, _) => b';',
            Self::Spreadsheet(Language::En, _) | Self::Rfc4180 => b',',
        }
    }

    /// Encodes rows. Writing to a `Vec` cannot fail.
    pub(super) fn encode<R, C>(&self, rows: impl IntoIterator<Item = R>) -> Vec<u8>
    where
        R: IntoIterator<Item = C>,
        C: AsRef<[u8]>,
    {
        let mut writer =
            WriterBuilder::new().delimiter(self.delimiter()).terminator(Terminator::CRLF).from_writer(Vec::new());
        for row in rows {
            writer.write_record(row).expect("rows of one length, written to memory");
        }
        writer.into_inner().expect("flushing to memory cannot fail")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_rfc_4180() {
        let rows = [["a", "b \"c\", d"], ["è\r\nf", ""]];
        assert_eq!(Format::Rfc4180.encode(rows), "a,\"b \"\"c\"\", d\"\r\n\"è\r\nf\",\r\n".as_bytes());
    }
}
