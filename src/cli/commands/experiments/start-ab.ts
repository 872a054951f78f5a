/** Starts a planned A/B test, or says what it would cost and show: for `ab` and `replay --times`. */
import { newAb } from "../../../api/ab.ts";
import type { AbPlan } from "../../../contract/index.ts";
import { problemsOf, type ExitCode } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  abOutlook,
  type AbOutlook,
  completeAb,
  requireAb,
  type SessionState,
  writeAbPlan,
} from "../../../playtest/index.ts";
import { terminalText, type Ci, type Io } from "../../frame/index.ts";
import type { RecordingOptions } from "../flags/recording-flags.ts";
import { sayPromptIgnored } from "../harness/content-notes.ts";
import { dollars, dryExit, missingLines, problemLines, turnLimitText } from "../harness/dry-run-text.ts";
import { playAb, recordAndPlay } from "./play-experiment.ts";

type Planned = { plan: AbPlan; states: readonly SessionState[]; checkpoints: readonly string[] };
type StartOptions = {
  harness: Harness;
  io: Io;
  flags: RecordingOptions & { out: string; concurrency: number; dryRun?: boolean; json?: boolean };
  signal: AbortSignal;
  ci?: Ci;
};

export async function startAb(
  { harness, io, flags, signal, ci = {} }: StartOptions,
  { plan: planned, states, checkpoints }: Planned,
): Promise<ExitCode | 0> {
  const { a, b } = planned;
  if (a.wish.prompt !== undefined || b.wish.prompt !== undefined)
    sayPromptIgnored(
      io,
      [a, b].flatMap(({ wish }) => wish.narrator ?? states.map(({ config }) => config.narratorModel)),
    );
  if (flags.dryRun) {
    ci.silent = true;
    const outlook = abOutlook(harness, planned, { states, checkpoints });
    const problems = await problemsOf(() => requireAb(harness, planned, states));
    if (flags.json) io.json({ ...outlook, problems });
    else io.out(terminalText([...outlookLines(planned, outlook), ...problemLines(problems)].join("\n")));
    return dryExit({ problems });
  }
  await requireAb(harness, planned, states);
  const { dir, plan, manifest } = newAb(harness, planned, { ...flags, states });
  return recordAndPlay(
    { harness, io, flags },
    {
      ...manifest,
      async writePlan() {
        await writeAbPlan(dir, plan, await completeAb(harness, { plan, states, checkpoints, signal }));
      },
      play: () => playAb({ harness, io, dir, plan, concurrency: flags.concurrency, signal, ci }),
    },
  );
}

function outlookLines(
  { a, b, checkpoints, finding }: AbPlan,
  { pairs, turns, replays, reader, missing, usd, known, atTurnLimit, power }: AbOutlook,
): string[] {
  const from = checkpoints.map(({ sessionId, turn }) => `${sessionId} turn ${turn}`).join(", ");
  const cost = known.high === 0 ? "nothing" : `${dollars(known.low)} to ${dollars(known.high)}`;
  return [
    `A: ${a.label}. B: ${b.label}. From ${from}.`,
    ...(finding ? [`The arm in which ${finding.id} comes back less often wins.`] : []),
    `At most ${counted(pairs, "pair")} (A and B from the same checkpoint with the same dice, ${counted(turns, "turn")} each): ${counted(replays, "replay")} in all. The test stops when it is decided.`,
    power,
    `Reader of both arms: ${reader}.`,
    ...missingLines(missing),
    `Estimated cost of all pairs: ${usd ? cost : `at least ${cost}, because not every price is known`}.`,
    ...(atTurnLimit.known > known.high ? [turnLimitText(atTurnLimit, { what: "all replays run" })] : []),
  ];
}
