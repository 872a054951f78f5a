export { checkedIn, writeQueuedCheck } from "./check-folder.ts";
export { queuedChecks } from "./queued-checks.ts";
