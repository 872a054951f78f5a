/** One connection to `/api/events` for the whole page: what changed on the server is asked for anew. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveEvent } from "../../../src/contract/playtest-api.ts";
import { exported } from "../exported/index.ts";
import { touches } from "./touches.ts";

export type Connection = "connecting" | "open" | "lost";

/** Turns can come faster than a page wants to be drawn. */
const GATHER_MS = 400;
const COME_BACK_MS = 3_000;

export function useLiveEvents(): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => (exported ? undefined : listen(client, setConnection)), [client]);
  return connection;
}

function listen(client: QueryClient, tell: (connection: Connection) => void): () => void {
  let heard: LiveEvent[] = [];
  let source: EventSource | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;

  const refresh = () => {
    const events = heard;
    heard = [];
    gathering = undefined;
    void client.invalidateQueries({ predicate: ({ queryKey, state }) => events.some((event) => touches(event, { queryKey, data: state.data })) });
  };
  const hear = ({ data }: MessageEvent<string>) => {
    const event = parse(data);
    if (!event) return;
    heard.push(event);
    gathering ??= setTimeout(refresh, GATHER_MS);
  };
  const open = () => {
    source = new EventSource("/api/events");
    for (const type of ["message", "session", "job", "matrix"]) source.addEventListener(type, hear);
    const everything = () => void client.invalidateQueries();
    source.addEventListener("reset", everything);
    source.addEventListener("open", () => {
      tell("open");
      // Nobody says what a server that was restarted has forgotten.
      if (wasLost) everything();
      wasLost = false;
    });
    source.addEventListener("error", () => {
      tell("lost");
      wasLost = true;
      // A browser comes back by itself after a broken connection, but not after a refusal.
      if (source?.readyState === EventSource.CLOSED) comingBack = setTimeout(open, COME_BACK_MS);
    });
  };
  open();
  return () => {
    source?.close();
    clearTimeout(gathering);
    clearTimeout(comingBack);
  };
}

function parse(data: string): LiveEvent | undefined {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return undefined;
  }
}
