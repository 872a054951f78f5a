/** One connection to `/api/events` for the whole page. Events say what has changed; its queries are fetched again. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LiveEvent, SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";

export type Connection = "connecting" | "open" | "lost";

/** Turns can arrive faster than the page should render. */
const GATHER_MS = 400;
const COME_BACK_MS = 3_000;

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
  let changes: LiveEvent[] = [];
  let source: EventSource | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const refresh = async () => {
    const events = changes;
    changes = [];
    // The next events wait until these are shown: fetching again would cancel what is on its way.
    await refreshAfter(client, events);
    gathering = undefined;
    if (changes.length > 0) gather();
  };
  const gather = () => {
    if (!ended) gathering ??= setTimeout(() => void refresh(), GATHER_MS);
  };
  const hear = ({ data }: MessageEvent<string>) => {
    changes.push(JSON.parse(data) as LiveEvent);
    gather();
  };
  const open = () => {
    clearTimeout(comingBack);
    source?.close();
    const mine = new EventSource("/api/events");
    source = mine;
    for (const type of ["session", "experiment", "job"] satisfies Array<LiveEvent["type"]>)
      mine.addEventListener(type, hear);
    mine.addEventListener("open", () => {
      tell("open");
      // What changed before the stream was open is not told.
      void client.invalidateQueries();
    });
    mine.addEventListener("error", () => {
      if (!ended && source === mine) tell("lost");
      // The browser reconnects by itself after a broken connection, but not after a refusal.
      if (mine.readyState === EventSource.CLOSED) comingBack = setTimeout(open, COME_BACK_MS);
    });
  };
  open();
  return {
    retry: open,
    end() {
      ended = true;
      source?.close();
      clearTimeout(gathering);
      clearTimeout(comingBack);
    },
  };
}

/** Fetches everything again that the events affect. */
export const refreshAfter = (client: QueryClient, events: readonly LiveEvent[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      events.some((event) => touches(event, { queryKey, data: state.data })),
  });

/** A cached query, which an event may make stale. Keys are `[what, which, …]`. */
type Asked = { queryKey: readonly unknown[]; data: unknown };

export function touches(event: LiveEvent, { queryKey: [what, which], data }: Asked): boolean {
  switch (event.type) {
    case "session":
      if (what === "session") return which === event.session || isBranch(event.session, which, data);
      if (what === "compare") return Array.isArray(which) && which.includes(event.session);
      // Its turns are fetched after the session, which tells what has changed in them.
      return what === "sessions" || what === "runs";
    case "job":
      return what === "jobs" || what === "runs" || what === "server" || what === "retrieval";
    case "experiment":
      return what === "experiments" || what === "runs" || (what === event.kind && which === event.id);
  }
}

/** A session is shown with its branches. One that has just begun is not listed yet, but its name tells. */
const isBranch = (id: string, parent: unknown, data: unknown): boolean =>
  id.startsWith(`${String(parent)}-t`) ||
  ((data as SessionView | undefined)?.branches.some((branch) => branch.id === id) ?? false);
