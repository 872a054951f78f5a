/**
 * Claim: reading a whole session of 40 turns costs, with a cache, less than the reader with a case file did (3,950
 * tokens sent and 420 answered a turn). The prompts are the real ones, with the guide of Innsmouth. The turns of
 * tests/fixtures are short: three of them make one as long as in a played session. Answers and second looks are as long
 * and as frequent as in the recordings. Four characters are a token.
 *
 *     node benches/reading-cost.ts
 *
 * Exit 1 if it costs more.
 */
import { readFileSync } from "node:fs";
import { createCatalog, costOf } from "../src/kernel/models/index.ts";
import { readTranscripts } from "../src/playtest/index.ts";
import { BATCH } from "../src/playtest/readings/index.ts";
import {
  askToCheck,
  readerAnswer,
  readerInstructions,
  transcriptMessages,
} from "../src/playtest/reader/reader-prompt.ts";
import { turnText } from "../src/playtest/reader/reader-turn.ts";
import { guideFacts } from "../src/playtest/story/index.ts";
import type { ReaderTurn } from "../src/playtest/reader/index.ts";
import { jsonSchemaOf } from "../src/kernel/models/gateway/requests/language-request.ts";
import { story } from "../src/contract/index.ts";
import { fixed, printHeader, printTable, reportMissed } from "./measure.ts";

const FIXTURES = ["long-range/1", "long-range/2"].map((name) => `tests/fixtures/${name}`);
const MODELS = ["haiku", "gpt-4o-mini", "deepseek", "grok"];
const LENGTHS = [14, 40, 100];
const OLD = { input: 3_950, output: 420 };
/** Turns of the fixtures that make one. */
const JOINED = 3;

const tokens = (text: string): number => Math.ceil(text.length / 4);

type Call = { call: string; answer?: { object: unknown } };
const recorded = FIXTURES.flatMap((folder) =>
  readFileSync(`${folder}/recording/calls.jsonl`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as Call),
);
const answered = (what: string) => recorded.filter(({ call }) => call.includes(`/${what}/`));
const mean = (calls: readonly Call[]): number =>
  calls.reduce((sum, { answer }) => sum + tokens(JSON.stringify(answer?.object ?? "")), 0) / calls.length;
const read = { answer: mean(answered("reader")), check: mean(answered("second-look")) };
const looks = answered("second-look").length / answered("reader").length;

const short: ReaderTurn[] = FIXTURES.flatMap(
  (folder) => readTranscripts(`${folder}/sessions.jsonl`)[0]!.turns,
);
const turns = Array.from({ length: Math.max(...LENGTHS) }, (_, index): ReaderTurn => {
  const parts = Array.from({ length: JOINED }, (_, at) => short[(index * JOINED + at) % short.length]!);
  return {
    turn: index + 1,
    phase: "story",
    narration: parts.map(({ narration }) => narration).join("\n\n"),
    talk: parts.flatMap(({ talk }) => talk),
    relay: parts.map(({ relay }) => relay).join(" "),
  };
});
const table = {
  story: story.parse(JSON.parse(readFileSync("stories/innsmouth.json", "utf8"))),
  names: ["One", "Two", "Three", "Four"],
};
const fixedPart = tokens(readerInstructions()) + tokens(jsonSchemaOf(readerAnswer()).text);
const claims = tokens(askToCheck([]).content) + 120;

/** The tokens of a session: sent, of these found in the cache, and answered. */
function spent(length: number): { input: number; cached: number; output: number } {
  const sum = { input: 0, cached: 0, output: 0 };
  for (let last = Math.min(BATCH, length); ; last = Math.min(last + BATCH, length)) {
    const first = last - ((last - 1) % BATCH);
    const sizes = transcriptMessages(turns.slice(0, last), { table, first }).map(({ content }) =>
      tokens(content),
    );
    const transcript = sizes.reduce((total, size) => total + size, fixedPart);
    const before =
      first === 1 ? fixedPart : sizes.slice(0, first).reduce((total, size) => total + size, fixedPart);
    sum.input += transcript + looks * (transcript + claims);
    sum.cached += before + looks * transcript;
    sum.output += read.answer + looks * read.check;
    if (last === length) return sum;
  }
}

printHeader(import.meta.url);
console.log(
  `A turn has ${fixed(turns.reduce((sum, turn) => sum + tokens(turnText(turn, table)), 0) / turns.length, 0)} tokens, instructions and schema ${fixedPart}, the guide ${tokens(guideFacts(table.story))}; a batch is answered in ${fixed(read.answer, 0)} tokens, and ${fixed(100 * looks, 0)} % of the batches have findings to check (${fixed(read.check, 0)} tokens).\n`,
);
const catalog = createCatalog();
let dear = false;
for (const length of LENGTHS) {
  const { input, cached, output } = spent(length);
  console.log(
    `${length} turns: ${fixed(input / 1000, 0)}k tokens sent, ${fixed(cached / 1000, 0)}k of them cacheable, ${fixed(output / 1000, 1)}k answered.`,
  );
  printTable(
    ["reader", "uncached", "cached", "old reader, uncached"],
    MODELS.map((name) => {
      const price = { ...catalog.resolve(name).price!, tiers: undefined };
      const cost = (used: { input: number; cacheRead?: number; cacheWrite?: number; output: number }) =>
        costOf(used, price).cost;
      const plain = cost({ input, output });
      const withCache = cost({
        input,
        cacheRead: cached,
        ...(price.cacheWrite !== undefined && { cacheWrite: input - cached }),
        output,
      });
      const old = cost({ input: OLD.input * length, output: OLD.output * length });
      if (length === 40 && withCache > old) dear = true;
      return [name, ...[plain, withCache, old].map((usd) => `$${fixed(usd, 4)}`)];
    }),
  );
  console.log("");
}
reportMissed(dear ? ["reading 40 turns with a cache costs more than the old reader without one"] : []);
