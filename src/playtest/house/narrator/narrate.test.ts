import { expect, test } from "vitest";
import type { ArchetypeId, Story } from "../../../contract/index.ts";
import { loadStory, shippedNames } from "../../story/index.ts";
import { houseTruth } from "../house-truth.ts";
import { rehearse, type RehearsedTurn } from "../../../../tests/support/house-cast/rehearsal.ts";

const innsmouth = loadStory("innsmouth");
const group: ArchetypeId[] = ["joker", "engaged", "questioner", "curious", "drifter"];

const textOf = (turns: readonly RehearsedTurn[]) => turns.map(({ text }) => text).join("\n\n");

/** The turns in which each pulse was told. */
function toldAt({ pulses }: Story, turns: readonly RehearsedTurn[]): number[][] {
  return pulses.map(({ text }) =>
    turns.filter((turn) => text.some((telling) => turn.text.includes(telling))).map(({ turn }) => turn),
  );
}

test("the same seed gives the same words, another seed others", async () => {
  const play = (seed: number) => rehearse({ guide: innsmouth, archetypes: group, seed });
  const [one, same, other] = [await play(1), await play(1), await play(2)];
  expect(same).toEqual(one);
  expect(textOf(other)).not.toBe(textOf(one));
  expect(other.map(({ relay }) => relay)).not.toEqual(one.map(({ relay }) => relay));
});

test("greets and asks for names, asks the guide's questions, then begins with the first pulse", async () => {
  const [first, second, third] = await rehearse({
    guide: innsmouth,
    archetypes: ["engaged", "invested"],
    seed: 3,
    turns: 3,
  });
  expect(first!.text).toContain(innsmouth.premise);
  expect(first!.text).toMatch(/how many/i);
  for (const question of innsmouth.questions) expect(second!.text).toContain(question);
  expect(second!.text).toContain("Abigail and Alonzo");
  expect(innsmouth.pulses[0]!.text.some((telling) => third!.text.includes(telling))).toBe(true);
  // Characters are remembered by the players' own descriptions.
  const [occupation, other] = innsmouth.backgrounds.occupations;
  expect(third!.text).toContain(`Abigail, ${occupation}`);
  expect(third!.text).toContain(`Alonzo, ${other}`);
});

test.each(shippedNames("story"))(
  "%s: every pulse is told once, in order, with hooks paid off, and an ending",
  async (name) => {
    const guide = loadStory(name);
    for (const [index, archetypes] of ([group, ["wildcard", "follower"]] as ArchetypeId[][]).entries()) {
      const turns = await rehearse({
        guide,
        archetypes,
        seed: index,
        spokesperson: index % archetypes.length,
      });
      const told = toldAt(guide, turns);
      expect(told.every((at) => at.length === 1)).toBe(true);
      expect(told.flat()).toEqual(told.flat().toSorted((a, b) => a - b));
      expect(turns.length).toBeGreaterThanOrEqual(guide.pulses.length + 3);
      expect(turns.length).toBeLessThanOrEqual(45);
      expect(turns.at(-1)!.text.endsWith("The End.")).toBe(true);
      expect(guide.endings.some(({ text }) => turns.at(-1)!.text.includes(text!))).toBe(true);
      expect(turns.flatMap(({ truth }) => houseTruth.parse(truth).planted)).toEqual([]);
      expectHooks(guide, archetypes, turns);
    }
  },
);

function expectHooks(
  guide: Story,
  archetypes: readonly ArchetypeId[],
  turns: readonly RehearsedTurn[],
): void {
  const revealed = turns.flatMap(({ private: parts }) => parts);
  expect(revealed.length).toBeGreaterThan(0);
  for (const { name, text } of revealed) {
    const archetype = archetypes[guide.names.indexOf(name)]!;
    const hook = guide.privateHooks[archetype]!.find(
      ({ reveal }) => reveal.replaceAll("{name}", name) === text,
    )!;
    const pulse = (id: string) => guide.pulses.find((pulse) => pulse.id === id)!.text;
    const at = turns.find(({ private: parts }) => parts.some((part) => part.text === text))!;
    expect(pulse(hook.at).some((telling) => at.text.includes(telling))).toBe(true);
    const paid = turns.find(({ narration }) => narration.includes(hook.payoff.replaceAll("{name}", name)))!;
    expect(pulse(hook.payoffAt).some((telling) => paid.text.includes(telling))).toBe(true);
    const shared = at.players.some((player) => player.name === name && player.tells !== null);
    const open = turns
      .slice(at.turn - 1, paid.turn - 1)
      .map(({ narration, relay }) => `${narration} ${relay}`);
    if (!shared) expect(open.join("\n").replaceAll('"', "'")).not.toContain(text.replaceAll('"', "'"));
  }
  expect(turns.every(({ private: parts }) => parts.length <= 1)).toBe(true);
  expect(new Set(revealed.map(({ text }) => text)).size).toBe(revealed.length);
}
