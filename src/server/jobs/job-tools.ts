/** What every kind of job needs: the harness, the workspace's sessions, and those who listen. */
import type { JobView, SessionResult } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { Watch } from "../../playtest/index.ts";
import type { Playtests } from "../playtest/index.ts";
import type { Progress } from "./job-runner.ts";
import type { StoredPlans } from "./stored-plans.ts";

export type JobTools = Pick<Playtests, "index" | "live" | "workspace"> & {
  harness: Harness;
  plans: StoredPlans;
  /** The seed of the settings. Absent: each start draws its own. */
  seed?: string | number | undefined;
};

/** Reports a session turn by turn. `paid`: what the job has spent before it. */
export function watchSession(
  { index, live, harness: { clock } }: Pick<JobTools, "index" | "live" | "harness">,
  { signal, change, view }: Progress,
  { id, paid, onTurn }: { id: string; paid: number; onTurn?: (turn: number) => Partial<JobView> },
): Watch {
  const { turns } = view;
  let own = 0;
  return {
    signal,
    onStep(step) {
      change({
        cost: paid + step.cost,
        doing: `turn ${step.turn}: ${waitsFor[step.doing]}`,
        doingSince: clock.date().toISOString(),
      });
    },
    onTurn(state) {
      own += 1;
      index.touch();
      live.session(id, { turns: state.turn, outcome: "unfinished", live: true });
      change({ turns: turns + own, playing: 1, ...onTurn?.(state.turn) });
    },
  };
}

/** Who a session waits for: an answer may take minutes. */
const waitsFor: Record<Parameters<NonNullable<Watch["onStep"]>>[0]["doing"], string> = {
  narrating: "the narrator is answering",
  classifying: "the classifier is answering",
  reacting: "the players are answering",
  relaying: "the spokesperson is answering",
  reading: "the reader is reading",
};

/** Tells of a session that has ended, with its findings and score as the lists have them. */
export async function tellEnded(
  { index, live }: Pick<JobTools, "index" | "live">,
  { change }: Progress,
  { id, result }: { id: string; result: SessionResult },
): Promise<void> {
  index.touch();
  live.session(id, { ...result, live: false });
  const { issues, overall } = (await index.get(id)).card;
  change({ cost: result.cost.total, issues, overall });
}

/** The smaller of the budget that a request asks for and the server's. */
export function capOf(
  asked: number | undefined,
  { settings }: Pick<Harness, "settings">,
): number | undefined {
  const caps = [asked, settings.budget].filter((cap) => cap !== undefined);
  return caps.length > 0 ? Math.min(...caps) : undefined;
}
