/** How many private tellings reach somebody else, by the state of the classifier. */
import { readFileSync } from "node:fs";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { constantGateway, constantModel } from "../../../benches/constant-gateway.ts";
import { inParallel } from "../../../benches/measure.ts";
import type { Classification } from "../../../src/contract/index.ts";
import { systemClock, type Clock } from "../../../src/kernel/clock/index.ts";
import type { Journal } from "../../../src/kernel/journal/index.ts";
import { createCatalog } from "../../../src/kernel/models/index.ts";
import { publicPart, toldTo } from "../../../src/playtest/agents/index.ts";
import { classify } from "../../../src/playtest/classify/index.ts";
import { splitSentences } from "../../../src/playtest/text/index.ts";
import { fasterClock } from "../../conformance/loopback/faster-clock.ts";
import { exampleInput } from "./example-input.ts";

/** A narrator's turn with a known audience for each sentence. */
export type Telling = {
  id: string;
  names: string[];
  target: number | null;
  text: string;
  secret: string[];
  open: string[];
};

const lines = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

type Whisper = {
  id: string;
  players: string[];
  target: string | null;
  narration: string;
  private: string[];
  public: string[];
};
export const whispersIn = (path: string): Telling[] =>
  lines(path).map((line) => {
    const whisper = JSON.parse(line) as Whisper;
    return {
      id: whisper.id,
      names: whisper.players,
      target: whisper.target === null ? null : whisper.players.indexOf(whisper.target),
      text: whisper.narration,
      secret: whisper.private,
      open: whisper.public,
    };
  });

const reply = (text: string) => ({
  content: [{ type: "text" as const, text }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage: {
    inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 60, text: 60, reasoning: 0 },
  },
  warnings: [],
});
const verdict = (secrets: unknown[]) =>
  reply(
    JSON.stringify({
      types: ["pulse"],
      confidence: 1,
      evidence: "",
      title: "",
      private: secrets,
      concluded: false,
    }),
  );
const nonsense = [
  "It is lovely, and it is for everybody.",
  "<html>Bad gateway</html>",
  '{"types":["pulse"],"private":"yes"}',
  '{"types":["whisper"],"confidence":"high","evidence":null,"title":[],"private":{},"concluded":"no"}',
];

/** The sentences of the telling, given to the player after its target. */
function toAnother({ text, names, target, secret }: Telling): unknown[] {
  if (target === null) return [];
  const spans = secret.map((words) => ({
    start: text.indexOf(words),
    end: text.indexOf(words) + words.length,
  }));
  const sentences = splitSentences(text).flatMap(({ start, end }, index) =>
    spans.some((span) => span.start < end && span.end > start) ? [index + 1] : [],
  );
  return [{ sentences, players: [names[(target + 1) % names.length]], confidence: 1, evidence: "" }];
}

type Answer = (item: Telling, call: number, signal?: AbortSignal) => Promise<ReturnType<typeof reply>>;
const FAST = fasterClock(1_000);
export const states: Record<string, { clock: Clock; answer: Answer }> = {
  slow: {
    clock: FAST,
    answer: (_, __, signal) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error))),
  },
  down: { clock: FAST, answer: () => Promise.reject(new Error("connect ECONNREFUSED")) },
  "wrong: calls it public": { clock: systemClock, answer: async () => verdict([]) },
  "wrong: names another player": { clock: systemClock, answer: async (item) => verdict(toAnother(item)) },
  nonsense: { clock: systemClock, answer: async (_, call) => reply(nonsense[call % nonsense.length]!) },
};

const model = createCatalog().resolve("gpt-4o-mini");

async function route(
  item: Telling,
  state: string,
  { spokesperson, journal }: { spokesperson: number; journal: Journal },
) {
  const { clock, answer } = states[state]!;
  let calls = item.text.length;
  const scripted: LanguageModelV4 = {
    ...constantModel,
    doGenerate: ({ abortSignal }) => answer(item, calls++, abortSignal),
  };
  return classify({
    gateway: constantGateway({ journal, clock, model: scripted }),
    model,
    call: `${state}/${item.id}/${spokesperson}/classifier`,
    turn: 5,
    clock,
    withinMs: 20_000,
    input: exampleInput({ text: item.text, names: item.names, spokesperson }),
  });
}

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What a player receives, and which sentences it contains in whole or in part. */
function heard(item: Telling, said: Classification, seat: number) {
  const parts = [publicPart(item.text, said), toldTo(item.text, said, seat)].map(letters);
  /** Long enough that two sentences do not share one by chance. */
  const runs = (sentence: string) => letters(sentence).match(/.{12}/gu) ?? [];
  return {
    whole: (sentence: string) => parts.some((part) => part.includes(letters(sentence))),
    any: (sentence: string) =>
      parts.some(
        (part) => part.includes(letters(sentence)) || runs(sentence).some((run) => part.includes(run)),
      ),
  };
}

/** Sentences that were found, as `id: sentence`, and how many there are of each kind. */
export type Measured = {
  whispers: number;
  exposed: number;
  served: number;
  secret: number;
  open: number;
  leaked: string[];
  withheld: string[];
};

/** Routes each turn twice, with the target as the spokesperson and with somebody else; the worse of the two counts. */
export async function measureTellings(
  tellings: readonly Telling[],
  { state, journal }: { state: string; journal: Journal },
): Promise<Measured> {
  const total: Measured = {
    whispers: 0,
    exposed: 0,
    served: 0,
    secret: 0,
    open: 0,
    leaked: [],
    withheld: [],
  };
  await inParallel(tellings.length, 32, async (index) => {
    const telling = tellings[index]!;
    const { id, names, target, secret, open } = telling;
    const leaked = new Set<string>();
    const withheld = new Set<string>();
    let served = target !== null;
    for (const spokesperson of target === null ? [0] : [target, (target + 1) % names.length]) {
      const said = await route(telling, state, { spokesperson, journal });
      const seats = names.map((_, seat) => heard(telling, said, seat));
      for (const sentence of secret)
        if (seats.some(({ any }, seat) => seat !== target && any(sentence))) leaked.add(sentence);
      for (const sentence of open) if (seats.some(({ whole }) => !whole(sentence))) withheld.add(sentence);
      served &&= secret.every((sentence) => seats[target!]!.whole(sentence));
    }
    total.whispers += Number(target !== null);
    total.exposed += Number(leaked.size > 0);
    total.served += Number(served);
    total.secret += secret.length;
    total.open += open.length;
    total.leaked.push(...Array.from(leaked, (sentence) => `${id}: ${sentence}`));
    total.withheld.push(...Array.from(withheld, (sentence) => `${id}: ${sentence}`));
  });
  return total;
}
