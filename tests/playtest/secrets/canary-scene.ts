/**
 * A scene with a secret in the middle of a public paragraph: its wordings, the behaviour of the classifier and of the
 * player who hears it, and the requests that the provider received.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { drawSharing } from "../../../src/playtest/archetypes/index.ts";
import { planSession, type SessionRequest } from "../../../src/playtest/index.ts";
import { fasterClock } from "../../conformance/loopback/faster-clock.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";

export const TOLD_AT = 3;
export const before =
  "The lamps gutter as you file into the long room, and somebody has set out a chair for each of you.";
export const after = "At the far end a door stands ajar, and cold air comes through it.";
const secret = "4417 is scratched beneath the varnished armrest, and beside it the word marigold";
export const words = /4417|marigold|armrest/i;
export const answer = "I cover the scratches with my sleeve.";

const Secret = `${secret[0]!.toUpperCase()}${secret.slice(1)}`;
const misspelt = (name: string) => `${name.slice(0, -1)}${name.at(-2)}${name.at(-1)}`;

export const wordings: Record<string, (name: string) => string> = {
  "you alone": (name) => `${name}, you alone notice that ${secret}.`,
  "the others do not": (name) => `${name}, you notice that ${secret}, and the others do not.`,
  "a tag": (name) => `[To ${name} only: ${secret}.]`,
  "a marker": (name) => `[[PRIVATE ${name}]] You notice that ${secret}. [[/PRIVATE]]`,
  "two sentences": (name) => `${name}, only you feel something under your fingers. ${Secret}.`,
  "two paragraphs under a tag": (name) =>
    `\n\n[To ${name} only] You run your fingers along the chair.\n\n${Secret}.\n\n[To all]`,
  "a misspelt name": (name) => `[[PRIVATE ${misspelt(name)}]] You notice that ${secret}. [[/PRIVATE]]`,
  "to the spokesperson": () => `[PRIVATE: the spokesperson] You notice that ${secret}.\n\n`,
};

/** Private, but not addressed to a player: it must reach none of them. */
export const toNobody: Record<string, string> = {
  "somebody described": `[[PRIVATE the dock clerk]] ${Secret}. [[/PRIVATE]]`,
  "a stranger": `[To Ozymandias only: ${secret}.]`,
};

/** Nothing marks it as private: only a classifier can find it. */
const plainly = `${Secret}.`;

const says = (value: unknown): Special => ({
  does: "say",
  text: typeof value === "string" ? value : JSON.stringify(value),
});

/** What the classifier does; undefined: its work. */
export const classifiers: Record<string, (entry: Entry) => Special | undefined> = {
  fine: () => undefined,
  wrong: () =>
    says({
      types: ["pulse"],
      confidence: 1,
      evidence: "all of it",
      title: "The long room",
      private: [],
      concluded: false,
    }),
  "wrong about whom": ({ last, turn }) =>
    turn === TOLD_AT
      ? says({
          types: ["pulse"],
          confidence: 1,
          evidence: "",
          title: "",
          private: [{ sentences: [2], players: [somebodyElse(last)], confidence: 1, evidence: "you alone" }],
          concluded: false,
        })
      : undefined,
  // It finds the secret but names someone who is not a player.
  "wrong about who plays": ({ turn, last }) =>
    turn === TOLD_AT
      ? says({
          types: ["pulse"],
          confidence: 1,
          evidence: "",
          title: "",
          private: [
            {
              sentences: [Number(/^(\d+): .*4417/m.exec(last)![1])],
              players: ["Ozymandias"],
              confidence: 1,
              evidence: "4417",
            },
          ],
          concluded: false,
        })
      : undefined,
  failing: ({ turn }) => (turn === TOLD_AT ? { does: "refuse", status: 500 } : undefined),
  // First a body in no vendor's format, then text instead of an object.
  garbled: ({ turn, number }) =>
    turn !== TOLD_AT
      ? undefined
      : number % 2 === 0
        ? { does: "send", body: "<html>Bad gateway</html>" }
        : says("I think it is lovely, and it is for everybody."),
  slow: ({ turn }) => (turn === TOLD_AT ? { does: "hang" } : undefined),
};
function somebodyElse(last: string): string {
  const names = [...(/^Players: (.+)\.$/m.exec(last)?.[1] ?? "").matchAll(/"(.+?)"/g)].map(
    ([, name]) => name!,
  );
  return names.find((name) => !last.includes(`${name}, you alone`))!;
}

const reply = (more: object) =>
  says({
    says: "Nice chairs.",
    wants: "sit down first.",
    offTopic: "none",
    private: null,
    tells: null,
    remember: null,
    ...more,
  });
export const blurt = "I found 4417 beneath the varnished armrest, and the word marigold! Nice chairs.";

/** What the hearer of the secret does, from that turn on. */
const players: Record<string, (turn: number) => Special> = {
  shares: (turn) =>
    reply(
      turn === TOLD_AT
        ? { private: answer, tells: "Under my chair somebody scratched 4417 and marigold." }
        : {},
    ),
  keeps: (turn) => reply(turn === TOLD_AT ? { private: answer } : {}),
  "blurts it out": (turn) =>
    reply(
      turn === TOLD_AT
        ? { says: blurt, wants: "find out what the marigold and the 4417 mean. Then go on.", private: answer }
        : {},
    ),
  "blurts it out in other words": (turn) =>
    reply(
      turn === TOLD_AT
        ? {
            says: "Something is on the armrest. 4417, I think. Nice chairs.",
            wants: "look for a Marigold. Then go on.",
            private: answer,
          }
        : {},
    ),
  "blurts it out later": (turn) =>
    reply(
      turn === TOLD_AT ? { private: answer } : { says: blurt, wants: "ask about marigold 4417. Then go on." },
    ),
  "answers in public": (turn) =>
    reply(turn === TOLD_AT ? { says: blurt, wants: "look at 4417, the marigold." } : {}),
};

type Case = {
  target: string;
  classifier: keyof typeof classifiers;
  player: keyof typeof players;
  wording: keyof typeof wordings;
};
const cases = new Map<string, Case>();

const special = (entry: Entry): Special | undefined => {
  const { target, classifier, player, wording } = cases.get(entry.client)!;
  if (entry.part === "narrator" && entry.turn === TOLD_AT)
    return says(
      `${before} ${wordings[wording]?.(target) ?? toNobody[wording] ?? plainly} ${after}\n\nWhat do you do?`,
    );
  if (entry.part === "classifier") return classifiers[classifier]!(entry);
  if (entry.part === "player" && entry.name === target && entry.turn >= TOLD_AT)
    return players[player]!(entry.turn);
  return undefined;
};

let table: Table;
let slowTable: Table;

/** Opens the servers for the tests of a file. */
export function openCanaryTables(): void {
  beforeAll(async () => {
    table = await openTable({ endsAt: 99, special });
    // The wait for a classifier is 30 seconds: here 0.15.
    slowTable = await openTable({
      endsAt: 99,
      special,
      clock: fasterClock(200),
      settings: { timeoutMs: 2_000_000, retry: { attempts: 1 } },
    });
  });
  afterAll(async () => {
    await table[Symbol.asyncDispose]();
    await slowTable[Symbol.asyncDispose]();
  });
}

/** Plays the scene and returns what the provider received. */
export async function play(given: Omit<Case, "target">, toSpokesperson: boolean) {
  const at = given.classifier === "slow" ? slowTable : table;
  const client = [...Object.values(given), toSpokesperson ? "spokesperson" : "other"]
    .join("-")
    .replaceAll(" ", "_");
  const harness = at.harness(client);
  const { wish, name } = scene(7);
  cases.set(client, { ...given, target: name });
  const { result, stopped, state, dir } = await at.play(client, wish);
  expect({ client, stopped: stopped?.message, turns: result.turns }).toEqual({
    client,
    stopped: undefined,
    turns: wish.maxTurns,
  });
  const log = at.server.of(client);
  const mine = (entry: Entry) =>
    (entry.part === "player" || entry.part === "cross-talk") && entry.name === name;
  return {
    name,
    report: await readFile(join(dir, "report.md"), "utf8"),
    record: state.records[TOLD_AT - 1]!,
    moments: result.privateMoments,
    notes: result.notes,
    told: log.find((entry) => mine(entry) && entry.turn === TOLD_AT)!,
    others: log.filter(
      (entry) => ["player", "cross-talk", "spokesperson"].includes(entry.part) && !mine(entry),
    ),
    narratorAfter: log.find((entry) => entry.part === "narrator" && entry.turn === TOLD_AT + 1)!,
  };

  /** The first seed, from this one on, with dice that let the target share at once, or never. */
  function scene(seed: number): { wish: SessionRequest; name: string } {
    const wish: SessionRequest = {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "opus-4.5",
      seed,
      archetypes: ["engaged", "joker", "follower"],
      maxTurns: given.player.endsWith("later") ? TOLD_AT + 2 : TOLD_AT + 1,
    };
    const { players, spokesperson } = planSession(harness, wish).group;
    const { name, seat, archetype } =
      players[toSpokesperson ? spokesperson : (spokesperson + 1) % players.length]!;
    const after = drawSharing(archetype, { seed, replicate: 0, turn: TOLD_AT, seat });
    return after === (given.player === "shares" ? 0 : undefined) ? { wish, name } : scene(seed + 1);
  }
}
export type Scene = Awaited<ReturnType<typeof play>>;

const inWords = ({ part, turn, name }: Entry) => `turn ${turn}: ${part} ${name}`;
export const knowing = ({ others }: Scene, of = words) =>
  others.filter(({ text }) => of.test(text)).map(inWords);

/** Only the target heard it and answered the narrator; the others heard the rest. */
export function expectTold(
  { name, told, others, narratorAfter, moments, record }: Scene,
  shared: boolean,
  answered = answer,
): void {
  expect(told.last).toContain("Narrator, to you alone:");
  expect(told.last).toContain(secret.slice(1));
  expect(narratorAfter.text).toContain(`[${name}, to you alone. The others do not hear this.]\n${answered}`);
  expect(moments).toMatchObject([{ turn: TOLD_AT, target: name, response: answered, shared }]);
  const heard = others.filter(({ part, turn }) => part === "player" && turn === TOLD_AT);
  expect(heard).toHaveLength(2);
  for (const { last } of heard) expect(last).toContain(before);
  for (const { last } of heard) expect(last).toContain("What do you do?");
  expect(record.classification.segments.some(({ audience }) => audience === "all")).toBe(true);
}
