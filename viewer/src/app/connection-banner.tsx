import { useEffect, useState } from "react";
import type { Connection } from "../api/index.ts";
import { clock, Command } from "../ui/index.ts";

/** Short interruptions are not worth a banner. */
const PATIENCE_MS = 1_500;

/** Says that the page may be out of date, since when, and what to do. */
export function ConnectionBanner({ connection, retry }: { connection: Connection; retry: () => void }) {
  const since = useLostSince(connection);
  if (since === undefined) return null;
  return (
    <div className="connection-banner" role="alert">
      <b>No connection to the server since {clock(since)}.</b>
      <span>
        This page may be out of date. It reconnects by itself; if the server was stopped, start it again in
        your workspace:
      </span>
      <Command>rehearse serve</Command>
      <button type="button" onClick={retry}>
        Try now
      </button>
    </div>
  );
}

function useLostSince(connection: Connection): Date | undefined {
  const [since, setSince] = useState<Date>();
  const isLost = connection === "lost";
  useEffect(() => {
    if (!isLost) {
      setSince(undefined);
      return undefined;
    }
    const began = new Date();
    const timer = setTimeout(() => setSince(began), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return since;
}

const words: Record<Connection, string> = {
  connecting: "Connecting to the server",
  open: "Live: changes appear automatically",
  lost: "Connection lost: reconnecting",
};

/** Shows whether live updates arrive. */
export function ConnectionMark({ connection }: { connection: Connection }) {
  return (
    <span className={`connection ${connection}`} role="status" title={words[connection]}>
      <span className="visually-hidden">{words[connection]}</span>
    </span>
  );
}
