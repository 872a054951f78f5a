/** The numbered events of a run or of the server, kept so that a listener who reconnects misses none. */
import { withoutSecrets } from "../../kernel/secrets/index.ts";

/** What happened in a run, numbered, for those who listen and those who come back. Only the last events are kept: a run of any length takes little memory. */
type LoggedEvent = { readonly id: number; readonly event: string; readonly data: string };

export type EventLog = {
  /** The number before that of the oldest event that is kept. */
  readonly forgotten: number;
  readonly last: number;
  readonly ended: boolean;
  append(event: string, data: unknown): void;
  /** Nothing more will come. */
  end(): void;
  /** The event after that number; `lost` where it is not kept any more, or was never ours. */
  after(id: number): LoggedEvent | "lost" | undefined;
  /** Called at the next event, or the end. Returns what takes the wish back: who waits for long and often leaves nothing behind. */
  onNext: (tell: () => void) => () => void;
};

/** `from`: the number before the first event's. Where a log may be taken for that of an earlier server, none that it gave. */
export function createEventLog({ most, from = 0 }: { most: number; from?: number }): EventLog {
  let events: LoggedEvent[] = [];
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
      return last - Math.min(events.length, most);
    },
    get last() {
      return last;
    },
    get ended() {
      return ended;
    },
    append(event, data) {
      events.push({ id: ++last, event, data: withoutSecrets(JSON.stringify(data)) });
      // Not at every event: moving a thousand for each one adds up.
      if (events.length >= 2 * most) events = events.slice(-most);
      tellAll();
    },
    end() {
      ended = true;
      tellAll();
    },
    after(id) {
      if (id > last || id < last - Math.min(events.length, most)) return "lost";
      return id === last ? undefined : events[events.length - (last - id)];
    },
    onNext(tell) {
      waiting.add(tell);
      return () => void waiting.delete(tell);
    },
  };
}
