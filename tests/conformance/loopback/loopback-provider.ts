/**
 * A local provider with the faults of real ones: each vendor's wire format under `/<vendor>/v1`, with usage, refusals,
 * broken bodies, dropped connections and endless answers. It keeps its own books, so that ours can be checked
 * independently.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { startServer } from "../../support/loopback-server.ts";
import { wireFormatOf, type Counted, type Reply, type WireFormat } from "./wire-formats.ts";
import { voyageAnswer } from "./voyage-wire.ts";

type Headers = Record<string, string>;

/** What to do with one request. */
export type Answer =
  | { does: "say"; text: string; counted?: Counted | "nothing"; model?: string; cut?: boolean; cost?: number }
  | { does: "refuse"; status: number; message: string; headers: Headers }
  | { does: "send"; body: string; status: number }
  | { does: "hang up"; when: "at once" | "mid-body" }
  | { does: "drip" };

export const says = (
  text: string,
  more: Partial<Omit<Reply, "counted">> & { counted?: Counted | "nothing" } = {},
): Answer => ({ does: "say", ...more, text });
export const refuses = (
  status: number,
  { message = "No.", headers = {} }: { message?: string; headers?: Headers } = {},
): Answer => ({ does: "refuse", status, message, headers });
/** Sends a body as it is, in no vendor's format. */
export const sends = (body: string, { status = 200 } = {}): Answer => ({ does: "send", body, status });
export const hangsUp = (when: "at once" | "mid-body"): Answer => ({ does: "hang up", when });
/** Bytes keep coming and never make an answer: only a timeout ends it. */
export const drips = (): Answer => ({ does: "drip" });

/** One request as the provider saw it. */
export type Entry = {
  vendor: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  answered: Answer["does"];
  /** The token counts reported to the client. */
  counted?: Counted;
  /** The client left before the answer was whole. */
  abandoned: boolean;
};

export type LoopbackProvider = AsyncDisposable & {
  baseURL(vendor: string): string;
  /** What to answer, in this order; the last one for ever. */
  answers(...script: [Answer, ...Answer[]]): void;
  readonly log: Entry[];
};

export async function openLoopbackProvider(): Promise<LoopbackProvider> {
  const log: Entry[] = [];
  let script: Answer[] = [says("Hello.")];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, vendor = "", ...rest] = new URL(request.url ?? "/", "http://loopback").pathname.split("/");
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const answer = script.length > 1 ? script.shift()! : script[0]!;
    const path = `/${rest.join("/")}`;
    const entry: Entry = {
      vendor,
      path,
      headers: request.headers,
      body,
      answered: answer.does,
      abandoned: false,
    };
    log.push(entry);
    response.on("close", () => (entry.abandoned = !response.writableFinished));
    perform(answer, entry, response);
  }

  const server = await startServer(handle);
  return {
    ...server,
    baseURL: (vendor) => `${server.url}/${vendor}/v1`,
    answers: (...next) => (script = next),
    log,
  };
}

function perform(answer: Answer, entry: Entry, response: ServerResponse): void {
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

  switch (answer.does) {
    case "say": {
      const made = entry.vendor === "voyage" ? voyageAnswer(entry) : chatAnswer(answer, entry);
      if (!made) return void json(404, { error: { message: `Nothing is at ${entry.path}.` } });
      entry.counted = made.counted;
      return void json(200, made.body);
    }
    case "refuse":
      return void json(answer.status, refusalOf(entry.vendor)(answer.status, answer.message), answer.headers);
    case "send":
      return void json(answer.status, answer.body);
    case "hang up":
      if (answer.when === "mid-body")
        response
          .writeHead(200, { "content-type": "application/json", "content-length": 5_000 })
          .write('{"id":"half an ans');
      return void setTimeout(() => response.socket?.resetAndDestroy(), 5);
    case "drip": {
      response.writeHead(200, { "content-type": "application/json" });
      const drops = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drops));
    }
  }
}

function chatAnswer({ counted, ...said }: Answer & { does: "say" }, { vendor, path, body }: Entry) {
  const wire = wireFormatOf(vendor);
  if (path !== `/v1${wire.path}`) return undefined;
  const tokens = counted === "nothing" ? undefined : (counted ?? count(body, said.text, wire));
  return {
    counted: tokens,
    body: wire.reply({ model: `${String(body.model)}-dated`, ...said, counted: tokens }),
  };
}

const refusalOf = (vendor: string): WireFormat["refusal"] =>
  vendor === "voyage" ? (_, detail) => ({ detail }) : wireFormatOf(vendor).refusal;

/** Invented counts: longer requests and replies count more, and a vendor that reports caches always has some. */
function count(body: unknown, text: string, { tells }: WireFormat): Counted {
  const input = 100 + JSON.stringify(body).length;
  const output = 20 + text.length;
  return {
    input,
    output,
    ...(tells.includes("cacheRead") ? { cacheRead: Math.floor(input / 2) } : {}),
    ...(tells.includes("cacheWrite") ? { cacheWrite: Math.floor(input / 5) } : {}),
    ...(tells.includes("reasoning") ? { reasoning: Math.floor(output / 3) } : {}),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
