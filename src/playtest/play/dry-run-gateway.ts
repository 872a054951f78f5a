import { z } from "zod";
import { qualityMetric, type Role } from "../../contract/index.ts";
import { createFold, type Journal } from "../../kernel/journal/index.ts";
import {
  estimateTokens,
  InvalidReplyError,
  TOKENS_PER_MESSAGE,
  type Ask,
  type Gateway,
  type PromptAsk,
  type ResolvedModel,
} from "../../kernel/models/index.ts";

export type DryRunCall = {
  role: Role;
  model: ResolvedModel;
  /** Tokens. */
  input: number;
  /** Input tokens that the same caller has sent before. */
  repeated: number;
  output: number;
};

const SAID = {
  narrator: { terse: 160, talkative: 420 },
  says: { terse: 14, talkative: 50 },
  wants: { terse: 11, talkative: 26 },
  spokesperson: { terse: 30, talkative: 120 },
  classified: { terse: 40, talkative: 250 },
  character: { terse: 25, talkative: 90 },
  summary: { terse: 300, talkative: 900 },
  judged: { terse: 60, talkative: 160 },
} as const;

/** A gateway that calls no model: it counts what would be sent, and answers with a typical number of words. */
export function dryRunGateway({
  talkative,
  onCall,
}: {
  talkative: boolean;
  onCall: (key: string, call: DryRunCall) => void;
}): Gateway {
  const words = (kind: keyof typeof SAID, seed: string) =>
    filler(SAID[kind][talkative ? "talkative" : "terse"], seed);
  const before = new Map<string, readonly string[]>();
  const sizes = new Map<z.ZodType, number>();

  const count = (ask: Ask, parts: readonly string[], reply: unknown, schema = 0) => {
    const { role, model } = ask;
    const key = callerOf(ask);
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    const last = before.get(key);
    // A cache matches an identical prefix, and nothing after the first difference.
    const same = last ? parts.findIndex((part, index) => part !== last[index]) : 0;
    const repeated = sizeOf(same < 0 ? parts : parts.slice(0, same));
    onCall(key, {
      role,
      model,
      input: sizeOf(parts) + schema,
      repeated: repeated === 0 ? 0 : repeated + schema,
      output: estimateTokens(text),
    });
    before.set(key, parts);
  };
  const partsOf = ({ instructions = "", messages }: PromptAsk) => [
    instructions,
    ...messages.map(({ content }) => content),
  ];

  // A role's schema is sent with each of its calls, and is the same each time.
  const schemaSize = (schema: z.ZodType) => {
    const size =
      sizes.get(schema) ??
      estimateTokens(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
    sizes.set(schema, size);
    return size;
  };

  const gateway: Pick<Gateway, "text" | "object" | "outside"> & {
    journal: Pick<Journal, "recall" | "done" | "sync" | "totals">;
  } = {
    // Nothing is cached or stored.
    journal: {
      recall: () => undefined,
      done: () => {},
      sync: async () => {},
      totals: () => createFold().totals(),
    },
    async text(ask) {
      const text =
        ask.role === "judge"
          ? judged()
          : words(
              ask.role === "spokesperson" ? "spokesperson" : ask.role === "observer" ? "summary" : "narrator",
              ask.call,
            );
      count(ask, partsOf(ask), text);
      return { text, finish: "stop", model: ask.model.id, source: "model" };
    },
    async object(ask) {
      const reply = objectFor(ask);
      count(ask, partsOf(ask), reply, schemaSize(ask.schema));
      // At worst every classification needs two calls.
      if (talkative && ask.role === "classifier" && !ask.call.endsWith("/again"))
        throw new InvalidReplyError({
          model: ask.model.label,
          text: "",
          problem: "it was made by a dry run.",
          usage: {},
        });
      return { object: ask.schema.parse(reply), finish: "stop", model: ask.model.id, source: "model" };
    },
    async outside(ask) {
      const answer = { text: words("narrator", ask.call) };
      count(ask, (ask.counted ?? JSON.stringify(ask.request)).split("\n"), answer);
      return { answer: ask.schema.parse(answer), source: "model" };
    },
  };
  // The rest of a gateway is not used in a session.
  return gateway as Gateway;

  /** Without quotes, since nothing was told, but as long as one with scores. */
  function judged(): string {
    return JSON.stringify({
      scores: Object.fromEntries(
        qualityMetric.options.map((metric) => [
          metric,
          { why: words("judged", metric), quotes: [], score: null },
        ]),
      ),
      facts: [words("judged", "facts")],
    });
  }

  /** At worst every other turn has a finding to confirm. */
  function readerReply(call: string, messages: PromptAsk["messages"]): unknown {
    const [first, last] = /(\d+)-(\d+)$/.exec(call)!.slice(1).map(Number) as [number, number];
    const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return {
      verdicts: [],
      turns: turns.map((turn) => ({
        turn,
        findings:
          talkative && turn % 2 === 0
            ? [
                {
                  kind: "ignored-request",
                  quote: /\nNARRATION:\n(.{1,80})/.exec(messages[turn]?.content ?? "")?.[1] ?? "",
                  earlier: [],
                  claim: words("says", `turn/${turn}/claim`),
                  confidence: 0.5,
                },
              ]
            : [],
        opened: null,
        noticed: null,
        returned: null,
        exploration: null,
        private: [],
        payoffs: [],
      })),
    };
  }

  function verdictsOn(call: string, asked: string): unknown[] {
    return [...asked.matchAll(/^Claim (\d+),/gm)].map(([, claim]) => ({
      claim: Number(claim),
      defence: words("says", `${call}/${claim}`),
      upheld: false,
    }));
  }

  function objectFor({ role, call, messages }: PromptAsk): unknown {
    if (role === "classifier")
      return {
        types: ["pulse"],
        confidence: 0.9,
        evidence: words("classified", call),
        title: "A turn of the story",
        private: [],
        concluded: false,
      };
    if (role === "observer")
      return call.includes("/reader/")
        ? readerReply(call, messages)
        : { turns: [], verdicts: verdictsOn(call, messages.at(-1)!.content) };
    if (call.startsWith("creation/"))
      return { backstory: words("character", call), character: words("character", `${call}/2`) };
    return {
      says: words("says", call),
      wants: words("wants", `${call}/2`),
      offTopic: "none",
      private: null,
      tells: null,
      remember: null,
    };
  }
}

/** Who sends the same prefix again. The second look continues the reader's. */
function callerOf({ call, role, model }: Ask): string {
  if (role === "player") return `${role}/${call.split("/").at(-1)}`;
  if (role !== "observer") return role;
  return /\/(?:reader|second-look)\//.test(call) ? `${role}/${model.label}` : `${role}/summary`;
}

const sizeOf = (parts: readonly string[]): number =>
  parts.reduce((sum, text) => sum + estimateTokens(text) + TOKENS_PER_MESSAGE, 0);

const WORDS =
  "lantern harbour window ledger stair ticket copper kettle orchard button engine pepper ribbon saddle marble bottle chimney garden needle basket".split(
    " ",
  );

/** Sentences of this many tokens, without names or content. */
function filler(tokens: number, seed: string): string {
  let at = [...seed].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const next = () => WORDS[(at += 7) % WORDS.length]!;
  let text = "";
  while (estimateTokens(text) < tokens)
    text += `${text === "" ? "" : " "}The ${next()} stands by the ${next()} near a ${next()}.`;
  return text;
}
