// What a model reads about this server before it uses it.

export const INSTRUCTIONS = [
  'Tools for a NEAR node, mostly a local chain for development. Accounts such as alice.test.near',
  'are funded (list_accounts). No keys are needed: a local chain acts for any account.',
  'A contract is tested like this: deploy_contract, list_methods, call_method and view_method;',
  'take_snapshot before an experiment and revert_snapshot after it; simulate_call shows what a',
  'call would do. If a transaction fails, the text says why and what helps; trace_transaction',
  'shows every step, profile_transaction where its gas went, explain_error what other errors mean.',
  "Amounts are texts such as '1.5 NEAR' or '7 yocto', gas such as '30 Tgas'. A text that is too",
  'long ends with [truncated: …].',
].join(' ');
