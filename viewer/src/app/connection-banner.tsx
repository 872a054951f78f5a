import { useEffect, useState } from "react";
import type { Connection } from "../api/index.ts";
import { clock, Command } from "../ui/index.ts";

/** Short interruptions are not worth a banner. */
const PATIENCE_MS = 1_500;

/** Says that the page may be out of date, since when, and what to do. */
export function ConnectionBanner({ connection, retry }: { connection: Connection; retry: () => void }) {
  const since = useLostSince(connection);
  if (since === undefined) return null;
  const { title, says, command } = bannerWords(connection, clock(since));
  return (
    <div className="connection-banner" role="alert">
      <b>{title}</b>
      <span>{says}</span>
      {command && <Command>{command}</Command>}
      <button type="button" onClick={retry}>
        Try now
      </button>
    </div>
  );
}

function bannerWords(
  connection: Connection,
  since: string,
): { title: string; says: string; command?: string } {
  if (connection === "refused")
    return {
      title: "Live updates are off.",
      says: `The server has had too many open pages since ${since}. Close some, or reload this page.`,
    };
  if (connection === "restarted")
    return {
      title: "The server was restarted; reconnecting.",
      says: "This page then shows what has changed.",
    };
  return {
    title: `The server has not answered since ${since}.`,
    says: "This page may be out of date, and nothing can be started or stopped here. Start the server again in your workspace; this page then reconnects by itself.",
    command: "rehearse serve",
  };
}

function useLostSince(connection: Connection): Date | undefined {
  const [since, setSince] = useState<Date>();
  const isLost = connection !== "open" && connection !== "connecting";
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
  restarted: "The server was restarted: reconnecting",
  refused: "Live updates are off",
};

/** Shows whether live updates arrive. */
export function ConnectionMark({ connection }: { connection: Connection }) {
  return (
    <span className={`connection ${connection}`} role="status" title={words[connection]}>
      <span className="visually-hidden">{words[connection]}</span>
    </span>
  );
}
