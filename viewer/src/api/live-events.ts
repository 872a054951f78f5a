/** One connection to `/api/events` for the whole page. Each event refetches the queries it affects. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LiveEvent, SessionView, TurnPage, WorkSessions } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { applied } from "./apply-event.ts";
import { withQuery } from "./request.ts";

/**
 * `lost`: the server does not answer. `restarted`: it does again, and the stream is coming back. `refused`: it has too
 * many listeners.
 */
export type Connection = "connecting" | "open" | "lost" | "restarted" | "refused";

/** Turns can arrive faster than the page should render. */
const GATHER_MS = 400;
const COME_BACK_MS = 3_000;
/** Start listening after this long even if no query has been answered. */
const FIRST_ANSWER_MS = 1_500;

export function useLiveEvents(): { connection: Connection; retry: () => void } {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  const listening = useRef<Listening>(undefined);
  useEffect(() => {
    if (exported) return undefined;
    const mine = listen(client, setConnection);
    listening.current = mine;
    return mine.end;
  }, [client]);
  return { connection, retry: () => listening.current?.retry() };
}

type Listening = { retry: () => void; end: () => void };

function listen(client: QueryClient, tell: (connection: Connection) => void): Listening {
  let heard: LiveEvent[] = [];
  let last: number | undefined;
  let source: EventSource | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  let ended = false;

  const everything = () => void client.invalidateQueries();
  const refresh = () => {
    const events = heard;
    heard = [];
    gathering = undefined;
    refreshAfter(client, events);
  };
  const hear = ({ data, lastEventId }: MessageEvent<string>) => {
    const event = parse(data);
    if (lastEventId !== "") last = Number(lastEventId);
    if (!event) return;
    heard.push(event);
    gathering ??= setTimeout(refresh, GATHER_MS);
  };
  const open = () => {
    clearTimeout(comingBack);
    source?.close();
    const mine = new EventSource(
      withQuery("/api/events", {
        after:
          last ??
          lowest(
            client
              .getQueryCache()
              .getAll()
              .map(({ state }) => lastEventIn(state.data)),
          ),
      }),
    );
    source = mine;
    for (const type of ["message", "session", "job", "matrix", "experiment"])
      mine.addEventListener(type, hear);
    mine.addEventListener("reset", everything);
    mine.addEventListener("open", () => {
      tell("open");
      // Events may have been missed while the connection was lost.
      if (wasLost) everything();
      wasLost = false;
    });
    mine.addEventListener("error", () => {
      wasLost = true;
      void whyBroken().then(
        (why) => !ended && source === mine && mine.readyState !== EventSource.OPEN && tell(why),
      );
      // The browser reconnects by itself after a broken connection, but not after a refusal.
      if (mine.readyState === EventSource.CLOSED) comingBack = setTimeout(open, COME_BACK_MS);
    });
  };
  const forget = afterFirstAnswer(client, open);
  return {
    retry: open,
    end() {
      ended = true;
      forget();
      source?.close();
      clearTimeout(gathering);
      clearTimeout(comingBack);
    },
  };
}

/** Changes what the events carry, and fetches the rest of what they affect again. */
export function refreshAfter(client: QueryClient, events: readonly LiveEvent[]): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const after = events.reduce<unknown>((data, event) => applied(event, queryKey, data) ?? data, state.data);
    if (after !== state.data) client.setQueryData(queryKey, after);
  }
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      events.some((event) => touches(event, { queryKey, data: state.data })),
  });
}

/** The stream starts at the last event the first answer included, so that none is missed in between. */
function afterFirstAnswer(client: QueryClient, begin: () => void): () => void {
  const cache = client.getQueryCache();
  const once = () => {
    leave();
    begin();
  };
  const leaveCache = cache.subscribe(({ query }) => lastEventIn(query.state.data) !== undefined && once());
  const timer = setTimeout(once, FIRST_ANSWER_MS);
  const leave = () => {
    clearTimeout(timer);
    leaveCache();
  };
  return leave;
}

/** An event source does not tell why it failed; the same request does. */
export async function whyBroken(): Promise<"lost" | "restarted" | "refused"> {
  const leave = new AbortController();
  try {
    const { status } = await fetch("/api/events", { signal: leave.signal });
    return status === 429 ? "refused" : "restarted";
  } catch {
    return "lost";
  } finally {
    leave.abort();
  }
}

function parse(data: string): LiveEvent | undefined {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return undefined;
  }
}

/** The number of the last event an answer includes: `/api/events?after=` continues from there. */
export function lastEventIn(data: unknown): number | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { lastEvent, pages } = data as { lastEvent?: unknown; pages?: unknown };
  if (typeof lastEvent === "number") return lastEvent;
  return Array.isArray(pages) ? lowest(pages.map(lastEventIn)) : undefined;
}

/** The stream must start at the oldest answer, or that one would miss events. */
export const lowest = (numbers: ReadonlyArray<number | undefined>): number | undefined =>
  numbers.reduce(
    (least, number) => (number === undefined || (least !== undefined && least < number) ? least : number),
    undefined,
  );

/** A cached query, which an event may make stale. Keys are `[what, which, …]`. */
type Asked = { queryKey: readonly unknown[]; data: unknown };

export function touches(event: LiveEvent, { queryKey, data }: Asked): boolean {
  const [what, which] = queryKey;
  switch (event.type) {
    case "session":
      if (what === "session")
        return (
          which === event.session ||
          event.session.startsWith(`${String(which)}-t`) ||
          grewFrom(data, event.session)
        );
      if (what === "compare") return Array.isArray(which) && which.includes(event.session);
      // Changes of a session that plays are applied.
      if (what === "runs") return !event.live && event.of === undefined;
      if (what === "work-sessions") return isNew(event, which, data);
      if (what === "turns") return which === event.session && (!event.live || !isFull(queryKey, data));
      return what === "sessions";
    case "job":
      // Its numbers are applied to the list of jobs.
      if (event.step) return false;
      if (what === "session")
        return which === event.job.from?.session || event.job.sessions.some((id) => id === which);
      return what === "sessions" || what === "runs";
    case "matrix":
      if (what === "runs") return !event.live;
      return what === "experiments" || (what === "matrix" && which === event.matrix);
    case "experiment":
      if (what === "runs") return !event.live;
      return what === "experiments" || (what === event.kind && which === event.id);
    case "reset":
      return true;
  }
}

/** A new turn is not on this page of turns. What it changes in earlier ones, the session's own answer tells. */
const isFull = (queryKey: readonly unknown[], data: unknown): boolean =>
  ((data as TurnPage | undefined)?.turns.length ?? 0) >= Number(queryKey[4]);

/** A replay of this experiment that is not in the list yet. */
const isNew = (
  { session, of }: Extract<LiveEvent, { type: "session" }>,
  which: unknown,
  data: unknown,
): boolean =>
  of !== undefined &&
  which === `${of.kind} ${of.id}` &&
  !((data as WorkSessions | undefined)?.sessions.some((each) => each.session === session) ?? false);

/** A session is shown with its branches and changes with them. */
const grewFrom = (data: unknown, id: string): boolean =>
  (data as SessionView | undefined)?.branches.some((branch) => branch.id === id) ?? false;
