//! A counter for everybody.

use near_sdk::{env, log, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Counter {
    value: i64,
}

#[near]
impl Counter {
    /// The value of the counter.
    pub fn get(&self) -> i64 {
        self.value
    }

    /// Adds `by`, or 1, and returns the new value.
    pub fn increment(&mut self, by: Option<i64>) -> i64 {
        let sum = self.value.checked_add(by.unwrap_or(1));
        self.value = sum.unwrap_or_else(|| env::panic_str("The counter would overflow"));
        log!("{} counts {}", env::predecessor_account_id(), self.value);
        self.value
    }

    /// Only the contract's own account may start again.
    #[private]
    pub fn reset(&mut self) {
        self.value = 0;
    }
}
