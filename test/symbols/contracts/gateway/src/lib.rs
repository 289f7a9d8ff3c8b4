//! A contract that calls `ledger` and fails if that has failed, and whose methods refuse what
//! near-sdk refuses. The lines matter: the tests name them.

use near_sdk::{assert_one_yocto, env, near, AccountId, PanicOnDefault};

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Gateway {
    ledger: AccountId,
}

const CALL_GAS: u64 = 10_000_000_000_000;

#[near]
impl Gateway {
    #[init]
    pub fn new(ledger: AccountId) -> Self {
        Self { ledger }
    }

    /// Calls the ledger, and `on_paid` with the result, which gets the gas that is named here.
    pub fn pay_via(&self, amount: u64, callback_ggas: u64) {
        let args = format!("{{\"amount\":{amount}}}");
        let called = call(self.ledger.as_bytes(), b"pay", args.as_bytes());
        let (own, gas) = (env::current_account_id(), callback_ggas * 1_000_000_000);
        then(called, own.as_bytes(), b"on_paid", gas);
    }

    #[private]
    pub fn on_paid(&self) {
        take_result();
    }

    #[payable]
    pub fn confirm(&mut self) {
        assert_one_yocto();
    }

    pub fn transfer(&self, receiver_id: AccountId) {
        env::panic_str(&format!("The account {receiver_id} is not registered"));
    }
}

#[inline(never)]
fn take_result() {
    check(unsafe { host::promise_result(0, 0) });
}

#[inline(never)]
fn check(status: u64) {
    assert!(status == 1, "the ledger has failed");
}

/// Promises by the host functions themselves: near-sdk's own import functions of later versions.
mod host {
    #[link(wasm_import_module = "env")]
    extern "C" {
        pub fn promise_result(index: u64, register: u64) -> u64;
        pub fn promise_return(promise: u64);
        pub fn promise_create(
            account_len: u64,
            account: u64,
            method_len: u64,
            method: u64,
            args_len: u64,
            args: u64,
            amount: u64,
            gas: u64,
        ) -> u64;
        pub fn promise_then(
            promise: u64,
            account_len: u64,
            account: u64,
            method_len: u64,
            method: u64,
            args_len: u64,
            args: u64,
            amount: u64,
            gas: u64,
        ) -> u64;
    }
}

fn call(account: &[u8], method: &[u8], args: &[u8]) -> u64 {
    let none = 0u128;
    unsafe {
        host::promise_create(
            account.len() as u64,
            account.as_ptr() as u64,
            method.len() as u64,
            method.as_ptr() as u64,
            args.len() as u64,
            args.as_ptr() as u64,
            &none as *const u128 as u64,
            CALL_GAS,
        )
    }
}

fn then(promise: u64, account: &[u8], method: &[u8], gas: u64) {
    let none = 0u128;
    let next = unsafe {
        host::promise_then(
            promise,
            account.len() as u64,
            account.as_ptr() as u64,
            method.len() as u64,
            method.as_ptr() as u64,
            0,
            0,
            &none as *const u128 as u64,
            gas,
        )
    };
    unsafe { host::promise_return(next) }
}
