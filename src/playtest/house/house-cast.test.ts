import { expect, test } from "vitest";
import { dice } from "../../kernel/dice/index.ts";
import { houseLanguageModel, plainMember } from "../../kernel/models/index.ts";
import { houseCast } from "./index.ts";
import { loadStory } from "../story/index.ts";
import { ask } from "../../../tests/support/house-cast/rehearsal.ts";

test("the cast has the plain member first, and narrators with known faults", () => {
  expect(houseCast.map(({ name }) => name)).toEqual([
    "plain",
    "looping",
    "forgetful",
    "rushed",
    "derailed",
    "stalled",
    "blunt",
    "leaky",
    "noisy",
    "noisier",
  ]);
  expect(houseCast.every(({ does }) => /^[A-Z].+\.$/.test(does))).toBe(true);
});

test("other roles, and calls without a stage, are answered by the kernel's plain member", async () => {
  const request = {
    seed: 1,
    instructions: "Judge.",
    messages: [{ role: "user" as const, text: "How good is the soup?" }],
  };
  for (const { name } of houseCast) {
    const fresh = () => dice(1, "x");
    const member = houseCast.find((each) => each.name === name)!;
    expect(
      await member.reply({ ...request, role: "judge", stage: { kind: "judge" }, dice: fresh() }),
    ).toEqual(await plainMember.reply({ ...request, dice: fresh() }));
    expect(await member.reply({ ...request, role: "player", dice: fresh() })).toEqual(
      await plainMember.reply({ ...request, dice: fresh() }),
    );
  }
});

test("players and spokespersons are the same under every narrator", async () => {
  const stage = {
    kind: "spokesperson",
    name: "Ada",
    archetype: "joker",
    phase: "story",
    intents: [
      { name: "Ada", wants: "Let's ring the bell." },
      { name: "Ben", wants: "We should go home." },
    ],
    says: [],
  };
  const said = await Promise.all(
    houseCast.map(({ name }) =>
      ask(name, {
        role: "spokesperson",
        call: "turn/9/spokesperson",
        seed: 4,
        instructions: "",
        messages: [],
        stage,
      }),
    ),
  );
  expect(new Set(said.map((reply) => JSON.stringify(reply))).size).toBe(1);
});

test("text, object and truth arrive through the model's own interface", async () => {
  const stage = {
    kind: "narrator",
    turn: 1,
    phase: "creation" as const,
    guide: loadStory("innsmouth"),
    players: [{ name: "Ada", archetype: "joker" }],
  };
  const model = houseLanguageModel(houseCast[0]!);
  const house = JSON.parse(JSON.stringify({ role: "narrator", call: "turn/1/narrator", seed: 3, stage }));
  const { content } = await model.doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text: "(Greet the group.)" }] }],
    providerOptions: { house },
  });
  expect(content[0]!.type === "text" && content[0]!.text).toContain("Shadow Over Innsmouth");
});
