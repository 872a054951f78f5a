/** The app behind a port of this machine. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type ErrorCode, HarnessError } from "../kernel/errors/index.ts";
import { keepOut } from "../kernel/secrets/index.ts";
import { createApp, type AppOptions } from "./create-app.ts";
import { isLoopback } from "./guard.ts";

export type ServeOptions = Omit<AppOptions, "place"> & {
  host: string;
  port: number;
  /** Further names that it answers to. */ allowHosts?: readonly string[];
};

export type RunningServer = {
  readonly url: string;
  readonly port: number;
  /** Accepts no more requests, interrupts runs so that they can be resumed, notifies their listeners, and ends. */
  close(): Promise<void>;
};

const SHORTEST_TOKEN = 24;
/** How long open connections may take to read their last data. */
const GRACE_MS = 1_000;

export async function serve({
  host,
  port,
  allowHosts = [],
  token,
  ...options
}: ServeOptions): Promise<RunningServer> {
  requireTokenOutsideLoopback(host, token);
  keepOut({ REHEARSE_TOKEN: token });
  const address = host.replace(/^\[(.*)\]$/, "$1");
  let listening = port;
  const { app, close } = createApp({
    ...options,
    token,
    place: { host: address, port: () => listening, alsoKnownAs: allowHosts },
  });
  // Other code in this process uses fetch, so the global Request and Response stay Node's.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  await listen(server, { host: address, port });
  listening = (server.address() as AddressInfo).port;
  let closed: Promise<void> | undefined;

  async function stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    await close();
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await ended;
    clearTimeout(late);
  }

  const inUrl = address.includes(":") ? `[${address}]` : address;
  return {
    url: `http://${inUrl}:${listening}`,
    port: listening,
    close: () => (closed ??= stop()),
  };
}

/** Anyone who reaches the server can spend money with its keys. */
function requireTokenOutsideLoopback(host: string, token: string | undefined): void {
  if (host.trim() === "")
    throw new HarnessError({
      code: "bad-value",
      message: "--host is empty.",
      remedy: "Leave it out to listen on this machine only, or give an address.",
    });
  if (token !== undefined && token.trim().length < SHORTEST_TOKEN)
    throw new HarnessError({
      code: "bad-value",
      message: `The token has ${token.trim().length} characters. It needs at least ${SHORTEST_TOKEN}, so that it cannot be guessed.`,
      remedy: "Make one with: openssl rand -hex 16",
    });
  if (!isLoopback(host) && token === undefined)
    throw new HarnessError({
      code: "token-needed",
      message: `--host ${host} makes the server reachable from other machines, but no token is set.`,
      remedy: "Make one with `openssl rand -hex 16` and set it as REHEARSE_TOKEN, or leave --host out.",
    });
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })));
    server.listen(port, host, resolve);
  });
}

function cannotListen(
  cause: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): HarnessError {
  const known: Record<string, [code: ErrorCode, what: string, remedy: string]> = {
    EADDRINUSE: ["port-in-use", "the port is already in use", "Choose another --port; 0 picks a free one."],
    EACCES: ["no-permission", "permission denied", "Choose a --port above 1023."],
  };
  const unknown = ["bad-value", cause.message, "Choose an address of this machine as --host."] as const;
  const [code, what, remedy] = known[cause.code ?? ""] ?? unknown;
  return new HarnessError({ code, message: `Cannot listen on ${host}:${port}: ${what}.`, remedy, cause });
}
