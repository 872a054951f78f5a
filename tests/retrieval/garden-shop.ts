/**
 * A target of another domain over HTTP: a garden shop's assistant, with its own banks and no knowledge base on our
 * side. It answers the documented contract; each variant has one fault.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { sendJson, startServer } from "../support/loopback-server.ts";

/** What a target is asked: see docs/guide/retrieval.md. */
export type TargetRequest = {
  version: 1;
  ask: "retrieve" | "handlers" | "match" | "always";
  test_id: string;
  message?: string;
  user_state?: Record<string, unknown>;
  user_type?: string;
  top_k?: number;
  candidates?: number;
};
/** An answer; or a number, for an answer of that status. */
export type Answer = (request: TargetRequest) => unknown;

const shelves: Record<string, RegExp> = {
  tomato_blight: /tomato|brown spots/,
  copper_spray: /brown spots|mildew/,
  slug_control: /lettuce|slug/,
  lawn_care: /moss|lawn/,
  rose_pruning: /rose/,
};

/** Everything as it should be. */
export const gardenShop: Answer = ({ ask, message = "", user_state = {}, top_k = 6 }) => {
  const words = message.toLowerCase().replaceAll("’", "'");
  switch (ask) {
    case "retrieve": {
      const found = Object.entries(shelves)
        .filter(([, about]) => about.test(words))
        .map(([entity_id], index) => ({ entity_id, score: 1 - index / 10 }));
      return { selections: found.slice(0, top_k), candidates: found };
    }
    case "handlers":
      return { handlers: user_state["is_first_visit"] === true ? ["handler_welcome"] : [] };
    case "match":
      return {
        matches: /\bi can't breathe\b/.test(words) ? ["handler_poison"] : [],
        details: [{ entity_id: "handler_poison", by: "breathe", text: "can't breathe" }],
      };
    case "always":
      return { loaded: ["shop_persona"] };
  }
};

export type TargetServer = AsyncDisposable & {
  url: string;
  /** As they came. */ log: TargetRequest[];
  /** May be changed while it runs. */ answer: Answer;
};

export async function startTarget(
  answer: Answer,
  onRequest?: (request: IncomingMessage) => void,
): Promise<TargetServer> {
  const server = await startServer(async (incoming, response) => {
    onRequest?.(incoming);
    const request = (await json(incoming)) as TargetRequest;
    target.log.push(request);
    const said = await target.answer(request);
    if (typeof said === "number")
      response.writeHead(said, { "content-type": "text/plain" }).end("The greenhouse is on fire.");
    else sendJson(response, said);
  });
  const target: TargetServer = { ...server, url: `${server.url}/rag`, log: [], answer };
  return target;
}

export const gardenBanks = {
  semantic: [
    {
      test_id: "V2-TOM-001",
      name: "Blight",
      topics: ["tomatoes"],
      prompt: "brown spots on my tomato leaves",
      expected_primary: ["tomato_blight"],
      expected_secondary: ["copper_spray"],
    },
    {
      test_id: "V2-SLUG-001",
      name: "Night visitors",
      topics: ["pests"],
      prompt: "something eats my lettuce at night",
      expected_primary: ["slug_control"],
      not_expected: ["lawn_care"],
    },
    {
      test_id: "V2-LAWN-001",
      name: "Moss",
      topics: ["lawn"],
      prompt: "moss wherever I look",
      expected_primary: ["lawn_care"],
    },
  ] as Array<Record<string, unknown>>,
  state: [
    {
      test_id: "STATE-001",
      name: "First visit",
      user_state: { is_first_visit: true },
      expected_handlers: ["handler_welcome"],
    },
  ] as Array<Record<string, unknown>>,
  pattern: [
    {
      test_id: "PAT-CRISIS-001",
      name: "Spray",
      prompt: "I can't breathe since I sprayed the roses",
      expected_matches: ["handler_poison"],
      pattern_type: "crisis",
      is_critical: true,
    },
    {
      test_id: "PAT-CRISIS-002",
      name: "Spray, from a phone",
      prompt: "I can’t breathe since I sprayed the roses",
      expected_matches: ["handler_poison"],
      pattern_type: "crisis",
      is_critical: true,
    },
    {
      test_id: "PAT-NEG-001",
      name: "Clay",
      prompt: "my roses can't breathe in this clay",
      expected_matches: [],
      not_expected_matches: ["handler_poison"],
      pattern_type: "negative",
      is_critical: true,
    },
  ] as Array<Record<string, unknown>>,
  always: [
    { test_id: "ALWAYS-001", name: "Persona", user_type: "CUSTOMER", expected_always: ["shop_persona"] },
  ] as Array<Record<string, unknown>>,
};

const files = {
  semantic: "semantic/parent_test_bank.json",
  state: "state/state_handler_tests.json",
  pattern: "pattern/pattern_tests.json",
  always: "always/always_load_tests.json",
};

/** The banks in their own folder, settings that give up at once, and the flags for both. */
export function gardenFolder(banks: Partial<typeof gardenBanks> = gardenBanks) {
  const dir = mkdtempSync(join(tmpdir(), "garden-"));
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    return join(dir, path);
  };
  for (const [mechanism, tests] of Object.entries(banks))
    write(
      join("test_banks", files[mechanism as keyof typeof files]),
      JSON.stringify({ bank_type: mechanism.toUpperCase(), version: "1.0", tests }),
    );
  const config = write(
    "rehearse.config.mjs",
    `export default { cacheDir: ${JSON.stringify(join(dir, "cache"))}, retry: { attempts: 1, reasks: 0 } };\n`,
  );
  return {
    dir,
    write,
    results: join(dir, "results"),
    flags: ["--config", config, "--test-banks", join(dir, "test_banks"), "--out", join(dir, "results")],
  };
}

/** Something of everything: a secondary is missing, a forbidden entity comes up, a hard fail. */
export const lossy: Answer = (request) => {
  if (request.test_id === "V2-TOM-001")
    return {
      selections: [{ entity_id: "tomato_blight", score: 0.9 }],
      candidates: [
        { entity_id: "tomato_blight", score: 0.9 },
        { entity_id: "copper_spray", score: 0.5 },
      ],
    };
  if (request.test_id === "V2-SLUG-001")
    return { selections: [{ entity_id: "lawn_care" }, { entity_id: "slug_control" }] };
  if (request.test_id === "STATE-001") return { handlers: [] };
  return gardenShop(request);
};

/** The shop behind an address, and `rehearse check` against it. */
export const openShop = async (answer: Answer = gardenShop, garden = gardenFolder()) => {
  const target = await startTarget(answer);
  return {
    ...garden,
    target,
    check: (...argv: string[]) =>
      runCommand([
        "check",
        ...(argv.includes("--target") ? [] : ["--target", target.url]),
        ...garden.flags,
        ...argv,
      ]),
    asked: () =>
      target.log
        .splice(0)
        .map(({ test_id }) => test_id)
        .toSorted(),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};
