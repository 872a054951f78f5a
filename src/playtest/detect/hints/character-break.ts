import type { Story } from "../../../contract/index.ts";
import { comparedPart } from "../compared-part.ts";
import { excerpt } from "../excerpt.ts";
import { keptFor } from "../kept-for.ts";
import type { Detector } from "../observation.ts";
import { sentences } from "../sentences.ts";
import { read, SIGN } from "../text.ts";

/** Nobody inside a story knows that it is one. */
const OUTSIDE =
  /\b(?:(?:as|i'm|i am) (?:just |only )?an? (?:npc|non-player character|character in (?:a|this|your) (?:story|game)|language model|ai)|your (?:character sheet|dice|next roll|player character)|roll (?:a |for |the )(?:d\d+|initiative|perception|stealth|dice)|the (?:players|narrator|game master|dungeon master|gm|dm|system prompt|story guide|plot (?:says|demands|needs))|(?:this|our|the) (?:game|campaign|playtest|session)(?: is| has|'s)|game mechanics?|hit points|saving throw|level up|lol|omg|lmao|smartphone|wi-?fi|google it|emoji)\b/i;
/** Those of whom the guide says that they do not speak. */
const SILENT =
  /\b(?:mute|never speaks|does not speak|says nothing, ever|cannot speak|speechless|has no voice|dumb since)\b/i;

/** An NPC of the guide speaks as nobody in the story could, or speaks at all where the guide says that they never do. */
export const characterBreak: Detector = ({ turn, phase, text: whole, guide }) => {
  if (phase !== "story") return { findings: [] };
  const { text: written, signs } = read(comparedPart(whole));
  if (!(signs & SIGN.quote)) return { findings: [] };
  const text = signs & SIGN.curly ? written.replaceAll(/[“”]/g, '"').replaceAll("’", "'") : written;
  if (!text.includes('"')) return { findings: [] };
  const found = sentences(text).flatMap(({ start }, index, all) => {
    // A speech and who speaks it stand in one sentence, or in the next.
    const end = (all[index + 1] ?? all[index])!.end;
    const part = text.slice(start, end);
    const speech = part.includes('"') ? /"([^"\n]{2,})/.exec(part)?.[1] : undefined;
    const npc = speech === undefined ? undefined : speaker(part, guide);
    if (
      npc === undefined ||
      !(OUTSIDE.test(speech!) || (SILENT.test(`${npc.manner} ${npc.role}`) && saysAloud(part, npc.name)))
    )
      return [];
    return [{ npc, start, end }];
  });
  const [first] = found;
  if (!first) return { findings: [] };
  return {
    findings: [
      {
        turn,
        type: "character-break",
        description: `${first.npc.name} may have stepped out of character (in the guide: ${first.npc.manner}).`,
        severity: "warning",
        evidence: [{ turn, text: excerpt(comparedPart(whole), first) }],
        confidence: 0.3,
        source: "character-break",
      },
    ],
  };
};

type Npc = Story["npcs"][number];

const speaker = (part: string, guide: Story): Npc | undefined =>
  calledIn(guide).find(({ names }) => names.some((called) => part.includes(called)))?.npc;

const calledIn = keptFor(({ npcs }: Story) => npcs.map((npc) => ({ npc, names: callings(npc.name) })));

const saysAloud = (part: string, name: string): boolean =>
  callings(name).some((called) =>
    new RegExp(
      String.raw`(?:says|said|asks|shouts|replies|answers) (?:\p{L}+ )?${RegExp.escape(called)}|${RegExp.escape(called)} (?:says|said|asks|shouts|replies|answers)`,
      "u",
    ).test(part),
  );

/** The whole name, and its parts that are names. */
const callings = (name: string): string[] => [name, ...(name.match(/\p{Lu}[\p{L}'-]{3,}/gu) ?? [])];
