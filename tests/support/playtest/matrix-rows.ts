/** Synthetic rows of a matrix: a number of groups, and a value for each. */
import {
  matrixConfig,
  type MatrixConfigInput,
  type MatrixPlan,
  type MatrixRow,
} from "../../../src/contract/index.ts";

export type RowOptions = {
  prompt?: string;
  narrator?: string;
  stories?: readonly string[];
  rounds?: number;
  seed?: string | number;
  of?: (at: number) => Partial<MatrixRow>;
};

/** One row for each story and round, with this prompt and narrator. */
export function rowsOf({
  prompt = "baseline",
  narrator = "house",
  stories = ["innsmouth"],
  rounds = 10,
  seed = 1,
  of = () => ({}),
}: RowOptions = {}): MatrixRow[] {
  return Array.from({ length: rounds }, (_, round) => stories.map((story) => ({ story, round: round + 1 })))
    .flat()
    .map(({ story, round }, at) => ({
      // Folders have plain names, whatever a story or prompt is called.
      sessionId: [story, prompt, narrator, round].join("-").replaceAll(/[^\w.]+/g, "-"),
      story,
      prompt,
      narrator,
      pair: `${story}/${round}`,
      seed: `${seed}/${story}/${round}`,
      group: `${seed}/${story}/${round}`,
      outcome: "completed",
      why: "the story reached its end",
      ...overall(80),
      cost: 0.25,
      atMost: 0.25,
      unpriced: 0,
      durationMs: 1_000,
      ...of(at),
    }));
}

/** A story told to its end; what is missing of 100 was lost by one kind of problem. */
export const overall = (value: number | null, kind = "stuck"): Pick<MatrixRow, "metrics" | "score"> => {
  const lost = 100 - (value ?? 100);
  return {
    metrics: { overall: value },
    score: {
      overall: value,
      completion: 1,
      craft: value,
      pointsLost: lost,
      byKind: lost === 0 ? {} : { [kind]: { episodes: Math.ceil(lost / 4), points: lost } },
    },
  };
};

export const scored =
  (value: (at: number) => number | null, kind?: string) =>
  (at: number): Partial<MatrixRow> =>
    overall(value(at), kind);

/** A provider failed: there is no score. */
export const crashed: Partial<MatrixRow> = {
  outcome: "crashed",
  why: "the provider gave up",
  metrics: {},
  score: null,
};

/** The plan of these rows. */
export function planOf(rows: readonly MatrixRow[], config: Partial<MatrixConfigInput> = {}): MatrixPlan {
  const values = (by: "story" | "prompt" | "narrator") => [...new Set(rows.map((row) => row[by]))];
  return {
    version: 2,
    matrixId: "example",
    config: matrixConfig.parse({
      stories: values("story"),
      systemPrompts: Object.fromEntries(values("prompt").map((prompt) => [prompt, prompt])),
      narratorModels: values("narrator"),
      sessionsPerCombination: 1,
      ...config,
    }),
    seed: 1,
    guides: {},
    prompts: Object.fromEntries(values("prompt").map((prompt) => [prompt, `The text of ${prompt}.`])),
    sessions: rows.map(({ sessionId, story, prompt, narrator, pair, seed, group }) => ({
      sessionId,
      story,
      prompt,
      narrator,
      pair,
      seed,
      group,
    })),
  };
}
