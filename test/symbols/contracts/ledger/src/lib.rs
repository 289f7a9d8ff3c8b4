//! A contract whose methods fail in every way that the tests look at. The lines matter: the tests
//! name them.

use near_sdk::{env, near, require};

#[near(contract_state)]
#[derive(Default)]
pub struct Ledger {
    total: u64,
}

#[near]
impl Ledger {
    /// An overflow three calls deep; the innermost one is inlined.
    pub fn pay(&mut self, amount: u64) {
        settle(self, amount);
    }

    pub fn expect_absent(&self, amount: u64) {
        env::log_str(find(amount).expect("there is none"));
    }

    pub fn require_more(&self, amount: u64) {
        require!(self.total > amount, "too little");
    }

    /// A trap without a message.
    pub fn trap(&self) {
        core::arch::wasm32::unreachable()
    }

    /// A host function refuses a key of this length.
    pub fn host_error(&self) {
        env::storage_write(&[0; 3000], b"value");
    }

    pub fn spin(&self) {
        let mut sum = self.total;
        loop {
            sum = core::hint::black_box(sum.wrapping_add(1));
        }
    }

    pub fn recurse(&self) -> u64 {
        dig(self.total)
    }

    pub fn choose(&self, amount: u64) -> u64 {
        let choices: [fn(u64) -> u64; 2] = [half, dig];
        core::hint::black_box(choices)[(amount % 2) as usize](amount)
    }
}

#[inline(never)]
fn settle(ledger: &mut Ledger, amount: u64) {
    debit(ledger, amount);
}

#[inline(always)]
fn debit(ledger: &mut Ledger, amount: u64) {
    ledger.total -= amount;
}

#[inline(never)]
fn find(amount: u64) -> Option<&'static str> {
    if amount == 0 {
        Some("nothing")
    } else {
        None
    }
}

#[inline(never)]
fn dig(depth: u64) -> u64 {
    if core::hint::black_box(depth) == u64::MAX {
        return 0;
    }
    dig(depth + 1) + 1
}

#[inline(never)]
fn half(amount: u64) -> u64 {
    100 / (amount / 2)
}
