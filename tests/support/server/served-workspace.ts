/** A small workspace with a real server in front of it, and a system under test that waits where a test wants it to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SettingsInput } from "../../../src/contract/index.ts";
import type { HouseMember } from "../../../src/kernel/models/index.ts";
import { createHarness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast } from "../../../src/playtest/index.ts";
import { serve, type RunningServer, type ServeOptions } from "../../../src/server/index.ts";
import { smallBanks } from "../retrieval/small-check.ts";

const entities = [
  [
    "gray_rock",
    "KNOWLEDGE",
    "SEMANTIC",
    "Short, flat replies to texts that want a fight. She texts nonstop: answer once, dully.",
  ],
  [
    "biff_response",
    "SCRIPT",
    "SEMANTIC",
    "Brief, informative, friendly and firm: how to answer a hostile text.",
  ],
  ["boundary_setting", "KNOWLEDGE", "SEMANTIC", "Limits that can be kept, said once and calmly."],
  ["loyalty_binds", "KNOWLEDGE", "SEMANTIC", "A child who cries at the door is torn between two homes."],
  ["handler_crisis", "HANDLER", "PATTERN", "Somebody is in danger."],
  ["handler_returning_user", "HANDLER", "STATE", "Somebody comes back after a while."],
  ["frank_parent_persona", "PERSONA", "ALWAYS", "Frank speaks to parents."],
];

export type Workspace = Disposable & { dir: string; kb: string; testBanks: string; results: string };

export function makeWorkspace(): Workspace {
  const dir = mkdtempSync(join(tmpdir(), "served-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [id, type, mode, text] of entities)
    write(
      `kb/${id}.md`,
      `---\nentity_id: ${id}\ntype: ${type}\ntitle: ${id}\nload_mode: ${mode}\nsummary: ${id}\n---\n${text}\n`,
    );
  const bank = (path: string, bank_type: string, tests: unknown) =>
    write(`test_banks/${path}`, JSON.stringify({ bank_type, version: "2.0", tests }));
  bank("semantic/parent_test_bank.json", "SEMANTIC", smallBanks.semantic);
  bank("state/state_handler_tests.json", "STATE", smallBanks.state);
  bank("pattern/pattern_tests.json", "PATTERN", smallBanks.pattern);
  bank("always/always_load_tests.json", "ALWAYS", smallBanks.always);
  write(
    "test_banks/pattern/pattern_rules.json",
    JSON.stringify({
      crisis_patterns: [{ pattern: "\\bend it all\\b", entities: ["handler_crisis"], is_critical: true }],
    }),
  );
  return {
    dir,
    kb: join(dir, "kb"),
    testBanks: join(dir, "test_banks"),
    results: join(dir, "results"),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export type Served = AsyncDisposable & { server: RunningServer; ask: Ask; bugs: unknown[] };

export type ServeWishes = Partial<Omit<ServeOptions, "harness">> & {
  settings?: SettingsInput;
  env?: Record<string, string>;
  /** Actors beside the house's own. */ house?: readonly HouseMember[];
  /** As `serve --allow-narrator`. */ allowNarrators?: readonly string[];
};

export async function serveWorkspace(
  workspace: Workspace,
  { settings: file = {}, env = {}, house = [], allowNarrators = [], ...options }: ServeWishes = {},
): Promise<Served> {
  const { kb, testBanks, results, dir } = workspace;
  const resolved = resolveSettings({ file: { cacheDir: join(dir, "cache"), ...file }, env });
  const harness = createHarness({
    ...resolved,
    ...connect(resolved.settings, env),
    cwd: dir,
    house: [...houseCast, ...house],
  });
  harness.permits.allow(allowNarrators);
  const bugs: unknown[] = [];
  const server = await serve({
    harness,
    workspace: dir,
    host: "127.0.0.1",
    port: 0,
    onBug: (error) => bugs.push(error),
    ...options,
    folders: { target: "offline", kb, testBanks, results, ...options.folders },
  });
  return {
    server,
    ask: asking(server.port),
    bugs,
    async [Symbol.asyncDispose]() {
      await server.close();
      await harness.close();
    },
  };
}

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, never> & { error: { code: string; message: string; remedy: string; option?: string } };
};
export type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string | Buffer; json?: unknown },
) => Promise<Answer>;

/** Not fetch: it does not let anybody choose their Host. */
export const asking =
  (port: number): Ask =>
  (path, { method, headers = {}, body, json } = {}) => {
    const sent = json === undefined ? body : JSON.stringify(json);
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: "127.0.0.1",
          port,
          path,
          method: method ?? (sent === undefined ? "GET" : "POST"),
          headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text,
              json: (text !== "" && response.headers["content-type"]?.includes("json")
                ? JSON.parse(text)
                : undefined) as Answer["json"],
            }),
          );
        },
      );
      request.on("error", reject);
      request.end(sent);
    });
  };

export type ServerEvent = { event?: string; data?: unknown; comment?: string };

/** Server-sent events as they come; leaving the loop hangs up. */
export async function* eventsOf(url: string): AsyncGenerator<ServerEvent> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let rest = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + part).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) {
      const found: ServerEvent = {};
      for (const line of block.split("\n")) {
        const [, name = "", value = ""] = /^(\w*): ?(.*)$/.exec(line) ?? [];
        if (name === "") found.comment = value;
        if (name === "event") found.event = value;
        if (name === "data") found.data = JSON.parse(value);
      }
      if (found.event !== undefined || found.comment !== undefined) yield found;
    }
  }
}

/** A RAG system over HTTP that answers everything right, once it is let. */
export async function startWaitingTarget(): Promise<
  AsyncDisposable & { url: string; asked: string[]; open(): void; waiting(count: number): Promise<void> }
> {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  let told: Array<() => void> = [];
  let waiting = 0;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    const { ask, test_id } = JSON.parse(text) as { ask: string; test_id: string };
    asked.push(test_id);
    const answers: Record<string, unknown> = {
      retrieve: { selections: [{ entity_id: test_id === "V2-GR-001" ? "gray_rock" : "loyalty_binds" }] },
    };
    if (test_id !== "V2-GR-001") {
      waiting += 1;
      for (const tell of told) tell();
      await gate.promise;
      waiting -= 1;
    }
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(answers[ask] ?? { not_answered: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    open: gate.resolve,
    waiting: (count) =>
      new Promise((resolve) => {
        const look = () => waiting >= count && resolve();
        told = [...told, look];
        look();
      }),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
