/** A calibration in words: what would be asked, and what came of it. */
import {
  itemLabel,
  type CalibrateResult,
  type CalibrationResponse,
  type Expectations,
  type Verdict,
} from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted, dollars, noteLine } from "../../kernel/report/index.ts";
import { type CalibrationOptions, kbWords } from "../../retrieval/index.ts";
import { dollarRange } from "../dry-run.ts";
import { answer } from "../../kernel/verdict-words/index.ts";

export function costText({ low, high, uncached }: CalibrateResult["estimate"]): string {
  if (low === null || high === null) return "unknown (no price)";
  const range = dollarRange({ low, high });
  const isMoreUncached = uncached !== null && uncached > high * 1.01;
  return isMoreUncached ? `${range}; up to ${dollars(uncached)} without the provider's cache` : range;
}

export function planVerdict(
  plan: CalibrateResult,
  { calibrator, request }: { calibrator: ResolvedModel; request: CalibrationOptions },
): Verdict {
  const { tests, estimate } = plan;
  return answer(
    tests.length === 0 ? NOT_AFFECTED : `Nothing was called. Estimated cost: ${costText(estimate)}.`,
    {
      cautions: [
        ...localPriceNotes([calibrator]).map(noteLine),
        ...neverCalibrated(plan),
        ...affectedText(plan),
      ],
      facts: [
        { label: "Knowledge base", value: kbWords(request.kb).replace("Knowledge base: ", "") },
        { label: "Calibrator", value: calibrator.label },
        { label: "Tests", value: tests.length, note: tests.join(", ") },
      ],
    },
  );
}

const NOT_AFFECTED = "No tests are affected.";

export const affectedText = ({ affected }: CalibrateResult): string[] =>
  affected.map(({ test_id, reasons }) => `${test_id}: ${reasons.join("; ")}`);

/** Changes since the last calibration are unknown for tests that never had one. */
export const neverCalibrated = ({ scope, never_calibrated }: CalibrateResult): string[] =>
  scope === "affected" && never_calibrated > 0
    ? [
        `${counted(never_calibrated, "test was", "tests were")} never calibrated, so changes since then ` +
          "are unknown. The scope full calibrates all tests.",
      ]
    : [];

/** Every change with its reason. */
export function calibrationText(result: CalibrateResult): string {
  const { tests, changed, unchanged, failed, history_file, responses_file } = result;
  if (tests.length === 0) return NOT_AFFECTED;
  return [
    ...changed.flatMap(changeLines),
    ...failed.map(({ test_id, message }) => `${test_id}: no answer: ${message}`),
    `${counted(changed.length, "test")} changed, ${unchanged.length} unchanged, ` +
      `${failed.length} without an answer. Cost ${spentText(result)}.`,
    ...(history_file === null
      ? [
          "Not saved. Repeat the command with --apply to save these expectations; the answers are kept and " +
            "cost nothing more. If you disagree with one, `rehearse bank override` takes precedence over it.",
        ]
      : [`History: ${history_file}`, `Responses: ${responses_file}`]),
  ].join("\n");
}

function changeLines({
  test_id,
  previous,
  previous_source,
  updated,
  reasoning,
}: CalibrationResponse): string[] {
  const moves = (field: string, of: (one: Expectations) => readonly string[]) => {
    const [before, after] = [of(previous), of(updated)];
    const moved = [
      ...before.filter((id) => !after.includes(id)).map((id) => `-${id}`),
      ...after.filter((id) => !before.includes(id)).map((id) => `+${id}`),
    ];
    return moved.length === 0 ? [] : [`${field} ${moved.join(" ")}`];
  };
  const changes = [
    ...moves("primary", ({ expected_primary }) => expected_primary.map(itemLabel)),
    ...moves("secondary", ({ expected_secondary }) => expected_secondary.map(itemLabel)),
    ...moves("not_expected", ({ not_expected }) => not_expected.map(itemLabel)),
    ...moves("rank_check", ({ rank_check }) => rank_check.map(({ higher, lower }) => `${higher}>${lower}`)),
    ...(previous_source.startsWith("human_override") ? ["the override still counts"] : []),
  ];
  return [`${test_id}: ${changes.join("; ")}`, `    ${reasoning.replaceAll(/\s+/g, " ").trim()}`];
}
