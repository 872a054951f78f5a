import { expect, test } from "vitest";
import { ask } from "../../../../tests/support/rehearsal.ts";
import { smallGuide } from "../../../../tests/support/small-guide.ts";

const [first, second] = smallGuide.pulses;
const [option] = first!.choice.options;
const action = option!.label.charAt(0).toLowerCase() + option!.label.slice(1);

/** After the first pulse, and so many replies since, the group says this. */
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
  "the story waits where the group wants %s first, but not for ever, and goes on where it is wanted besides",
  async (_, wanted) => {
    const waiting = `Ada and Ben want us to ${action}, but first: ${wanted}`;
    expect(goesOn(await answerTo(waiting))).toBe(false);
    expect(goesOn(await answerTo(waiting, 3))).toBe(true);
    expect(goesOn(await answerTo(`We ${action}; Ada and Ben are for it. ${wanted}`))).toBe(true);
  },
);

test("what somebody tries is told beside what the group does", async () => {
  const text = await answerTo(
    `Ada and Ben want us to ${action}, but first: Cleo wants to climb onto the roof.`,
  );
  expect(goesOn(text)).toBe(true);
  expect(text).toContain("climb onto the roof");
});
