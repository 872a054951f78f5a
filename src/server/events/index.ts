/** Numbered events for those who listen, leave and come back. */
export { createEventLog, type EventLog } from "./event-log.ts";
export { EVENT_STREAM, eventStream, lastEventId } from "./event-stream.ts";
export { createSeats, MOST_LISTENERS, type Seats } from "./seats.ts";
