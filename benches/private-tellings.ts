/**
 * Claim: what the guide says about private tellings. For each state of the classifier: how many whispers reach another
 * player, how many arrive at their target, and how many public sentences are withheld from somebody. The narrator's turns go
 * through the functions that play uses; only the classifier's model is scripted. Each turn is routed twice, with the target
 * as the spokesperson and with somebody else, and the worse of the two counts.
 *
 *     [REHEARSE_DATA=…] node benches/private-tellings.ts [--list] [whispers.jsonl …]
 *
 * Without files it reads tests/fixtures/whispers/whispers.jsonl. Where REHEARSE_DATA names a folder, `narrated` and `crd3`
 * in it are read too. `--list` prints each exposed whisper and each withheld public sentence.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { dataFolder } from "../src/config.ts";
import type { Classification } from "../src/contract/index.ts";
import { systemClock, type Clock } from "../src/kernel/clock/index.ts";
import { openJournal, type Journal } from "../src/kernel/journal/index.ts";
import { createCatalog } from "../src/kernel/models/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import { publicPart, toldTo } from "../src/playtest/agents/index.ts";
import { classify, splitSentences } from "../src/playtest/classify/index.ts";
import { fasterClock } from "../tests/conformance/faster-clock.ts";
import { exampleInput } from "../tests/support/example-input.ts";
import { constantGateway, constantModel } from "./constant-gateway.ts";
import { fixed, inParallel, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

type Item = {
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
const whispersIn = (path: string): Item[] =>
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

type Narrated = {
  session: string;
  turn: number;
  players: string[];
  narrator: string;
  labels: Array<{ type: string; to?: string; quote?: string }>;
};
/** A label quotes a part of the telling; every sentence outside of the quotation counts as public. */
const narratedIn = (path: string): Item[] =>
  lines(path).map((line) => {
    const { session, turn, players, narrator: text, labels } = JSON.parse(line) as Narrated;
    const secret = labels.find(({ type }) => type === "private");
    const at = secret ? text.indexOf(secret.quote!) : -1;
    const inside = ({ start, end }: { start: number; end: number }) =>
      secret !== undefined && start < at + secret.quote!.length && end > at;
    return {
      id: `${session}/${turn}`,
      names: players,
      target: secret ? players.indexOf(secret.to!) : null,
      text,
      secret: secret ? [secret.quote!] : [],
      open: splitSentences(text)
        .filter((span) => !inside(span))
        .map(({ start, end }) => text.slice(start, end).trim()),
    };
  });

const characters: Record<string, string[]> = {
  C1E001: ["Vex'ahlia", "Grog", "Scanlan", "Vax'ildan", "Keyleth", "Percy", "Pike", "Tiberius"],
  C2E031: ["Jester", "Fjord", "Nott", "Caleb", "Beau", "Yasha", "Caduceus"],
};
const actors = ["Laura", "Travis", "Sam", "Liam", "Marisha", "Taliesin", "Ashley", "Orion"];
/** A game master at a table tells everything to everybody. */
const crd3In = (folder: string): Item[] =>
  Object.entries(characters).flatMap(([episode, names]) => {
    const { TURNS } = JSON.parse(readFileSync(join(folder, `${episode}.json`), "utf8")) as {
      TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
    };
    return TURNS.filter(({ NAMES }) => NAMES.includes("MATT")).map(({ UTTERANCES }, index) => {
      const text = UTTERANCES.join(" ");
      const open = splitSentences(text).map(({ start, end }) => text.slice(start, end).trim());
      return {
        id: `${episode}/${index}`,
        names: [...names, ...actors],
        target: null,
        text,
        secret: [],
        open,
      };
    });
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
      type: "pulse",
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
  '{"type":"pulse","private":"yes"}',
  '{"type":"whisper","confidence":"high","evidence":null,"title":[],"private":{},"concluded":"no"}',
];

/** The sentences of the telling, given to the player after its target. */
function toAnother({ text, names, target, secret }: Item): unknown[] {
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

type Answer = (item: Item, call: number, signal?: AbortSignal) => Promise<ReturnType<typeof reply>>;
const FAST = fasterClock(1_000);
const states: Record<string, { clock: Clock; answer: Answer }> = {
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
  item: Item,
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

/** What a player receives, and of which sentences that is the whole or a part. */
function heard(item: Item, said: Classification, seat: number) {
  const parts = [publicPart(item.text, said), toldTo(item.text, said, seat)].map(letters);
  const runs = (sentence: string) =>
    (letters(sentence).match(/.{1,12}/gu) ?? []).filter((run) => run.length > 5);
  return {
    whole: (sentence: string) => parts.some((part) => part.includes(letters(sentence))),
    any: (sentence: string) =>
      parts.some(
        (part) => part.includes(letters(sentence)) || runs(sentence).some((run) => part.includes(run)),
      ),
  };
}

const rate = (hits: number, trials: number): string => {
  if (trials === 0) return "-";
  const [low, high] = clopperPearson(hits, trials);
  const percent = (share: number) => fixed(100 * share, 1);
  return `${hits}/${trials} ${percent(hits / trials)} % [${percent(low)}, ${percent(high)}]`;
};

printHeader("Private tellings, by the state of the classifier (95 % intervals of Clopper and Pearson)");
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
const list = process.argv.includes("--list");
const files = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const sets: Array<[name: string, items: Item[]]> = (
  files.length > 0 ? files : [join(import.meta.dirname, "../tests/fixtures/whispers/whispers.jsonl")]
).map((path) => [basename(path), whispersIn(path)]);
const data = dataFolder();
const narrated = join(data ?? "", "narrated", "sessions.jsonl");
const crd3 = join(data ?? "", "crd3");
if (data !== undefined && existsSync(narrated)) sets.push(["narrated", narratedIn(narrated)]);
else console.log("Not measured: narrated (set REHEARSE_DATA to the folder that holds it).");
if (data !== undefined && existsSync(crd3)) sets.push(["crd3", crd3In(crd3)]);
else console.log("Not measured: crd3 (set REHEARSE_DATA to the folder that holds it).");

await inTemporaryFolder(async (folder) => {
  const journal = openJournal(join(folder, "calls.jsonl"), { clock: systemClock });
  for (const [name, items] of sets) {
    const rows: string[][] = [];
    for (const state of Object.keys(states)) {
      const count = { exposed: 0, sentences: 0, secret: 0, served: 0, whispers: 0, withheld: 0, open: 0 };
      await inParallel(items.length, 32, async (index) => {
        const item = items[index]!;
        const { names, target, secret, open } = item;
        const leaked = new Set<string>();
        const withheld = new Set<string>();
        let served = true;
        for (const spokesperson of target === null ? [0] : [target, (target + 1) % names.length]) {
          const said = await route(item, state, { spokesperson, journal });
          const seats = names.map((_, seat) => heard(item, said, seat));
          for (const sentence of secret)
            if (seats.some(({ any }, seat) => seat !== target && any(sentence))) leaked.add(sentence);
          for (const sentence of open)
            if (seats.some(({ whole }) => !whole(sentence))) withheld.add(sentence);
          served &&= target === null || secret.every((sentence) => seats[target]!.whole(sentence));
        }
        count.whispers += Number(target !== null);
        count.exposed += Number(leaked.size > 0);
        count.served += Number(target !== null && served);
        count.secret += secret.length;
        count.sentences += leaked.size;
        count.open += open.length;
        count.withheld += withheld.size;
        if (!list) return;
        for (const sentence of leaked) console.log(`${name}, ${state}, ${item.id}: EXPOSED ${sentence}`);
        for (const sentence of withheld) console.log(`${name}, ${state}, ${item.id}: WITHHELD ${sentence}`);
      });
      rows.push([
        state,
        rate(count.exposed, count.whispers),
        rate(count.sentences, count.secret),
        rate(count.served, count.whispers),
        rate(count.withheld, count.open),
      ]);
    }
    console.log(`${name}: ${items.length} turns`);
    printTable(
      [
        "classifier",
        "whispers exposed",
        "private sentences exposed",
        "targets served",
        "public sentences withheld",
      ],
      rows,
    );
  }
  await journal.close();
});
