/** Dialogues in which thirty people each said where they could not follow: DBDC3, as one dialogue a line. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { DetectorScore, Story } from "../../../contract/index.ts";
import { confusion } from "../../detect/index.ts";

const dialogue = z.object({ turns: z.array(z.object({ speaker: z.string(), text: z.string(), labels: z.string().optional() })) });

/** What somebody says after an output that most people found broken, and after others. There is one player: what is found is a hint for a model to judge. */
export function labelledConfusion(path: string, guide: Story): DetectorScore {
  const judged = readFileSync(path, "utf8").split("\n").filter((line) => line.trim() !== "").flatMap((line) => reactionsIn(dialogue.parse(JSON.parse(line))));
  const found = judged.filter(({ says, output }) => isConfused(says, output));
  const hits = found.filter(({ broken }) => broken).length;
  const broken = judged.filter((each) => each.broken).length;
  const precision = found.length === 0 ? null : hits / found.length;
  const [cleanTurns, falseAlarms] = [judged.length - broken, found.length - hits];
  return {
    name: "confusion",
    hint: false,
    cleanTurns,
    falseAlarms,
    per100Turns: Number(((100 * falseAlarms) / Math.max(1, cleanTurns)).toFixed(2)),
    hits,
    precision: precision === null ? null : Number(precision.toFixed(4)),
    lift: precision === null || broken === 0 ? null : Number((precision / (broken / judged.length)).toFixed(1)),
    note: `one player's words after ${broken} outputs that most of thirty people found broken, and ${cleanTurns} others; with one player it is a hint until a model confirms it`,
  };

  function isConfused(says: string, text: string): boolean {
    return confusion({ turn: 1, phase: "story", text, type: "clarification", pulse: false, earlier: [], facts: [], names: [], guide, relay: "", players: [{ seat: 0, says, wants: "" }], openTangent: false, turnsSincePulse: 0 }).findings.length > 0;
  }
}

function reactionsIn({ turns }: z.infer<typeof dialogue>): Array<{ output: string; says: string; broken: boolean }> {
  return turns.flatMap(({ speaker, text, labels }, index) => {
    const next = turns[index + 1];
    if (speaker !== "S" || labels === undefined || next?.speaker !== "U") return [];
    return [{ output: text, says: next.text, broken: [...labels].filter((label) => label === "X").length * 2 >= labels.length }];
  });
}
