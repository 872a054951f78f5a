/** What the operations that play A/B tests share, and the server: planning, the dry run, and playing. */
import { basename } from "node:path";
import { abPlan, type AbPlan, type AbResult } from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  type AbNews,
  abOutlook,
  type AbRequest,
  completeAb,
  planAb,
  powerText,
  runAb,
  type SessionState,
  writeAbPlan,
} from "../../../playtest/index.ts";
import type { Context, Preview, Ran, Recorded } from "../../declaration.ts";
import { recordedInputs } from "../recorded-inputs.ts";
import { checkpointInput } from "./branch.ts";
import { sayPromptIgnored } from "../content-notes.ts";
import { costText, dollars, missingFacts } from "../plan-verdict.ts";
import { armFrom, type ArmInput, ranReplays, type StoredReplays, watchReplays } from "./replays.ts";

/** The folder in which the folders of tests are created. */
export const AB_FOLDER = "ab";

const isEmpty = (given: ArmInput): boolean =>
  given === undefined || Object.values(given).every((value) => value === undefined);

/** As they are typed for `a` and `b`. */
export const wordsOf = (arm: { prompt?: string; guide?: string; narrator?: string }): string[] =>
  Object.entries(arm).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));

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
      remedy: `Say what B changes, such as ${optionText("b", "prompt=my-prompt.md")}.`,
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

/** The folder of a planned test, the plan that is written to it, and what a recording keeps of it. */
export function newAb(
  harness: Harness,
  { plan: planned, states }: Pick<PlannedAb, "plan"> & { states: readonly SessionState[] },
  { out, concurrency, label }: AbStart,
): { dir: string; plan: AbPlan; recorded: Recorded } {
  const dir = newRunFolder(out, "ab", harness.clock.date());
  const { a, b, turns, pairs, finding, observer, playerModel, classifier, seed, pinned } = planned;
  return {
    dir,
    plan: { ...planned, label, abId: basename(dir), pinned: pinned && { ...pinned, concurrency } },
    recorded: {
      inputs: {
        checkpoints: states.map(checkpointInput),
        a,
        b,
        turns,
        pairs,
        finding,
        observer,
        playerModel,
        classifier,
        seed,
      },
      models: pinned?.models,
    },
  };
}

/** With a house narrator, two prompts are not compared. */
export function sayArmsIgnored(context: Context, { plan: { a, b }, states }: PlannedAb): void {
  if (a.wish.prompt === undefined && b.wish.prompt === undefined) return;
  const narrators = [a, b].flatMap(
    ({ wish }) => wish.narrator ?? states.map(({ config }) => config.narratorModel),
  );
  sayPromptIgnored(context, narrators);
}

export async function startAb(planned: PlannedAb, start: AbStart, context: Context): Promise<Ran<AbResult>> {
  const { harness, record, signal } = context;
  const { states, checkpoints } = planned;
  const { dir, plan, recorded } = newAb(harness, planned, start);
  await record(recorded);
  await writeAbPlan(dir, plan, await completeAb(harness, { plan, states, checkpoints, signal }));
  return runAbIn(context, { dir, plan, concurrency: start.concurrency });
}

/** Plays the rest of a stored test. */
export async function runAbIn(context: Context, run: StoredReplays<AbPlan>): Promise<Ran<AbResult>> {
  const { harness, signal, on } = context;
  on({ type: "folder", dir: run.dir });
  on({ type: "note", text: powerText(run.plan) });
  const played = await runAb(harness, { ...run, signal, onNews: watchReplays(context, abNewsText) });
  return ranReplays(played, { ...run, name: abName(run.plan) });
}

export const abName = ({ a, b }: Pick<AbPlan, "a" | "b">): string => `${a.label} against ${b.label}`;

const abNewsText = ({ done, of, decision: { wins, eValue }, cost }: AbNews): string =>
  `, pair ${done}/${of}, A ${wins.a} : ${wins.b} B, E ${Number(eValue.toPrecision(3))}, $${cost.toFixed(4)}`;

/** What all pairs would cost, and what the test could show. */
export function previewAb({ plan, states, checkpoints }: PlannedAb, harness: Harness): Preview {
  const outlook = abOutlook(harness, plan, { states, checkpoints });
  const { pairs, turns, replays, reader, missing, usd, known, atTurnLimit, power } = outlook;
  const { a, b, finding } = plan;
  const total = costText({ known, total: usd });
  return {
    shown: [
      {
        outcome: "done",
        headline: `Nothing was called. Estimated cost of all pairs: ${total}.`,
        cautions: [],
        because: [],
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
          },
          {
            label: "Pairs",
            value: `at most ${pairs}`,
            note: `${counted(turns, "turn")} each, ${replays} replays; it stops when it is decided`,
          },
          { label: "Power", value: power },
          { label: "Reader", value: reader, note: "of both arms" },
          ...missingFacts(missing),
          ...(atTurnLimit.known > known.high
            ? [
                {
                  label: "If no replay ends early",
                  value: `${atTurnLimit.total === null ? "at least" : "up to"} ${dollars(atTurnLimit.known)}`,
                  note: `${atTurnLimit.calls} calls`,
                },
              ]
            : []),
        ],
        findings: [],
        tables: [],
        next: [],
      },
    ],
    data: { ...outlook, budget: plan.budget },
  };
}
