/** The numbered events of a run or of the server, kept so that a listener who reconnects misses none. */
import { withoutSecrets } from "../../kernel/secrets/index.ts";

/** Numbered events. Only the last ones are kept, so a long run takes little memory. */
type LoggedEvent = { readonly id: number; readonly event: string; readonly data: string };

export type EventLog = {
  /** The number before the oldest kept event. */
  readonly forgotten: number;
  readonly last: number;
  readonly ended: boolean;
  append(event: string, data: unknown): void;
  /** Ends the log: no more events follow. */
  end(): void;
  /** The event after that number; `lost` if it is no longer kept or never existed. */
  after(id: number): LoggedEvent | "lost" | undefined;
  /** Calls back at the next event or the end. Returns a function that cancels. */
  onNext: (tell: () => void) => () => void;
};

/**
 * `from`: the number before the first event. Choose one that no earlier server has used, if listeners may come from
 * one.
 */
export function createEventLog({ most, from = 0 }: { most: number; from?: number }): EventLog {
  const events: LoggedEvent[] = [];
  let last = from;
  let ended = false;
  let waiting = new Set<() => void>();
  const tellAll = () => {
    const told = waiting;
    waiting = new Set();
    for (const tell of told) tell();
  };

  return {
    get forgotten() {
      return last - events.length;
    },
    get last() {
      return last;
    },
    get ended() {
      return ended;
    },
    append(event, data) {
      events.push({ id: ++last, event, data: withoutSecrets(JSON.stringify(data)) });
      if (events.length > most) events.shift();
      tellAll();
    },
    end() {
      ended = true;
      tellAll();
    },
    after(id) {
      if (id > last || id < last - events.length) return "lost";
      return id === last ? undefined : events[events.length - (last - id)];
    },
    onNext(tell) {
      waiting.add(tell);
      return () => void waiting.delete(tell);
    },
  };
}
