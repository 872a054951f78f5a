/** Stores a person's scores of a session. */
import { createInterface } from "node:readline/promises";
import { HIGHEST_SCORE, LOWEST_SCORE, type Label, type Rubric } from "../../../contract/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  addLabel,
  loadLatest,
  loadRubric,
  metricsOf,
  metricTitles,
  readLabelFile,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText, type Io } from "../../frame/index.ts";

export default defineCommand({
  name: "label",
  summary: "Add a person's scores, to calibrate judges",
  description:
    "Adds your scores, whole numbers from 1 to 10, to the session's labels.jsonl. Earlier scores are kept; your latest counts. Score before you read a judge's verdict. On a terminal it asks for each metric and shows the rubric's levels; otherwise use --file.",
  args: { positionals: [{ name: "dir", help: "The session's folder.", required: true }] },
  flags: {
    by: { type: "string", value: "NAME", required: true, help: "Your name." },
    file: {
      type: "string",
      value: "FILE",
      help: 'Scores as JSON: {"coherence": 7, "pacing": 5, …}.',
    },
    rubric: {
      type: "string",
      value: "FILE",
      help: "The rubric for the questions. Default: rubrics/default.json.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse label sessions/abc123 --by Ada", does: "Answer the questions on the terminal." },
    { command: "rehearse label sessions/abc123 --by Ada --file scores.json", does: "From a file." },
  ],
  async run({ flags, positionals: [dir], io, signal }) {
    loadLatest(dir);
    const by = flags.by.trim();
    if (by === "")
      throw new HarnessError({
        code: "missing-option",
        message: "--by is empty.",
        remedy: "Give your name: --by Ada.",
      });
    if (flags.rubric !== undefined && flags.file !== undefined)
      throw new HarnessError({
        code: "bad-combination",
        message: "--rubric and --file cannot be used together: the file names its metrics.",
        remedy: "Remove one of them.",
      });
    const scores =
      flags.file === undefined
        ? await askOnTerminal(loadRubric(flags.rubric), io, signal)
        : readLabelFile(flags.file);
    const label = await addLabel(dir, { by, at: systemClock.date().toISOString(), scores });
    if (flags.json) return io.json({ dir, label });
    io.out(terminalText(`Saved: ${counted(Object.keys(scores).length, "score")} by ${by}.`));
  },
});

async function askOnTerminal(rubric: Rubric, io: Io, signal: AbortSignal): Promise<Label["scores"]> {
  if (!process.stdin.isTTY)
    throw new HarnessError({
      code: "missing-option",
      message: "label needs a terminal to ask for scores.",
      remedy: "Give the scores in a file: --file scores.json.",
    });
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await askScores(rubric, {
      say: (text) => io.warn(text),
      ask: (question) => lines.question(question, { signal }),
    });
  } finally {
    lines.close();
  }
}

/** Ctrl+C or Ctrl+D. Partial scores are discarded: they would count as the person's latest label. */
function leftOff(error: unknown): never {
  if ((error as Error).name !== "AbortError") throw error;
  throw new HarnessError({
    code: "interrupted",
    message: "Interrupted. These scores were not saved.",
    remedy: "Run the command again.",
    exit: 130,
  });
}

/** Asks for one metric after another. An empty answer skips a metric. */
export async function askScores(
  rubric: Rubric,
  { ask, say }: { ask(question: string): Promise<string>; say(text: string): void },
): Promise<Label["scores"]> {
  const scores: Label["scores"] = {};
  for (const metric of metricsOf(rubric)) {
    const { question, levels } = rubric.metrics[metric]!;
    say(
      terminalText(
        [
          "",
          metricTitles[metric] === question ? question : `${metricTitles[metric]}: ${question}`,
          ...Object.entries(levels).map(([level, text]) => `  ${level.padStart(2)}  ${text}`),
        ].join("\n"),
      ),
    );
    for (;;) {
      const answer = (
        await ask(`${LOWEST_SCORE} to ${HIGHEST_SCORE}, or Enter to skip: `).catch(leftOff)
      ).trim();
      if (answer === "") break;
      const score = /^\d{1,2}$/.test(answer) ? Number(answer) : Number.NaN;
      if (score >= LOWEST_SCORE && score <= HIGHEST_SCORE) {
        scores[metric] = score;
        break;
      }
      say(`"${terminalText(answer)}" is not a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}.`);
    }
  }
  if (Object.keys(scores).length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: "Nothing was scored.",
      remedy: "Score at least one metric.",
    });
  return scores;
}
