/** Dialogues in which thirty people each said where they could not follow: DBDC3, as one dialogue a line. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { DetectorScore, FalseAlarm, OperatorScore, Story } from "../../../contract/index.ts";
import { confusion } from "../../detect/index.ts";
import type { Bank } from "../operator.ts";
import { detectorScore, operatorScore } from "../score.ts";

const dialogue = z.object({
  turns: z.array(z.object({ speaker: z.string(), text: z.string(), labels: z.string().optional() })),
});

type Reaction = { session: string; turn: number; output: string; says: string; broken: boolean };

/** What somebody says after an output that most people found broken, and after others. There is one player: what is found is a hint for a model to judge. */
export function labelledConfusion(
  path: string,
  { guide, bank }: { guide: Story; bank: Bank },
): { operator: OperatorScore; detector: DetectorScore; falseAlarms: FalseAlarm[] } {
  const judged = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => ({ index, ...dialogue.parse(JSON.parse(line)) }))
    // Dialogues in turn: the words of one person stay on one side.
    .filter(({ index }) => index % 2 === (bank === "fit" ? 0 : 1))
    .flatMap(reactionsIn);
  const found = judged.filter(isConfused);
  const [planted, hits] = [judged, found].map((list) => list.filter(({ broken }) => broken).length) as [
    number,
    number,
  ];
  const [cleanTurns, falseAlarms] = [judged.length - planted, found.length - hits];
  return {
    operator: operatorScore({ name: "labelled-confusion", expects: "confusion" }, { planted, hits }),
    detector: {
      ...detectorScore("confusion", { cleanTurns, falseAlarms, planted, hits, window: 1 }),
      note: `one player's words after ${planted} outputs that most of thirty people found broken, and ${cleanTurns} others; ${hits} of ${found.length} findings were after one of the former. With one player it is a hint until a model confirms it`,
    },
    falseAlarms: found
      .filter(({ broken }) => !broken)
      .map(({ session, turn, output, says }) => ({
        kind: "human",
        finding: "confusion",
        session,
        turn,
        about: `"${says}" after "${output}"`,
      })),
  };

  function isConfused({ says, output: text }: Reaction): boolean {
    return (
      confusion({
        turn: 1,
        phase: "story",
        text,
        type: "clarification",
        pulse: false,
        earlier: [],
        facts: [],
        names: [],
        guide,
        relay: "",
        players: [{ seat: 0, says, wants: "" }],
        openTangent: false,
        turnsSincePulse: 0,
      }).findings.length > 0
    );
  }
}

function reactionsIn({ index: line, turns }: z.infer<typeof dialogue> & { index: number }): Reaction[] {
  return turns.flatMap(({ speaker, text, labels }, index) => {
    const next = turns[index + 1];
    if (speaker !== "S" || labels === undefined || next?.speaker !== "U") return [];
    return [
      {
        session: `dialogue ${line + 1}`,
        turn: index + 1,
        output: text,
        says: next.text,
        broken: [...labels].filter((label) => label === "X").length * 2 >= labels.length,
      },
    ];
  });
}
