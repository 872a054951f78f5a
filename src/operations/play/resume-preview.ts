/** What is left of a stopped run, and what it would cost. */
import type { Fact } from "../../contract/index.ts";
import { atMostOf } from "../../kernel/journal/index.ts";
import {
  estimateCost,
  finishedResult,
  isOver,
  readAbResult,
  readBisectResult,
  replaysOf,
  type SessionState,
  storedRows,
} from "../../playtest/index.ts";
import type { Context, Preview } from "../declaration.ts";
import { dryRunVerdict, sessionDryRun } from "../dry-run.ts";
import { answer } from "../../kernel/verdict-words/index.ts";
import type { StoredExperiment } from "./stored-run.ts";

type Resumed = { dir: string; budget?: number | undefined };

export function previewSession(
  state: SessionState,
  { dir, turns, budget = state.config.budget }: Resumed & { turns?: number | undefined },
  { harness: { catalog } }: Context,
): Preview {
  if (finishedResult(dir, state))
    return {
      shown: [answer("The session is finished: nothing would be played.")],
      data: { turn: state.turn },
    };
  const config = { ...state.config, budget };
  const estimate = estimateCost(config, catalog, { from: state, turns });
  const facts: Fact[] = [{ label: "From", value: `turn ${state.turn}` }];
  return {
    shown: [sessionDryRun({ config, estimate, facts })],
    data: { config, estimate, turn: state.turn },
  };
}

/** The rest at the price of what was played: nothing tells better what a session of this run costs. */
export function previewExperiment(
  stored: StoredExperiment,
  { dir, budget = stored.plan.budget }: Resumed,
): Preview {
  const { what, played, planned, spent } = progressOf(stored, dir);
  const rest = played === 0 ? 0 : (spent / played) * (planned - played);
  const known = { low: rest, high: rest };
  const isUnknown = played === 0 && planned > 0;
  return {
    shown: [
      dryRunVerdict({
        cost: { known, total: isUnknown ? null : known },
        budget,
        facts: [
          { label: what, value: `${played} of at most ${planned} played` },
          { label: "Spent", value: spent, unit: "USD" },
        ],
      }),
    ],
    data: { kind: stored.kind, played, planned, spent, known, total: isUnknown ? null : known, budget },
  };
}

type Progress = { what: string; played: number; planned: number; spent: number };

function progressOf(stored: StoredExperiment, dir: string): Progress {
  switch (stored.kind) {
    case "matrix": {
      const { rows } = storedRows(dir, stored.plan);
      const spent = rows.reduce((sum, { atMost }) => sum + atMost, 0);
      return { what: "Sessions", played: rows.filter(isOver).length, planned: rows.length, spent };
    }
    case "ab": {
      const result = readAbResult(dir);
      const played = result?.pairs.length ?? 0;
      return {
        what: "Pairs",
        played,
        planned: stored.plan.pairs,
        spent: result ? atMostOf(result.spent) : 0,
      };
    }
    case "bisect": {
      const result = readBisectResult(dir);
      const played = result?.probes.length ?? 0;
      const planned = replaysOf(stored.plan).most;
      return { what: "Replays", played, planned, spent: result ? atMostOf(result.spent) : 0 };
    }
  }
}
