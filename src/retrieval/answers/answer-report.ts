/** The second score in words: for the terminal, the report and a comparison with an earlier run. */
import {
  claimVerdict,
  goldVerdict,
  type AnswerClaim,
  type AnswerMetric,
  type AnswerReading,
  type AnswerSummary,
  type CheckedAnswer,
  type CheckResults,
  type Fact,
  type GoldFact,
  type SemanticResult,
} from "../../contract/index.ts";
import { counted, inline, quoted } from "../../kernel/report/index.ts";
import { rounded } from "../score.ts";

type WithAnswer = Pick<SemanticResult, "test_id" | "name" | "answer">;

export function summariseAnswers(results: readonly WithAnswer[], reader: string): AnswerSummary {
  const readings = results.flatMap(({ answer }) => answer?.reading ?? []);
  const claims = readings.flatMap((reading) => reading.claims);
  const valuesOf = (metric: "faithfulness" | "answered") => readings.flatMap((each) => each[metric] ?? []);
  return {
    reader,
    tests: results.length,
    read: readings.length,
    missing: results.length - readings.length,
    faithfulness: mean(valuesOf("faithfulness")),
    answered: mean(valuesOf("answered")),
    with_claims: valuesOf("faithfulness").length,
    with_verdict: valuesOf("answered").length,
    claims: countsOf(claimVerdict.options, claims),
    gold: summariseGold(results),
  };
}

function summariseGold(results: readonly WithAnswer[]): AnswerSummary["gold"] {
  const tests = results.filter(({ answer }) => answer?.gold_answer !== undefined);
  if (tests.length === 0) return undefined;
  const compared = tests.flatMap(({ answer }) => answer?.reading?.gold ?? []);
  const scores = compared.flatMap(({ score }) => score ?? []);
  return {
    score: mean(scores),
    tests: tests.length,
    missing: tests.length - scores.length,
    facts: countsOf(
      goldVerdict.options,
      compared.flatMap(({ facts }) => facts),
    ),
  };
}

const countsOf = <Verdict extends string>(
  verdicts: readonly Verdict[],
  of: ReadonlyArray<{ verdict: Verdict }>,
) =>
  Object.fromEntries(
    verdicts.map((verdict) => [verdict, of.filter((each) => each.verdict === verdict).length]),
  ) as Record<Verdict, number>;

export const answerScore = (answers: AnswerSummary | undefined, metric: AnswerMetric): number | null =>
  (metric === "gold" ? answers?.gold?.score : answers?.[metric]) ?? null;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const shown = (score: number | null): string => (score === null ? "no score" : String(score));

export function missingReasons(results: readonly WithAnswer[]): string[] {
  const reasons = Map.groupBy(
    results.flatMap(({ answer }) => answer?.missing ?? []),
    ({ code, message }) => (code === "no-text" || code === "answer-too-long" ? code : message),
  );
  return [...reasons.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((same) => `${counted(same.length, "test")}: ${oneLine(same[0]!.message)}`);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 300);

/** The report's section: every answer below 100 or without claims, with its evidence. */
export function answersSection({ answers, semantic }: Answered): string[] {
  if (!answers) return [];
  return [
    "## Answers",
    "",
    `Read by ${inline(answers.reader)}. This is a second score: ` +
      "it does not change the 100 points. A claim is supported only if the reader's quotes " +
      "are in the retrieved text, which code has checked.",
    "",
    ...imperfect(semantic?.results ?? []).flatMap(({ test_id, name, prompt, answer }) => [
      `### ${[test_id, name].filter(Boolean).map(inline).join(": ")}`,
      "",
      quoted(prompt),
      "",
      ...answerDetails(answer!, inline),
      "",
    ]),
  ];
}

/** The worst first. */
const imperfect = <Test extends WithAnswer>(tests: readonly Test[]): Test[] =>
  tests
    .filter(({ answer }) => answer?.reading && !isPerfect(answer.reading))
    .toSorted((a, b) => worth(a.answer) - worth(b.answer));

/** For CI: each of the worst answers in a line, with what has no support first. */
export const worstAnswers = ({ semantic }: Pick<CheckResults, "semantic">): string[] =>
  imperfect(semantic?.results ?? [])
    .slice(0, 3)
    .map(({ test_id, answer }) => {
      const { faithfulness, answered, gold, claims } = answer!.reading!;
      const plain = (text: string) => text;
      const wrong = [
        ...claims.filter(({ verdict }) => verdict !== "supported").map((claim) => claimText(claim, plain)),
        ...worstFirst(gold?.facts ?? []).map((fact) => goldText(fact, plain)),
      ];
      const goldScore = gold ? `, gold ${shown(gold.score)}` : "";
      const scores = `faithfulness ${shown(faithfulness)}, answered ${shown(answered)}${goldScore}`;
      return `${test_id}: ${scores}. ${wrong[0] ?? answer!.reading!.answers.why}`;
    });

const isPerfect = ({ faithfulness, answered, gold }: AnswerReading): boolean =>
  faithfulness === 100 && answered === 100 && (gold === undefined || gold.score === 100);
const worth = (answer: CheckedAnswer | undefined): number =>
  (answer?.reading?.faithfulness ?? 100) +
  (answer?.reading?.answered ?? 0) +
  (answer?.reading?.gold?.score ?? 100);

/** One answer: its scores, and the claims with their evidence, the supported ones last. */
export function answerDetails(
  { reading, missing, gold_answer }: CheckedAnswer,
  inline: (text: string) => string,
): string[] {
  if (!reading) return [`- Answer: no reading: ${inline(missing?.message ?? "unknown reason")}`];
  const { faithfulness, answered, answers, claims, without_claim, gold } = reading;
  const verdict = answered === null ? "no verdict" : `${answered} (${answers.verdict})`;
  return [
    "- Faithfulness: " +
      `${faithfulness === null ? "no score (the answer claims nothing)" : faithfulness}; ` +
      `answered: ${verdict}. ` +
      `${inline(answers.why)}`,
    ...(answers.quote === undefined
      ? []
      : [
          answered === null
            ? `- The reader quotes words that are not in the answer: "${inline(answers.quote)}"`
            : `- It answers with: "${inline(answers.quote)}"`,
        ]),
    ...claims
      .toSorted((a, b) => Number(a.verdict === "supported") - Number(b.verdict === "supported"))
      .map((claim) => `- ${claimText(claim, inline)}`),
    ...(gold
      ? [
          `- Gold answer: ${gold.score ?? "no score (not every fact could be verified)"}. "${inline(gold_answer ?? "")}"`,
          ...worstFirst(gold.facts).map((fact) => `- ${goldText(fact, inline)}`),
        ]
      : []),
    ...(without_claim.length > 0 ? [`- Sentences without a claim: ${without_claim.join(", ")}`] : []),
  ];
}

function claimText(
  { sentence, claim, verdict, quotes }: AnswerClaim,
  inline: (text: string) => string,
): string {
  const evidence = quotes.map(({ text, entity_id }) =>
    entity_id === undefined
      ? `"${inline(text)}" (not in the retrieved text)`
      : `"${inline(text)}" (${inline(entity_id)})`,
  );
  const said = `${verdict}, sentence ${sentence}: ${inline(claim)}`;
  return evidence.length === 0 ? said : `${said}: ${evidence.join("; ")}`;
}

const worstFirst = (facts: readonly GoldFact[]): GoldFact[] => {
  const order: ReadonlyArray<GoldFact["verdict"]> = ["contradicted", "missing", "void", "same"];
  return facts.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
};

function goldText(
  { fact, verdict, gold_quote, answer_quote }: GoldFact,
  inline: (text: string) => string,
): string {
  const words = {
    same: "in the gold answer and the answer",
    missing: "in the gold answer, not in the answer",
    contradicted: "contradicts the gold answer",
    void: "void (a quote of the reader is not there)",
  }[verdict];
  const quotes = [
    ...(gold_quote === undefined ? [] : [`"${inline(gold_quote)}" (gold)`]),
    ...(answer_quote === undefined ? [] : [`"${inline(answer_quote)}" (answer)`]),
  ];
  return [`${words}: ${inline(fact)}`, ...(quotes.length > 0 ? [quotes.join("; ")] : [])].join(": ");
}

/** The second score. */
export function answerFacts({ answers, semantic }: Answered): Fact[] {
  if (!answers) return [];
  const by = `read by ${answers.reader}`;
  const { with_claims: claiming, with_verdict: judged, gold } = answers;
  return [
    { label: "Faithfulness", value: answers.faithfulness, note: `${counted(claiming, "answer")}, ${by}` },
    { label: "Answered", value: answers.answered, note: `${counted(judged, "answer")}, ${by}` },
    ...(gold
      ? [{ label: "Gold answers", value: gold.score, note: `${counted(gold.tests, "test")}, ${by}` }]
      : []),
    ...(answers.missing > 0
      ? [
          {
            label: "Answers not read",
            value: `${answers.missing} of ${answers.tests}`,
            note: missingReasons(semantic?.results ?? []).join("; "),
          },
        ]
      : []),
  ];
}

type Answered = Pick<CheckResults, "answers" | "semantic">;
