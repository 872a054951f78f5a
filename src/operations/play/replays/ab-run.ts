/** What the operations that play A/B tests share, and the server: planning, the dry run, and playing. */
import { basename } from "node:path";
import { abPlan, type AbPlan, type AbResult } from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted, dollars } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  type AbNews,
  estimateAb,
  fewPairsText,
  type AbRequest,
  planAb,
  powerText,
  readAbResult,
  runAb,
  writeAbPlan,
} from "../../../playtest/index.ts";
import type { Context, Preview, Ran } from "../../declaration.ts";
import { recordedInputs } from "../../recorded-inputs.ts";
import { checkpointInput } from "./branch.ts";
import { sayPromptIgnored } from "../content-notes.ts";
import { dryRunVerdict } from "../../dry-run.ts";
import { armFrom, type ArmInput, ranReplays, type StoredReplays, watchReplays } from "./replays.ts";

/** The folder in which the folders of tests are created. */
export const AB_FOLDER = "ab";

const isEmpty = (given: ArmInput): boolean =>
  given === undefined || Object.values(given).every((value) => value === undefined);

type PlannedRequest = Omit<AbRequest, "a" | "b"> & {
  a?: ArmInput;
  b?: ArmInput;
  allowNarrator?: readonly string[] | undefined;
};

export type PlannedAb = ReturnType<typeof planAb> & { checkpoints: readonly string[] };

export function plannedAb(
  harness: Harness,
  { a, b, allowNarrator = [], ...request }: PlannedRequest,
): PlannedAb {
  // Without arms of its own, a replay has those of the recording, with their content.
  const recorded =
    isEmpty(a) && isEmpty(b) ? recordedInputs(harness, abPlan.pick({ a: true, b: true })) : undefined;
  if (isEmpty(b) && !recorded)
    throw new HarnessError({
      code: "missing-option",
      option: "b",
      message: `${optionText("b")} is missing: B changes nothing.`,
      remedy: `Say what B changes, such as ${optionText("b", { prompt: "structured" })}.`,
    });
  const arms = recorded ?? {
    a: about("a", () => armFrom(a, harness)),
    b: about("b", () => armFrom(b, harness)),
  };
  harness.permits.allow(allowNarrator);
  const { checkpoints } = request;
  return { ...planAb(harness, { ...request, ...arms }), checkpoints };
}

type AbStart = {
  out: string;
  concurrency: number;
  /** The name in its comment. */
  label?: string;
};

/** With a house narrator, two prompts are not compared. */
export function sayArmsIgnored(context: Context, { plan: { a, b }, states }: PlannedAb): void {
  if (a.wish.prompt === undefined && b.wish.prompt === undefined) return;
  const narrators = [a, b].flatMap(
    ({ wish }) => wish.narrator ?? states.map(({ config }) => config.narratorModel),
  );
  sayPromptIgnored(context, narrators);
}

export async function startAb(planned: PlannedAb, start: AbStart, context: Context): Promise<Ran<AbResult>> {
  const { harness, record } = context;
  const { plan: drafted, states } = planned;
  const { out, concurrency, label } = start;
  const dir = newRunFolder(out, "ab", harness.clock.date());
  const { a, b, turns, pairs, finding, observer, playerModel, classifier, seed, pinned } = drafted;
  const plan = { ...drafted, label, abId: basename(dir), pinned: pinned && { ...pinned, concurrency } };
  const arms = { a, b, turns, pairs, finding, observer, playerModel, classifier, seed };
  await record({ inputs: { checkpoints: states.map(checkpointInput), ...arms }, models: pinned?.models });
  await writeAbPlan(dir, plan, states);
  return runAbIn(context, { dir, plan, concurrency });
}

/** Plays the rest of a stored test. */
export async function runAbIn(context: Context, run: StoredReplays<AbPlan>): Promise<Ran<AbResult>> {
  const { harness, signal, on } = context;
  on({ type: "folder", dir: run.dir });
  on({ type: "note", text: [fewPairsText(run.plan) ?? [], powerText(run.plan)].flat().join(" ") });
  const played = await runAb(harness, { ...run, signal, onNews: watchReplays(context, abNewsText) });
  return ranAb(played, run);
}

/** A decided test stays as it is. Undefined: it is not decided. */
export function decidedAb(run: StoredReplays<AbPlan>): Ran<AbResult> | undefined {
  const result = readAbResult(run.dir);
  if (!result?.decision.decided) return undefined;
  return { ...ranAb({ result }, run), hints: [`${run.dir} is decided: nothing was played.`] };
}

const ranAb = (played: { result: AbResult; endedBy?: HarnessError }, run: StoredReplays<AbPlan>) =>
  ranReplays(played, {
    ...run,
    question: `Is B (${run.plan.b.label}) better than A (${run.plan.a.label})?`,
  });

export const abName = ({ a, b }: Pick<AbPlan, "a" | "b">): string => `${a.label} against ${b.label}`;

const abNewsText = ({ done, of, decision: { wins, eValue }, cost }: AbNews): string =>
  `, pair ${done}/${of}, A ${wins.a} : ${wins.b} B, E ${Number(eValue.toPrecision(3))}, ${dollars(cost)}`;

/** What all pairs would cost. */
export function previewAb({ plan, states }: PlannedAb, harness: Harness): Preview {
  const estimate = estimateAb(harness, plan, states);
  const { a, b, finding, pairs, turns, budget } = plan;
  const power = powerText(plan);
  return {
    shown: [
      dryRunVerdict({
        ...estimate,
        cost: estimate,
        budget,
        cautions: [fewPairsText(plan) ?? []].flat(),
        facts: [
          { label: "A", value: a.label },
          { label: "B", value: b.label },
          {
            label: "From",
            value: plan.checkpoints.map(({ sessionId, turn }) => `${sessionId} turn ${turn}`).join(", "),
          },
          {
            label: "Better",
            value: finding ? `where ${finding.id} comes back less often` : "where fewer points are lost",
            note: finding?.reader && `reported by ${finding.reader}`,
          },
          {
            label: "Pairs",
            value: `at most ${pairs}`,
            note: `at most ${counted(turns, "turn")} each, ${2 * pairs} replays; it stops when it is decided`,
          },
          { label: "Power", value: power },
          { label: "Reader", value: estimate.reader, note: "of both arms" },
        ],
      }),
    ],
    data: { estimate, pairs, turns, power, budget },
  };
}
