/**
 * A secret in the middle of a paragraph for all. Whatever the classifier does and whatever the one
 * who was told lets slip, its words must be in no request to anybody else before they were shared.
 * Looked for where it counts: in the requests that a provider received.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawSharing } from "../../../src/playtest/archetypes/index.ts";
import { planSession, type SessionWish } from "../../../src/playtest/index.ts";
import { fasterClock } from "../../conformance/faster-clock.ts";
import type { Entry, Special } from "../../fixtures/playtest-server.ts";
import { openTable, type Table } from "../../fixtures/playtest-table.ts";

const TOLD_AT = 3;
const before =
  "The lamps gutter as you file into the long room, and somebody has set out a chair for each of you.";
const after = "At the far end a door stands ajar, and cold air comes through it.";
const secret = "4417 is scratched beneath the varnished armrest, and beside it the word marigold";
const words = /4417|marigold|armrest/i;
const answer = "I cover the scratches with my sleeve.";

const Secret = `${secret[0]!.toUpperCase()}${secret.slice(1)}`;
const misspelt = (name: string) => `${name.slice(0, -1)}${name.at(-2)}${name.at(-1)}`;

const wordings: Record<string, (name: string) => string> = {
  "you alone": (name) => `${name}, you alone notice that ${secret}.`,
  "the others do not": (name) => `${name}, you notice that ${secret}, and the others do not.`,
  "a tag": (name) => `[To ${name} only: ${secret}.]`,
  "a marker": (name) => `[[PRIVATE ${name}]] You notice that ${secret}. [[/PRIVATE]]`,
  "two sentences": (name) => `${name}, only you feel something under your fingers. ${Secret}.`,
  "two paragraphs under a tag": (name) =>
    `\n\n[To ${name} only] You run your fingers along the chair.\n\n${Secret}.\n\n[To all]`,
  "two paragraphs after a marker": (name) =>
    `\n\n[[PRIVATE ${name}]] You run your fingers along the chair.\n\n${Secret}.\n\n[[CLARIFY]]\n`,
  ...Object.fromEntries(
    [
      "[/To NAME]",
      "[END]",
      "(End of NAME's part.)",
      "---",
      "***",
      "Meanwhile, the rest of you see rain.",
    ].map((end) => [
      `two paragraphs, ended by ${end.replace("/", "slash ")}`,
      (name: string) =>
        `\n\n[To ${name} only]\n\nYou run your fingers along the chair.\n\n${Secret}.\n\n${end.replace("NAME", name)}\n\n`,
    ]),
  ),
  "two paragraphs, the second to the player": (name) =>
    `\n\n[To ${name} only] You run your fingers along the chair.\n\n${name}, you notice that ${secret}.\n\n`,
  "two paragraphs, the second of a memory": (name) =>
    `\n\n[To ${name} only] You run your fingers along the chair.\n\nYou remember it: ${secret}.\n\n`,
  "an open quotation": (name) => `\n\n[To ${name} only] "Look under the chair.\n\n"${Secret}."\n\n`,
  "a list": (name) => `\n\nPrivate for ${name}:\n\n- A chair.\n\n- ${Secret}.\n\n`,
  "a fence": (name) => `\n\n\`\`\`\n[To ${name} only]\nA chair.\n\n${Secret}.\n\`\`\`\n\n`,
  "other brackets": (name) => `\n\n【Private: ${name}】${Secret}.【/Private】`,
  "a chat command": (name) => `\n\n/whisper ${name} ${Secret}.\n\n`,
  "said afterwards": (name) => `\n\n${Secret}. (This was for ${name} only.)\n\n`,
  "a paragraph of its own": (name) => `\n\n${name}, you alone see it.\n\n${Secret}.\n\n`,
  "a misspelt name": (name) => `[[PRIVATE ${misspelt(name)}]] You notice that ${secret}. [[/PRIVATE]]`,
  braces: (name) => `{private:${name}}You notice that ${secret}.{/private}`,
  "nobody but": (name) => `Nobody but ${name} notices that ${secret}.`,
  "nobody else does": (name) => `${name}, you see that ${secret}. Nobody else does.`,
  "not to be shared": (name) => `${name}: ${secret} (don't share this with the group).`,
  "to the spokesperson": () => `[PRIVATE: the spokesperson] You notice that ${secret}.\n\n`,
  "no name, but spoken to": (name) => `[[PRIVATE]] ${name}, you notice that ${secret}. [[/PRIVATE]]`,
};

/** So short that one word of it tells it. */
const short = (name: string) =>
  `[To ${name} only: The cordial is poisoned. Orrismere is the one who brewed it. The count is 471.]`;
const shortWords = /poison|orrismere|471|four-seven-one/i;

/** A name that stands in quotation marks wherever it is told. */
const quoted = (name: string) =>
  `[To ${name} only: The label on the bottle reads “Orrismere”, and beneath it somebody has drawn a heron in green ink.]`;

/** Private, and to nobody who plays: it must reach no player at all. */
const toNobody: Record<string, string> = {
  "no name": `[[PRIVATE]] ${Secret}. [[/PRIVATE]]`,
  "somebody described": `[[PRIVATE the dock clerk]] ${Secret}. [[/PRIVATE]]`,
  "a stranger": `[To Ozymandias only: ${secret}.]`,
  "a secret for whom it may concern": `[Secret: ${secret}.]`,
};

/** Nothing says that it is private: only a classifier can. */
const plainly = `${Secret}.`;

const says = (value: unknown): Special => ({
  does: "say",
  text: typeof value === "string" ? value : JSON.stringify(value),
});

/** What the classifier does; undefined: its work. */
const classifiers: Record<string, (entry: Entry) => Special | undefined> = {
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
  // It finds the secret and gives it to somebody who does not play.
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
  // First a body in nobody's format, then words in place of an object.
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
const blurt = "I found 4417 beneath the varnished armrest, and the word marigold! Nice chairs.";

/** What the one who was told does, from the turn in which it was told. */
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
  "lets a word slip": (turn) =>
    reply(
      turn === TOLD_AT
        ? {
            says: "Don't drink, it's poison! Nice chairs.",
            wants: "accuse orrismere. Count four-seven-one. Then go on.",
            private: answer,
          }
        : {},
    ),
  "quotes a name": (turn) =>
    reply(
      turn === TOLD_AT
        ? {
            says: "“Orrismere,” I read. Nice chairs.",
            wants: 'ask who "Orrismere" is. Then go on.',
            private: answer,
          }
        : {},
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
      `${before} ${wording === "short" ? short(target) : wording === "quoted" ? quoted(target) : (wordings[wording]?.(target) ?? toNobody[wording] ?? plainly)} ${after}\n\nWhat do you do?`,
    );
  if (entry.part === "classifier") return classifiers[classifier]!(entry);
  if (entry.part === "player" && entry.name === target && entry.turn >= TOLD_AT)
    return players[player]!(entry.turn);
  return undefined;
};

let table: Table;
let slowTable: Table;
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

/** Plays the scene and returns what the provider received. */
async function play(given: Omit<Case, "target">, toSpokesperson: boolean) {
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
    deviations: result.deviations ?? [],
    told: log.find((entry) => mine(entry) && entry.turn === TOLD_AT)!,
    others: log.filter(
      (entry) => ["player", "cross-talk", "spokesperson"].includes(entry.part) && !mine(entry),
    ),
    narratorAfter: log.find((entry) => entry.part === "narrator" && entry.turn === TOLD_AT + 1)!,
  };

  /** The first seed from this one on under which the dice let the target share at once, or never. */
  function scene(seed: number): { wish: SessionWish; name: string } {
    const wish: SessionWish = {
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
type Scene = Awaited<ReturnType<typeof play>>;

const inWords = ({ part, turn, name }: Entry) => `turn ${turn}: ${part} ${name}`;
const knowing = ({ others }: Scene, of = words) => others.filter(({ text }) => of.test(text)).map(inWords);

/** The target alone was told, and answered the narrator; the others heard the rest. */
function expectTold(
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

const targets = [
  { target: "the spokesperson", toSpokesperson: true },
  { target: "another player", toSpokesperson: false },
];

test.each(
  Object.keys(classifiers)
    .filter((classifier) => classifier !== "wrong about whom")
    .flatMap((classifier) => targets.map((target) => ({ classifier, ...target }))),
)(
  "told to $target, classifier $classifier: nobody else learns what was not shared",
  { timeout: 60_000 },
  async ({ classifier, toSpokesperson }) => {
    const scene = (player: string) => play({ classifier, player, wording: "you alone" }, toSpokesperson);
    const [shared, kept, blurted] = (await Promise.all(["shares", "keeps", "blurts it out"].map(scene))) as [
      Scene,
      Scene,
      Scene,
    ];
    for (const quiet of [kept, blurted]) {
      expectTold(quiet, false);
      expect(knowing(quiet)).toEqual([]);
    }
    // Where the classifier was of no use, the rules judged, and say so.
    const useless = ["failing", "garbled", "slow"].includes(classifier);
    expect(kept.record.classification).toMatchObject(
      useless
        ? { source: "rules", asked: 2, note: expect.stringContaining("by rules, asked twice") }
        : { source: "openai/gpt-4o-mini-dated" },
    );
    // What was held back is on record, and the rest of what they said was heard.
    expect(blurted.record.players.flatMap(({ withheld }) => withheld ?? []).join(" ")).toMatch(words);
    expect(
      blurted.others
        .filter(({ part, turn }) => part === "player" && turn === TOLD_AT + 1)
        .map(({ last }) => last.includes("Nice chairs.")),
    ).toEqual([true, true]);

    // Shared: it is said at the table after the first answers, and everybody has heard it.
    expectTold(shared, true);
    expect(
      knowing(shared).filter((who) => who.startsWith(`turn ${TOLD_AT}: `) && !who.includes("cross-talk")),
    ).toEqual([expect.stringContaining(`turn ${TOLD_AT}: spokesperson`)]);
    expect(knowing(shared).filter((who) => who.startsWith(`turn ${TOLD_AT + 1}: player`))).toHaveLength(2);
  },
);

test.each(targets)(
  "meant for $target, classifier wrong about whom: nobody is told, and the record says why",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = await play(
      { classifier: "wrong about whom", player: "keeps", wording: "you alone" },
      toSpokesperson,
    );
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.record.classification.note).toContain(`told to nobody: the text names ${scene.name}`);
    expect(scene.record.classification.segments.filter(({ disputed }) => disputed)).toHaveLength(1);
    expect(scene.told.last).toContain(before);
    expect(scene.deviations).toContainEqual({
      kind: "told-to-nobody",
      turns: [TOLD_AT],
      what: expect.stringContaining(`a private passage names ${scene.name}, openai/gpt-4o-mini-dated named `),
      source: "turn record",
    });
  },
);

test.each(targets)(
  "told to $target: nor where they tell it in other words, later, or for an answer",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = (player: string) =>
      play({ classifier: "wrong", player, wording: "you alone" }, toSpokesperson);
    const [reworded, later, inPublic] = (await Promise.all(
      ["blurts it out in other words", "blurts it out later", "answers in public"].map(scene),
    )) as [Scene, Scene, Scene];
    for (const quiet of [reworded, later, inPublic]) {
      expectTold(quiet, false, quiet === inPublic ? blurt : answer);
      expect(knowing(quiet)).toEqual([]);
    }
  },
);

test.each(targets)(
  "told to $target: nor where one word would tell it",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = await play(
      { classifier: "wrong", player: "lets a word slip", wording: "short" },
      toSpokesperson,
    );
    expect(scene.told.last).toContain("The cordial is poisoned.");
    expect(knowing(scene, shortWords)).toEqual([]);
    expect(scene.record.players.flatMap(({ withheld }) => withheld ?? [])).toEqual([
      "Don't drink, it's poison!",
      "accuse orrismere.",
      "Count four-seven-one.",
    ]);
    expect(
      scene.others
        .filter(({ part, turn }) => part === "player" && turn === TOLD_AT + 1)
        .map(({ last }) => last.includes("Nice chairs.")),
    ).toEqual([true, true]);
  },
);

test.each(targets)(
  "told to $target: nor where a name stands in quotation marks",
  { timeout: 60_000 },
  async ({ toSpokesperson }) => {
    const scene = await play(
      { classifier: "fine", player: "quotes a name", wording: "quoted" },
      toSpokesperson,
    );
    expect(scene.told.last).toContain("Orrismere");
    expect(knowing(scene, /orrismere/i)).toEqual([]);
    expect(scene.record.players.flatMap(({ withheld }) => withheld ?? [])).toEqual([
      "“Orrismere,” I read.",
      'ask who "Orrismere" is.',
    ]);
    const said = JSON.stringify([scene.record.players.map(({ says }) => says), scene.record.relay]);
    expect(said).not.toMatch(/orrismere/i);
  },
);

test.each(
  Object.keys(wordings)
    .filter((wording) => !["you alone", "to the spokesperson"].includes(wording))
    .flatMap((wording) => targets.map((target) => ({ wording, ...target }))),
)(
  "however it is worded, against the classifier's word: $wording, to $target",
  { timeout: 60_000 },
  async ({ wording, toSpokesperson }) => {
    const scene = await play({ classifier: "wrong", player: "keeps", wording }, toSpokesperson);
    expectTold(scene, false);
    expect(knowing(scene)).toEqual([]);
  },
);

test.each(Object.keys(toNobody))(
  "private to nobody who plays, it reaches nobody: %s",
  { timeout: 60_000 },
  async (wording) => {
    const scene = await play({ classifier: "wrong", player: "keeps", wording }, false);
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.moments).toEqual([]);
    expect(scene.record.classification.note).toContain("told to nobody");
    expect(scene.told.last).toContain(before);
    expect(scene.report).toContain("→ nobody");
    expect(scene.report).toMatch(words);
  },
);

test(
  "what only a classifier found, and gave to nobody who plays, reaches nobody",
  { timeout: 60_000 },
  async () => {
    const scene = await play(
      { classifier: "wrong about who plays", player: "keeps", wording: "plainly" },
      false,
    );
    expect([...knowing(scene), ...(words.test(scene.told.text) ? ["the one"] : [])]).toEqual([]);
    expect(scene.told.last).toContain(after);
  },
);

test("the spokesperson, called so in a tag, is the one who is told", { timeout: 60_000 }, async () => {
  const scene = await play({ classifier: "wrong", player: "keeps", wording: "to the spokesperson" }, true);
  expectTold(scene, false);
  expect(knowing(scene)).toEqual([]);
});

test(
  "what follows a secret in its paragraph is for all, where a good classifier says so; a question to the group always is",
  { timeout: 60_000 },
  async () => {
    const [fine, wrong] = (await Promise.all(
      ["fine", "wrong"].map((classifier) =>
        play({ classifier, player: "keeps", wording: "you alone" }, false),
      ),
    )) as [Scene, Scene];
    const heard = ({ others }: Scene) =>
      others
        .filter(({ part, turn }) => part === "player" && turn === TOLD_AT)
        .map(({ last }) => [last.includes(after), last.includes("What do you do?")]);
    expect(heard(fine)).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(heard(wrong)).toEqual([
      [false, true],
      [false, true],
    ]);
  },
);
