/** The finding that a test is about: an episode of the session that the checkpoint comes from. */
import { basename, dirname } from "node:path";
import type { AbFinding, Episode } from "../../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../../kernel/errors/index.ts";
import { shortList } from "../../../kernel/report/index.ts";
import { measureSession } from "../../metrics/index.ts";
import { lastResult } from "../../play/index.ts";
import { loadLatest } from "../../readings/index.ts";

/** A replay may tell what was lost this many turns later. */
const LATER = 2;

/** It must begin after the checkpoint, so that a replay can avoid it. `turns`: of each replay. */
export function findingAfter(
  id: string,
  { checkpoints, turn }: { checkpoints: readonly string[]; turn: number },
): { finding: AbFinding; turns: number } {
  const [checkpoint, ...others] = checkpoints;
  if (others.length > 0)
    throw badFinding(
      `${optionText("finding")} needs a single checkpoint.`,
      `Give one ${optionText("checkpoint")} of the finding's session.`,
    );
  const known = episodesBeside(checkpoint!);
  const ids = known.filter((episode) => episode.turn > turn).map((episode) => episode.id);
  const listed =
    ids.length === 0 ? "It has none after that turn." : `Known after turn ${turn}: ${shortList(ids)}.`;
  const found = known.find((episode) => episode.id === id);
  if (!found)
    throw badFinding(`"${id}" is not a finding of ${dirname(checkpoint!)}. ${suggestion(id, ids)}`, listed);
  if (found.turn <= turn)
    throw badFinding(
      `${id} begins in turn ${found.turn}, so replays from turn ${turn} cannot avoid it.`,
      `Start from turn-${found.turn - 1}.json or earlier. ${listed}`,
    );
  const { kind, lastTurn } = found;
  return { finding: { id, kind, lastTurn }, turns: lastTurn + LATER - turn };
}

function episodesBeside(checkpoint: string): Episode[] {
  if (!/^turn-\d+\.json$/.test(basename(checkpoint)))
    throw badFinding(
      `${checkpoint} is a single file: the findings of its session are not there.`,
      "Give a turn-N.json in the folder of the session.",
    );
  const dir = dirname(checkpoint);
  return lastResult(dir)?.issues ?? measureSession(loadLatest(dir).state).episodes;
}

const badFinding = (message: string, remedy: string) =>
  new HarnessError({ code: "bad-value", option: "finding", message: message.trim(), remedy });
