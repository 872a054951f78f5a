import { expect, test } from "vitest";
import type { ArchetypeId } from "../../../contract/index.ts";
import { houseCast } from "../house-cast.ts";
import { houseTruth, type Planted } from "../house-truth.ts";
import { rehearse, type RehearsedTurn } from "../../../../tests/support/house-cast/rehearsal.ts";
import { smallGuide } from "../../../../tests/support/house-cast/small-guide.ts";
import { sentences } from "../../text/index.ts";

const group: ArchetypeId[] = ["joker", "invested", "questioner", "wildcard", "curious"];
const truths = ({ truth }: RehearsedTurn): Planted[] => houseTruth.parse(truth).planted;
const TURNS = 50;

/** Played once, used by many tests. */
const played = new Map<string, Promise<RehearsedTurn[]>>();
function play(narrator: string, seed: number): Promise<RehearsedTurn[]> {
  const key = `${narrator}/${seed}`;
  const turns =
    played.get(key) ??
    rehearse({
      guide: smallGuide,
      archetypes: group,
      seed,
      narrator,
      spokesperson: seed % group.length,
      turns: TURNS,
    });
  played.set(key, turns);
  return turns;
}

const faulty = houseCast.map(({ name }) => name).filter((name) => name !== "plain");
const seeds = [1, 2, 3];

test.each(faulty)(
  "%s: faults are planted from turn 5 on, at least twice, and the truth matches the text",
  async (name) => {
    for (const seed of seeds) {
      const turns = await play(name, seed);
      const found = turns.flatMap((turn) =>
        truths(turn).map((truth) => ({ ...truth, said: turn.text, at: turn.turn })),
      );
      expect(found.length).toBeGreaterThanOrEqual(2);
      for (const { fault, turn, at, text, said } of found) {
        expect(fault).toBe(name);
        expect(turn).toBe(at);
        expect(turn).toBeGreaterThanOrEqual(5);
        expect(said).toContain(text);
      }
    }
  },
);

test.each(faulty)("%s: until its first fault it narrates like the plain narrator", async (name) => {
  const plain = await play("plain", 1);
  const turns = await play(name, 1);
  const first = turns.findIndex((turn) => truths(turn).length > 0);
  // A derailed narrator answers the tangent that it will never leave, like any other.
  const same = name === "derailed" ? first - 1 : first;
  expect(turns.slice(0, same).map(({ text }) => text)).toEqual(plain.slice(0, same).map(({ text }) => text));
});

test("looping repeats the turn it names, or nearly", async () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 6; seed++) {
    const turns = await play("looping", seed);
    for (const { kind, about, text } of turns.flatMap(truths)) {
      const source = turns[Number(/turn (\d+)/.exec(about!)![1]) - 1]!.narration;
      kinds.add(kind);
      if (kind === "loop-verbatim") expect(text).toBe(source);
      else expectEdited(source, text, Number(/\d+/.exec(kind)![0]) / 100);
      expect(text).not.toContain("[To ");
    }
    expect(turns.at(-1)!.text).toContain("The End.");
  }
  expect([...kinds].sort()).toEqual(["loop-edited-10", "loop-edited-20", "loop-edited-30", "loop-verbatim"]);
});

function expectEdited(source: string, text: string, share: number): void {
  expect(difference(source, text)).toBeGreaterThan(share * 0.8);
  expect(difference(source, text)).toBeLessThan((share + 0.05) * 3);
}

/** Words that only one of two texts has, in order, as a share of the first: an edit makes one to three of them. */
function difference(source: string, text: string): number {
  const before = source.match(/[\p{L}']+/gu)!;
  const after = text.match(/[\p{L}']+/gu)!;
  // Longest common subsequence: what the edits left.
  const row = Array.from({ length: after.length + 1 }, () => 0);
  for (const word of before) {
    let diagonal = 0;
    for (const [index, other] of after.entries()) {
      const above = row[index + 1]!;
      row[index + 1] = word === other ? diagonal + 1 : Math.max(above, row[index]!);
      diagonal = above;
    }
  }
  return (before.length + after.length - 2 * row[after.length]!) / before.length;
}

test("forgetful contradicts facts of told pulses, in several ways", async () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 6; seed++) {
    const turns = await play("forgetful", seed);
    for (const { about, kind, turn, text } of turns.flatMap(truths)) {
      kinds.add(kind);
      const stated = smallGuide.pulses.findIndex(({ facts }) =>
        facts.some(({ entity, value }) => about === `${entity}: ${value}`),
      );
      const told = turns.findIndex((turn) =>
        smallGuide.pulses[stated]!.text.some((telling) => turn.text.includes(telling)),
      );
      expect(told + 1).toBeLessThan(turn);
      if (kind === "revived-dead") expect(text).toContain("Doctor Vey");
      if (kind === "moved-item") expect(text).not.toContain("Marta");
    }
  }
  expect(kinds.size).toBeGreaterThanOrEqual(4);
  expect([...kinds]).toEqual(expect.arrayContaining(["flipped-lock", "revived-dead", "moved-item"]));
});

test("rushed tells all twenty pulses in a third of the turns, and skips the choices between them", async () => {
  for (const seed of seeds) {
    const [plain, turns] = [await play("plain", seed), await play("rushed", seed)];
    expect(turns.length * 2).toBeLessThan(plain.length);
    const text = turns.map((turn) => turn.text).join("\n");
    const order = smallGuide.pulses.map((pulse) =>
      Math.max(...pulse.text.map((telling) => text.indexOf(sentences(telling)[0]!))),
    );
    expect(order.every((at, index) => at > (order[index - 1] ?? -1))).toBe(true);
    expect(turns.at(-1)!.text).toContain("The End.");
    for (const { about } of turns.flatMap(truths))
      for (const id of about!.split(", "))
        expect(text).not.toContain(smallGuide.pulses.find((pulse) => pulse.id === id)!.choice.question);
  }
});

test("derailed never returns to the story", async () => {
  for (const seed of seeds) {
    const turns = await play("derailed", seed);
    const first = turns.findIndex((turn) => truths(turn).length > 0);
    expect(turns.length).toBe(TURNS);
    expect(turns.slice(first).every((turn) => truths(turn).length === 1)).toBe(true);
    expect(
      turns
        .slice(first)
        .some(({ text }) =>
          smallGuide.pulses.some((pulse) => pulse.text.some((telling) => text.includes(telling))),
        ),
    ).toBe(false);
    // Twenty turns without a repeated sentence: the fault is straying, not looping.
    const said = turns.slice(first, first + 20).flatMap(({ text }) => sentences(text));
    expect(new Set(said).size).toBe(said.length);
  }
});

test("stalled stops for six turns and more, and then continues", async () => {
  for (const seed of seeds) {
    const turns = await play("stalled", seed);
    const runs = turns
      .map((turn) => (truths(turn).length > 0 ? "s" : "."))
      .join("")
      .match(/s+/g)!;
    expect(runs.length).toBeGreaterThanOrEqual(2);
    expect(runs.slice(0, -1).every((run) => run.length >= 6 && run.length <= 8)).toBe(true);
    for (const turn of turns.filter((turn) => truths(turn).length > 0))
      expect(
        smallGuide.pulses.some(
          (pulse) =>
            pulse.text.some((telling) => turn.text.includes(telling)) ||
            pulse.choice.options.some(({ outcome }) => turn.text.includes(outcome)),
        ),
      ).toBe(false);
  }
});

test("blunt returns from every tangent with forced words", async () => {
  for (const seed of seeds) {
    const turns = await play("blunt", seed);
    for (const [index, { relay, turn }] of turns.entries()) {
      const next = turns[index + 1];
      // A shared secret is quoted too, and is not a tangent.
      if (
        !/"[^"]{6,}"/.test(relay.replaceAll(/\b(?:told|let us in)\b[^"]*"[^"]*"/g, "")) ||
        turn < 4 ||
        !next
      )
        continue;
      expect(truths(next).map(({ kind }) => kind)).toEqual(["blunt-segue"]);
      expect(next.text.startsWith(truths(next)[0]!.text)).toBe(true);
    }
  }
});

test("leaky reveals a secret to everybody a turn or two after telling it", async () => {
  const kinds = new Set<string>();
  for (const seed of seeds) {
    const turns = await play("leaky", seed);
    for (const { about, kind, turn, text } of turns.flatMap(truths)) {
      const told = turns.findLast(
        (each) =>
          each.turn < turn &&
          each.private.some(
            ({ name, text: secret }) => name === about && text.includes(secret.replaceAll('"', "'")),
          ),
      )!;
      expect(turn - told.turn).toBeLessThanOrEqual(2);
      expect(turns[turn - 1]!.narration).toContain(text);
      const owner = told.players.find(({ name }) => name === about)!;
      expect(kind).toBe(owner.tells !== null ? "secret-retold" : "secret-leak");
      kinds.add(kind);
    }
  }
  expect(kinds).toContain("secret-leak");
});

test("leaky reveals secrets of several sentences too, although each was said before", async () => {
  const privateHooks = Object.fromEntries(
    Object.entries(smallGuide.privateHooks).map(([archetype, hooks]) => [
      archetype,
      hooks.map((hook) => ({
        ...hook,
        reveal: `${hook.reveal} You hold your breath. Nobody else has seen it.`,
      })),
    ]),
  );
  const turns = await rehearse({
    guide: { ...smallGuide, privateHooks },
    archetypes: group,
    seed: 1,
    narrator: "leaky",
    turns: 20,
  });
  const leaked = turns.flatMap(truths);
  expect(leaked.length).toBeGreaterThanOrEqual(2);
  for (const { turn, text } of leaked) {
    expect(text).toMatch(/".+ You hold your breath\. Nobody else has seen it\."$/);
    expect(turns[turn - 1]!.narration).toContain(text);
  }
});
