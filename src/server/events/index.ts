/** Numbered events for listeners who may leave and reconnect. */
export { createEventLog, type EventLog } from "./event-log.ts";
export { EVENT_STREAM, eventStream, lastEventId } from "./event-stream.ts";
export { createListenerLimit } from "./listener-limit.ts";
