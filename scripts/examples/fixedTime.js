// Loaded into every thread before the node whose responses are recorded, through NODE_OPTIONS: real
// time stands still, so that the same calls always give the same chain. Timers run as usual.

const NOW_MS = Date.UTC(2026, 0, 1);

Date.now = () => NOW_MS;
performance.now = () => 0;
