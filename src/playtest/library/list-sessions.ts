import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import { loadLatest } from "../readings/index.ts";
import { storedResult } from "../play/index.ts";
import { readCosts } from "./read-result.ts";

export type ListedSession = {
  sessionId: string;
  dir: string;
  story: string;
  prompt: string;
  narrator: string;
  outcome: string;
  turns: number;
  branchedFrom?: string;
  /** When its first turn was played; absent before that. */ at?: string;
  issues: number;
  /** USD; null: not known. */ cost: number | null;
};

/** The sessions of a folder, oldest first. One that cannot be read is listed as such: it does not hide the others. */
export function listSessions(folder: string): ListedSession[] {
  if (!existsSync(folder)) return [];
  let names: string[];
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== ARCHIVE)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw fileError(error, { doing: "read", path: folder });
  }
  return names
    .map((name) => join(folder, name))
    .filter((dir) => turnsIn(dir).length > 0)
    .map(listed)
    .toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}

export const ARCHIVE = "archive";

function listed(dir: string): ListedSession {
  try {
    const { state } = loadLatest(dir);
    const { config, branchedFrom } = state;
    return {
      sessionId: state.sessionId,
      dir,
      story: config.story,
      prompt: config.prompt,
      narrator: config.narratorModel,
      outcome: storedResult(dir)?.outcome ?? state.ending?.outcome ?? "unfinished",
      turns: state.turn,
      at: state.records.find(({ turn }) => turn > (branchedFrom?.turn ?? 0))?.at,
      issues: state.issues.length,
      cost: readCosts(dir).cost,
      branchedFrom: branchedFrom && `${branchedFrom.sessionId} turn ${branchedFrom.turn}`,
    };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return {
      sessionId: dir,
      dir,
      story: "?",
      prompt: "?",
      narrator: "?",
      outcome: `unreadable: ${error.message}`,
      turns: 0,
      issues: 0,
      cost: null,
    };
  }
}
