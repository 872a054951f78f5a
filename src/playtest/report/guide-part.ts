import type { Story } from "../../contract/index.ts";
import { inline } from "../../kernel/report/index.ts";
import { publicPart } from "../agents/index.ts";
import { toldPulses, type SessionState } from "../session/index.ts";
import type { TurnRange } from "./part-of.ts";

/** What the guide says about some turns: the pulses that were told there, the one before and the one to come, and whoever was named. */
export function guidePart({ config, records }: SessionState, { from, to }: TurnRange): string[] {
  const guide = config.storyGuide;
  const told = (upTo: number) => toldPulses(records.filter(({ turn }) => turn <= upTo));
  const upToHere = told(to);
  // The pulse that the turns come from, those told in them, and the first that is still to be told.
  const current = new Set(upToHere.slice(Math.max(0, told(from - 1).length - 1)));
  const next = guide.pulses.find(({ id }) => !upToHere.includes(id))?.id;
  const shown = guide.pulses.filter(({ id }) => current.has(id) || id === next);
  const said = records
    .filter(({ turn }) => turn >= from && turn <= to)
    .map(({ narrator, relay, players, classification }) =>
      [publicPart(narrator.text, classification), relay?.text ?? "", ...players.map(({ says }) => says)].join(
        "\n",
      ),
    )
    .join("\n");
  return [
    "From the story guide, for these turns:",
    ...(guide.pulses.length === 0 ? ["- beats: none in the guide"] : []),
    ...shown.map((pulse) =>
      [
        `- pulse ${guide.pulses.indexOf(pulse) + 1} of ${guide.pulses.length}, ${inline(pulse.title)}${pulse.id === next ? " (still to come)" : ""}:`,
        inline(pulse.summary),
        pulse.choice
          ? `It ends with: ${inline(pulse.choice.question)} (${pulse.choice.options.map(({ label }) => inline(label)).join("; ")})`
          : "",
      ]
        .filter((part) => part !== "")
        .join(" "),
    ),
    ...guide.npcs
      .filter((npc) => isNamed(npc, said))
      .map(
        ({ name, role, motive, manner }) =>
          `- ${inline(name)}${role ? `, ${inline(role)}` : ""}.${motive ? ` Wants: ${inline(motive)}` : ""}${manner ? ` Manner: ${inline(manner)}` : ""}`,
      ),
  ];
}

/** By the whole name, or by a part of it that is no title: "Mrs. Orra Crane" is "Orra", and "Crane". */
function isNamed({ name }: Story["npcs"][number], text: string): boolean {
  const words = new Set(text.match(/[\p{L}-]+/gu));
  return (
    text.includes(name) ||
    name
      .split(/\s+/)
      .some((part) => /^\p{Lu}[\p{L}-]{2,}$/u.test(part) && !titles.has(part) && words.has(part))
  );
}

const titles = new Set([
  "The",
  "Mrs",
  "Miss",
  "Sir",
  "Lady",
  "Captain",
  "Doctor",
  "Professor",
  "Sister",
  "Brother",
  "Father",
  "Mother",
  "Aunt",
  "Uncle",
  "Old",
  "Young",
]);
