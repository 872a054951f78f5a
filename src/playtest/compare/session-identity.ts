/** What makes the past of sessions, or two arms, the same: their content, never their names. */
import { createHash } from "node:crypto";
import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { guideFormOf } from "../agents/index.ts";
import type { SessionState } from "../session/index.ts";

/** The last turn up to which all of them are the same; 0: none is. */
export function commonPast(states: readonly SessionState[]): number {
  const [first, ...others] = states.map(({ records }) =>
    records.map((record) => JSON.stringify(wordsOf(record))),
  );
  const apart = first!.findIndex((words, at) => others.some((other) => other[at] !== words));
  return states[0]!.records[(apart === -1 ? first!.length : apart) - 1]?.turn ?? 0;
}

/** A branch may go on from the turn that ended its parent. */
const wordsOf = ({ at: _at, ms: _ms, ending: _ending, ...words }: TurnRecord) => words;

/** What an A/B test changes: two of its arms with the same value would not differ. */
export const armOf = (config: SessionConfig): string =>
  hash([config.systemPrompt, hash(config.storyGuide), guideFormOf(config), config.narratorModel]);

/**
 * What an A/B test would change in A to get B, with B's first turn file, which stands for its prompt and its guide. Empty:
 * it could not tell them apart.
 */
export function armBeside(
  a: SessionConfig,
  { config: b, file }: { config: SessionConfig; file: string },
): Readonly<Record<string, string>> {
  const changes: Array<[option: string, value: string, isChanged: boolean]> = [
    ["prompt", file, a.systemPrompt !== b.systemPrompt],
    ["storyGuide", file, hash(a.storyGuide) !== hash(b.storyGuide)],
    ["guide", guideFormOf(b), guideFormOf(a) !== guideFormOf(b)],
    ["narrator", b.narratorModel, a.narratorModel !== b.narratorModel],
  ];
  return Object.fromEntries(changes.filter(([, , isChanged]) => isChanged));
}

const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);
