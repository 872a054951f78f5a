/** The second score in words: for the terminal, the report and a comparison with an earlier run. */
import {
  claimVerdict,
  type AnswerClaim,
  type AnswerReading,
  type AnswerSummary,
  type CheckedAnswer,
  type CheckResults,
  type Fact,
  type SemanticResult,
} from "../../contract/index.ts";
import { counted, inline, markdownTable, quoted, shortList } from "../../kernel/report/index.ts";
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
    claims: Object.fromEntries(
      claimVerdict.options.map((verdict) => [
        verdict,
        claims.filter((each) => each.verdict === verdict).length,
      ]),
    ) as AnswerSummary["claims"],
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const shown = (score: number | null): string => (score === null ? "no score" : String(score));

const claimCounts = ({ claims }: AnswerSummary): string =>
  [
    `${claims.supported} supported`,
    `${claims.contradicted} contradicted`,
    `${claims.unsupported} unsupported`,
    `${claims.void} void (the reader's quote is not in the retrieved text)`,
  ].join(", ");

/** For the terminal. */
export function answerLines({ answers, semantic }: Pick<CheckResults, "answers" | "semantic">): string[] {
  if (!answers) return [];
  const { reader, tests, read, missing, faithfulness, answered, with_claims, with_verdict } = answers;
  return [
    `Answers (read by ${reader}; not part of the scores above):`,
    `  faithfulness: ${shown(faithfulness)} (${counted(with_claims, "answer")} with claims${read > with_claims ? `, ${read - with_claims} without` : ""})`,
    `  answered: ${shown(answered)} (${counted(with_verdict, "answer")})`,
    `  claims: ${claimCounts(answers)}`,
    ...(missing > 0
      ? [
          `  missing: ${missing} of ${counted(tests, "test")} ${missing === 1 ? "has" : "have"} no reading`,
          ...missingReasons(semantic?.results ?? []).map((why) => `    ${why}`),
        ]
      : []),
    ...(read > with_verdict
      ? [
          `  no verdict on the question: ${counted(read - with_verdict, "answer")} (the reader's quote is not in the answer)`,
        ]
      : []),
  ];
}

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

/** The report's section: the score, then every answer below 100 or without claims, with its evidence. */
export function answersSection(results: Pick<CheckResults, "answers" | "semantic">): string[] {
  const { answers, semantic } = results;
  if (!answers) return [];
  const tests = semantic?.results ?? [];
  return [
    "## Answers",
    "",
    `Read by ${inline(answers.reader)}. This is a second score: it does not change the 100 points. A claim is supported only if the reader's quotes are in the retrieved text, which code has checked.`,
    "",
    markdownTable(
      ["Metric", "Score", "Answers"],
      [
        ["Faithfulness", shown(answers.faithfulness), String(answers.with_claims)],
        ["Answered", shown(answers.answered), String(answers.with_verdict)],
      ],
    ),
    "",
    `Claims: ${claimCounts(answers)}.`,
    "",
    ...(answers.missing > 0
      ? [
          `${answers.missing} of ${counted(answers.tests, "test")} ${answers.missing === 1 ? "has" : "have"} no reading:`,
          "",
          ...missingReasons(tests).map((why) => `- ${inline(why)}`),
          "",
        ]
      : []),
    ...imperfect(tests).flatMap(({ test_id, name, prompt, answer }) => [
      `### ${inline(test_id)}${name === "" ? "" : `: ${inline(name)}`}`,
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

/** For CI: each of the worst answers in a line, with the claim that has no support. */
export const worstAnswers = ({ semantic }: Pick<CheckResults, "semantic">): string[] =>
  imperfect(semantic?.results ?? [])
    .slice(0, 3)
    .map(({ test_id, answer }) => {
      const { faithfulness, answered, answers, claims } = answer!.reading!;
      const worst = claims.find(({ verdict }) => verdict !== "supported");
      return `${test_id}: faithfulness ${shown(faithfulness)}, answered ${shown(answered)}. ${worst ? claimText(worst, (text) => text) : answers.why}`;
    });

const isPerfect = ({ faithfulness, answered }: AnswerReading): boolean =>
  faithfulness === 100 && answered === 100;
const worth = (answer: CheckedAnswer | undefined): number =>
  (answer?.reading?.faithfulness ?? 100) + (answer?.reading?.answered ?? 0);

/** One answer: its scores, and the claims with their evidence, the supported ones last. */
export function answerDetails(
  { reading, missing }: CheckedAnswer,
  inline: (text: string) => string,
): string[] {
  if (!reading) return [`- Answer: no reading: ${inline(missing?.message ?? "unknown reason")}`];
  const { faithfulness, answered, answers, claims, without_claim } = reading;
  return [
    `- Faithfulness: ${faithfulness === null ? "no score (the answer claims nothing)" : faithfulness}; answered: ${answered === null ? "no verdict" : `${answered} (${answers.verdict})`}. ${inline(answers.why)}`,
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
  return `${verdict}, sentence ${sentence}: ${inline(claim)}${evidence.length > 0 ? `: ${evidence.join("; ")}` : ""}`;
}

/** Shown beside the baseline; no gate. Only tests with a value in both runs. */
export function answerFacts(
  now: Pick<CheckResults, "answers" | "semantic">,
  before: Pick<CheckResults, "answers" | "semantic">,
): Fact[] {
  if (!now.answers) return [];
  if (!before.answers) return [{ label: "Answers", value: null, note: "the baseline has none" }];
  const earlier = new Map(before.semantic?.results.map((result) => [result.test_id, result]));
  const other =
    now.answers.reader === before.answers.reader ? "" : `; another reader: ${before.answers.reader} before`;
  return (["faithfulness", "answered"] as const).map((metric): Fact => {
    const pairs = (now.semantic?.results ?? []).flatMap((result) => {
      const old = earlier.get(result.test_id);
      const [was, is] = [old?.answer?.reading?.[metric], result.answer?.reading?.[metric]];
      return typeof was === "number" && typeof is === "number" && old?.prompt === result.prompt
        ? [{ test_id: result.test_id, was, is }]
        : [];
    });
    const label = LABELS[metric];
    if (pairs.length === 0) return { label, value: null, note: "no test has a value in both runs" };
    const worse = pairs.filter(({ was, is }) => is < was).map(({ test_id }) => test_id);
    const fell = worse.length === 0 ? "none worse" : `worse: ${shortList(worse)}`;
    return {
      label,
      value: mean(pairs.map(({ is }) => is)),
      note: `${mean(pairs.map(({ was }) => was))} in the baseline, ${counted(pairs.length, "test")}, ${fell}${other}`,
    };
  });
}

const LABELS = { faithfulness: "Faithfulness", answered: "Answered" } as const;
