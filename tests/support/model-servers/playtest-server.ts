/**
 * A local server that plays every role of a session in every vendor's wire format, at `/<client>/<vendor>/v1`. It keeps
 * its own books of all requests, so that a session's claims can be checked independently.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { wireFormats, type Counted, type WireName } from "../../conformance/loopback/wire-formats.ts";
import { startServer } from "../loopback-server.ts";
import { act } from "./playtest-actors.ts";
import { narratorTurn, readAsked, readTurn, type Asked } from "./playtest-request.ts";

/** What to do with a request in place of playing the part. */
export type Special =
  | { does: "say"; text: string }
  /** Says it, and that the output limit was reached. */
  | { does: "cut"; text: string }
  | { does: "refuse"; status: number; message?: string }
  /** A body in no vendor's format. */
  | { does: "send"; body: string }
  /** Never answers. */
  | { does: "hang" };

/** One request as the server saw it. */
export type Entry = Asked & {
  /** Counts from 1. */
  number: number;
  client: string;
  /** The turn of the client's session; 0 before the first. */
  turn: number;
  answered: boolean;
  /** The token counts reported to the client. */
  counted?: Counted;
};

export type PlaytestServer = AsyncDisposable & {
  readonly log: Entry[];
  baseURL(vendor: string, client?: string): string;
  /** Keys and base URLs of every vendor, as an environment. */
  env(client?: string): Record<string, string>;
  of(client: string): Entry[];
};

export type PlaytestServerOptions = {
  /** The turn in which narrators tell the end. */
  endsAt?: number | ((asked: Entry) => number);
  special?(asked: Entry): Special | undefined;
  /** Answers when it resolves; at once where absent. */
  pause?(asked: Entry): Promise<unknown> | undefined;
  /** Called as a request comes, and as its answer has left. */
  onChange?(asked: Entry): void;
  /** Called once the answer has left, or the client has. */
  onOver?(asked: Entry): void;
  /** Counts tokens as vendors do. Otherwise every call has counts of its own, which grow from call to call. */
  charactersPerToken?: number;
};

const vendors = Object.keys(wireFormats) as WireName[];

export async function startPlaytestServer({
  endsAt = 8,
  special,
  pause,
  onChange,
  onOver,
  charactersPerToken,
}: PlaytestServerOptions = {}): Promise<PlaytestServer> {
  const log: Entry[] = [];
  const turns = new Map<string, number>();

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, client = "", vendor = "", ...rest] = (incoming.url ?? "").split("/");
    const asked = readAsked(
      vendor,
      `/${rest.join("/")}`,
      (await readJson(incoming)) as Record<string, unknown>,
    );
    if (!asked)
      return void response
        .writeHead(404, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: `Nobody at ${incoming.url} knows this part.` } }));
    if (asked.part === "narrator") turns.set(client, narratorTurn(asked));
    const entry: Entry = {
      ...asked,
      number: log.length + 1,
      client,
      turn: asked.part === "character" ? 0 : (readTurn(asked) ?? turns.get(client) ?? 0),
      answered: false,
    };
    log.push(entry);
    onChange?.(entry);
    if (response.destroyed) onOver?.(entry);
    else response.once("close", () => onOver?.(entry));
    await pause?.(entry);
    response.once("finish", () => {
      entry.answered = true;
      onChange?.(entry);
    });
    perform(
      special?.(entry) ?? {
        does: "say",
        text: act(entry, { endsAt: typeof endsAt === "number" ? endsAt : endsAt(entry) }),
      },
      entry,
      response,
      charactersPerToken,
    );
  }

  // A client that is killed in the middle of its request leaves nothing to answer.
  const server = await startServer(answer);
  const baseURL = (vendor: string, client = "anybody") => `${server.url}/${client}/${vendor}/v1`;
  return {
    ...server,
    log,
    baseURL,
    env: (client) =>
      Object.fromEntries(
        vendors.flatMap((vendor) => [
          [`${vendor.toUpperCase()}_API_KEY`, `sk-${vendor}-9f8e7d6c5b4a`],
          [`${vendor.toUpperCase()}_BASE_URL`, baseURL(vendor, client)],
        ]),
      ),
    of: (client) => log.filter((entry) => entry.client === client),
  };
}

function perform(
  special: Special,
  entry: Entry,
  response: ServerResponse,
  charactersPerToken?: number,
): void {
  const wire = wireFormats[entry.vendor];
  const json = (status: number, body: string) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(body);
  switch (special.does) {
    case "say":
    case "cut":
      entry.counted = count(entry, special.text, charactersPerToken);
      // The id that answers is never quite the one that was asked for.
      return json(
        200,
        JSON.stringify(
          wire.reply({
            text: special.text,
            model: `${entry.model}-dated`,
            counted: entry.counted,
            cut: special.does === "cut",
          }),
        ),
      );
    case "refuse":
      return json(special.status, JSON.stringify(wire.refusal(special.status, special.message ?? "No.")));
    case "send":
      return json(200, special.body);
    case "hang":
      return; // Until the client leaves, or the server closes.
  }
}

/** Counts as it likes: every request another number, and a vendor that tells of caches always has some. */
function count({ text, vendor, number }: Entry, said: string, perToken?: number): Counted {
  const { tells } = wireFormats[vendor];
  const input = perToken ? Math.ceil(text.length / perToken) : 100 + number + text.length;
  const output = perToken ? Math.ceil(said.length / perToken) : 20 + number + said.length;
  return {
    input,
    output,
    ...(tells.includes("cacheRead") ? { cacheRead: Math.floor(input / 2) } : {}),
    ...(tells.includes("cacheWrite") ? { cacheWrite: Math.floor(input / 5) } : {}),
    ...(tells.includes("reasoning") ? { reasoning: Math.floor(output / 3) } : {}),
  };
}

/** A complete reply of a player, with the fields that a test sets. */
export const playerReply = (given: object) => ({
  does: "say" as const,
  text: JSON.stringify({
    says: "We wait.",
    wants: "wait.",
    offTopic: "none",
    private: null,
    tells: [],
    remember: null,
    ...given,
  }),
});
