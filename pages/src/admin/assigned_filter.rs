//! `I miei`: whether the lists of a member show only what they look after.

use domain::id::MemberId;

use crate::address::Address;
use crate::i18n::I18n;

/// The choice of a reader; nobody is assigned to the account of the environment, which has none.
#[derive(Debug, Clone)]
pub struct AssignedFilter {
    member: Option<MemberId>,
    is_on: bool,
}

impl AssignedFilter {
    pub fn new(member: Option<MemberId>, is_on: bool) -> Self {
        Self { is_on: is_on && member.is_some(), member }
    }

    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the reader may look after clients.
    pub const fn is_offered(&self) -> bool {
        self.member.is_some()
    }

    /// Whose clients a list shows, if not everybody's.
    pub fn assigned_to(&self) -> Option<&MemberId> {
        self.member.as_ref().filter(|_| self.is_on)
    }

    /// `list` with this choice.
    pub fn on(&self, list: Address) -> Address {
        list.with("mine", if self.is_on { "1" } else { "" })
    }

    /// The link from `list`, an address without a choice, to the other one.
    pub fn link(&self, list: Address, i18n: I18n) -> Option<(Address, &'static str, bool)> {
        self.is_offered().then(|| (list.with("mine", switched(self.is_on)), i18n.mine(), self.is_on))
    }
}

/// The value that switches it. An address without one stands for the choice that is remembered.
pub const fn switched(is_on: bool) -> &'static str {
    if is_on { "0" } else { "1" }
}
