import { expect, test } from "vitest";
import type { ArchetypeId, Story } from "../../../contract/index.ts";
import { checkStory, loadStory, shippedNames } from "../../story/index.ts";
import { houseTruth } from "../house-truth.ts";
import { rehearse, type RehearsedTurn, ask } from "../../../../tests/support/house-cast/rehearsal.ts";
import { smallGuide } from "../../../../tests/support/house-cast/small-guide.ts";
import { sentences } from "../../text/index.ts";

const group: ArchetypeId[] = ["joker", "engaged", "questioner", "curious", "drifter"];

const textOf = (turns: readonly RehearsedTurn[]) => turns.map(({ text }) => text).join("\n\n");

/** The turns in which each pulse was told. */
function toldAt({ pulses }: Story, turns: readonly RehearsedTurn[]): number[][] {
  return pulses.map(({ text }) =>
    turns.filter((turn) => text.some((telling) => turn.text.includes(telling))).map(({ turn }) => turn),
  );
}

test("the small guide has no errors", () => {
  expect(checkStory(smallGuide).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("the same seed gives the same words, another seed others", async () => {
  const play = (seed: number) => rehearse({ guide: smallGuide, archetypes: group, seed });
  const [one, same, other] = [await play(1), await play(1), await play(2)];
  expect(same).toEqual(one);
  expect(textOf(other)).not.toBe(textOf(one));
  expect(other.map(({ relay }) => relay)).not.toEqual(one.map(({ relay }) => relay));
});

test("greets and asks for names, asks the guide's questions, then begins with the first pulse", async () => {
  const [first, second, third] = await rehearse({
    guide: smallGuide,
    archetypes: ["engaged", "invested"],
    seed: 3,
    turns: 3,
  });
  expect(first!.text).toContain(smallGuide.premise);
  expect(first!.text).toMatch(/how many/i);
  for (const question of smallGuide.questions) expect(second!.text).toContain(question);
  expect(second!.text).toContain("Ada and Ben");
  expect(smallGuide.pulses[0]!.text.some((telling) => third!.text.includes(telling))).toBe(true);
  // Characters are remembered by the players' own descriptions.
  expect(third!.text).toContain("Ada, a clockmaker");
  expect(third!.text).toContain("Ben, a night nurse");
});

test.each([
  ...shippedNames("story").map((name) => [name, loadStory(name)] as const),
  ["the small guide", smallGuide] as const,
])("%s: every pulse is told once, in order, with hooks paid off, and an ending", async (_, guide) => {
  for (const [index, archetypes] of ([group, ["wildcard", "follower"]] as ArchetypeId[][]).entries()) {
    const turns = await rehearse({ guide, archetypes, seed: index, spokesperson: index % archetypes.length });
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
});

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
  }
  expect(turns.every(({ private: parts }) => parts.length <= 1)).toBe(true);
  expect(new Set(revealed.map(({ text }) => text)).size).toBe(revealed.length);
}

test("no sentence is repeated within twenty turns", async () => {
  const said = new Map<string, string>();
  const twice: string[] = [];
  for (let seed = 0; seed < 4; seed++) {
    for (const { turn, text } of await rehearse({
      guide: smallGuide,
      archetypes: group,
      seed,
      spokesperson: seed % 5,
    })) {
      for (const sentence of sentences(text)) {
        const before = Number(said.get(`${seed}/${sentence}`) ?? -Infinity);
        if (turn - before <= 20) twice.push(`${before}, ${turn}: ${sentence}`);
        said.set(`${seed}/${sentence}`, String(turn));
      }
    }
  }
  expect(twice).toEqual([]);
});

test("the group's decision has its outcome, naming a player who wanted it", async () => {
  const turns = await rehearse({
    guide: smallGuide,
    archetypes: ["invested", "engaged", "experienced"],
    seed: 5,
  });
  const followed = turns.flatMap(({ relay }, index) => {
    const decided = /(?:so|in the end|the first:) we ([^.;]+)\.|^We ([^.;]+); /.exec(relay);
    const action = decided?.[1] ?? decided?.[2];
    const option = smallGuide.pulses
      .flatMap(({ choice }) => choice.options)
      .find(({ label }) => label.toLowerCase() === action?.toLowerCase());
    return option ? [turns[index + 1]!.text.includes(option.outcome)] : [];
  });
  expect(followed.length).toBeGreaterThan(8);
  expect(followed.every(Boolean)).toBe(true);
  expect(turns.filter(({ text }) => /\b(?:Ada|Ben|Cleo)\b/.test(text)).length).toBeGreaterThan(10);
});

test("the last choice decides the ending", async () => {
  const endings = new Set<number>();
  for (let seed = 0; seed < 8; seed++) {
    const last = (await rehearse({ guide: smallGuide, archetypes: ["engaged", "invested"], seed })).at(
      -1,
    )!.text;
    const ending = smallGuide.endings.findIndex(({ text }) => last.includes(text));
    const option = smallGuide.pulses
      .at(-1)!
      .choice.options.findIndex(({ outcome }) => last.includes(outcome));
    expect(ending).toBe(option);
    endings.add(ending);
  }
  expect(endings.size).toBeGreaterThan(1);
});

test("the structured prompt's markers are written if its instructions ask for them", async () => {
  const turns = await rehearse({
    guide: smallGuide,
    archetypes: group,
    seed: 1,
    instructions: "Markers: [[PULSE: short title]] …",
  });
  expect(turns.every(({ text }) => /^\[\[(?:PULSE: .+|TANGENT|CLARIFY|RECAP)\]\]\n/.test(text))).toBe(true);
  expect(turns.filter(({ text }) => text.startsWith("[[PULSE: In the ")).length).toBe(20);
  expect(turns.flatMap(({ private: parts }) => parts).length).toBeGreaterThan(2);
  expect(turns.at(-1)!.text.endsWith("The End.\n[[END]]")).toBe(true);
  expect(textOf(turns)).not.toContain("[To ");
});

test("the dead do not speak, and no line is spoken twice", async () => {
  const guide: Story = {
    ...smallGuide,
    pulses: smallGuide.pulses.map((pulse, index) =>
      index === 0
        ? { ...pulse, facts: [{ entity: "Marta Lind", attribute: "alive", value: "dead" }] }
        : pulse,
    ),
  };
  const said = async (guide: Story) =>
    (
      await Promise.all(
        [0, 1, 2].map((seed) => rehearse({ guide, archetypes: ["questioner", "invested"], seed })),
      )
    ).map(textOf);
  const [marta, otto] = smallGuide.npcs;
  const count = (text: string, line: string) => text.split(line.replace(/\.$/, "")).length - 1;
  for (const text of await said(guide))
    expect(marta!.lines.filter((line) => count(text, line) > 0)).toEqual([]);
  for (const text of await said(smallGuide))
    for (const line of [...marta!.lines, ...otto!.lines]) expect(count(text, line)).toBeLessThanOrEqual(1);
  expect((await said(smallGuide)).some((text) => marta!.lines.some((line) => count(text, line) > 0))).toBe(
    true,
  );
});

test("a story begun by another narrator is continued from its position", async () => {
  const { houseCast } = await import("../house-cast.ts");
  const messages = Array.from({ length: 6 }, (_, turn) => [
    { role: "user" as const, text: "We go on." },
    { role: "assistant" as const, text: `Something of my own, number ${turn}.` },
  ]).flat();
  const { dice } = await import("../../../kernel/dice/index.ts");
  const reply = await houseCast[0]!.reply({
    role: "narrator",
    call: "turn/7/narrator",
    seed: 1,
    instructions: "",
    messages: [...messages, { role: "user", text: "We go on." }],
    stage: {
      kind: "narrator",
      turn: 7,
      phase: "story",
      guide: smallGuide,
      players: [
        { name: "Ada", archetype: "engaged" },
        { name: "Ben", archetype: "joker" },
      ],
    },
    dice: dice(1),
  });
  expect("text" in reply && smallGuide.pulses[4]!.text.some((telling) => reply.text.includes(telling))).toBe(
    true,
  );
});

test("a private telling does not appear in public before its payoff, unless its player shared it", async () => {
  const archetypes: ArchetypeId[] = ["joker", "questioner", "wildcard", "curious", "invested"];
  let kept = 0;
  for (const seed of [1, 2, 3]) {
    const turns = await rehearse({ guide: smallGuide, archetypes, seed, spokesperson: seed });
    for (const { turn, players } of turns) {
      for (const { told, tells } of players) {
        if (told === "" || tells !== null) continue;
        kept++;
        const [word] = /Napoleon|Quillfeather|Zamboni|Ishkur|Philippa/.exec(told)!;
        const paid = turns.find(({ narration }) => narration.includes(word))!.turn;
        const open = turns.filter((each) => each.turn >= turn && each.turn < paid);
        expect(open.length).toBeGreaterThan(2);
        expect(
          open
            .flatMap(({ players, relay, narration }) => [
              relay,
              narration,
              ...players.flatMap(({ says, wants }) => [says, wants]),
            ])
            .join("\n"),
        ).not.toContain(word);
      }
    }
  }
  expect(kept).toBeGreaterThan(3);
});

const [first, second] = smallGuide.pulses;
const [option] = first!.choice.options;
const action = option!.label.charAt(0).toLowerCase() + option!.label.slice(1);

/** After the first pulse, and this many replies since, the group says this. */
async function answerTo(relay: string, since = 0): Promise<string> {
  const between = Array.from({ length: since }, (_, index) => [
    { role: "user" as const, text: "Hm." },
    { role: "assistant" as const, text: `You wait, for the ${index + 1}. time.` },
  ]).flat();
  const messages = [
    { role: "user" as const, text: "(Now begin the story.)" },
    { role: "assistant" as const, text: first!.text[0]! },
    ...between,
    { role: "user" as const, text: relay },
  ];
  const turn = 4 + since;
  const players = [
    { name: "Ada", archetype: "engaged" },
    { name: "Ben", archetype: "joker" },
    { name: "Cleo", archetype: "drifter" },
  ];
  const reply = await ask("plain", {
    role: "narrator",
    call: `turn/${turn}/narrator`,
    seed: 1,
    instructions: "",
    messages,
    stage: { kind: "narrator", turn, phase: "story", guide: smallGuide, players },
  });
  return "text" in reply ? reply.text : "";
}

const goesOn = (text: string) =>
  text.includes(option!.outcome) && second!.text.some((telling) => text.includes(telling));

test.each([
  ["an answer", "Cleo asks whether it is late."],
  ["a recap", "Cleo needs a short recap, please."],
  ["an aside", 'Cleo can\'t let go of "a duck in a hat".'],
])(
  "the story waits if the group wants %s first, but not forever, and continues if it is wanted as well",
  async (_, wanted) => {
    const waiting = `Ada and Ben want us to ${action}, but first: ${wanted}`;
    expect(goesOn(await answerTo(waiting))).toBe(false);
    expect(goesOn(await answerTo(waiting, 3))).toBe(true);
    expect(goesOn(await answerTo(`We ${action}; Ada and Ben are for it. ${wanted}`))).toBe(true);
  },
);

test("a player's own attempt is told along with the group's action", async () => {
  const text = await answerTo(
    `Ada and Ben want us to ${action}, but first: Cleo wants to climb onto the roof.`,
  );
  expect(goesOn(text)).toBe(true);
  expect(text).toContain("climb onto the roof");
});
