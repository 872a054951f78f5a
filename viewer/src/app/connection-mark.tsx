import type { Connection } from "../api/index.ts";

const words: Record<Connection, string> = {
  connecting: "Connecting to the server",
  open: "Live: changes appear by themselves",
  lost: "Connection lost: trying again",
  refused: "The server sends no news to this page",
};

/** Whether news from the server arrive. */
export function ConnectionMark({ connection }: { connection: Connection }) {
  return (
    <span className={`connection ${connection}`} role="status" title={words[connection]}>
      <span className="visually-hidden">{words[connection]}</span>
    </span>
  );
}
