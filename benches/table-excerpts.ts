/**
 * Excerpts of simulated tables and of people at a table, equal in length and layout, for a reader who has seen neither:
 * can the reader distinguish them, and by what?
 *
 *     REHEARSE_DATA=DIR node benches/table-excerpts.ts --out DIR SESSION… [--each 3] [--length 1600] [--seed 1]
 *
 * Writes excerpt-1.txt … and key.json. People's talk comes from CRD3 (`crd3` in REHEARSE_DATA), which is not
 * part of this repository: do not commit what this writes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dice } from "../src/kernel/dice/index.ts";
import { loadCheckpoint } from "../src/playtest/checkpoint/index.ts";
import { tableTalk } from "../src/playtest/agents/index.ts";

type Line = { who: string; text: string };

const { values, positionals: sessions } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    each: { type: "string", default: "3" },
    length: { type: "string", default: "1600" },
    seed: { type: "string", default: "1" },
  },
});
const [each, length] = [Number(values.each), Number(values.length)];
const data = process.env.REHEARSE_DATA;
if (values.out === undefined || sessions.length === 0 || data === undefined) {
  console.error(
    "Usage: REHEARSE_DATA=DIR node benches/table-excerpts.ts --out DIR SESSION… (REHEARSE_DATA must hold crd3)",
  );
  process.exit(2);
}

/** Where the host speaks, a line says so and no more: the question is about the players. */
const HOST = "HOST";

function people(): Line[][] {
  const folder = join(data!, "crd3");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const { TURNS } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
        TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
      };
      // The first sixth is greetings and announcements.
      return TURNS.slice(Math.floor(TURNS.length / 6)).map(({ NAMES, UTTERANCES }) => ({
        who: NAMES.includes("MATT") ? HOST : (NAMES[0] ?? "?"),
        text: UTTERANCES.join(" "),
      }));
    });
}

function simulated(dir: string): Line[] {
  const last = Math.max(
    ...readdirSync(dir).flatMap((file) => Number(/^turn-(\d+)\.json$/.exec(file)?.[1] ?? [])),
  );
  const { state } = loadCheckpoint(join(dir, `turn-${last}.json`));
  const names = state.config.group.players.map(({ name }) => name);
  return state.records
    .filter(({ phase }) => phase === "story")
    .flatMap((record) => [
      { who: HOST, text: "" },
      ...tableTalk(record).map(({ seat, says }) => ({ who: names[seat]!, text: says })),
    ]);
}

/** A stretch of lines of about this length, with letters for names. */
function excerpt(lines: readonly Line[], start: number): string {
  const letters = new Map<string, string>();
  const letter = (who: string) => {
    if (!letters.has(who)) letters.set(who, String.fromCharCode(65 + letters.size));
    return letters.get(who)!;
  };
  const out: string[] = [];
  let size = 0;
  for (const { who, text } of lines.slice(start)) {
    const line =
      who === HOST ? "[the host speaks]" : `${letter(who)}: ${text.replaceAll(/\s+/g, " ").trim()}`;
    if (who === HOST && out.at(-1) === line) continue;
    out.push(line);
    size += line.length;
    if (size >= length) break;
  }
  const names = [...letters].flatMap(([who, to]) =>
    [who, who.charAt(0) + who.slice(1).toLowerCase()].map((name) => [name, to] as const),
  );
  return names
    .reduce((text, [name, to]) => text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), to), out.join("\n"))
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\([A-Za-z ]+\)\s*/g, "");
}

const thrown = dice(values.seed!, "excerpts");
const tables = people();
const picked = [
  ...Array.from({ length: each }, (_, index) => {
    const lines = tables[index % tables.length]!;
    return { from: "people", text: excerpt(lines, thrown.int(lines.length - 200)) };
  }),
  ...Array.from({ length: each }, (_, index) => {
    const lines = simulated(sessions[index % sessions.length]!);
    return { from: "simulated", text: excerpt(lines, thrown.int(Math.max(1, Math.floor(lines.length / 3)))) };
  }),
];
mkdirSync(values.out, { recursive: true });
const shuffled = thrown.shuffle(picked);
for (const [index, { text }] of shuffled.entries())
  writeFileSync(join(values.out, `excerpt-${index + 1}.txt`), `${text}\n`);
writeFileSync(join(values.out, "key.json"), `${JSON.stringify(shuffled.map(({ from }) => from))}\n`);
console.log(`Wrote ${shuffled.length} excerpts of about ${length} characters to ${values.out}.`);
