import { readFileSync } from "node:fs";
import { applyTurn } from "../session/index.ts";
import type { Loaded } from "./load-checkpoint.ts";
import { turnPath } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";
import { turnsIn } from "./turns-in.ts";

/**
 * A session that was loaded before, with what was played since: whoever watches one must not fold all of it at every
 * turn. Undefined: the files do not go on from there, and it is to be loaded anew.
 */
export function loadOnward(dir: string, { state, chain, notes }: Loaded): Loaded | undefined {
  const last = turnsIn(dir).at(-1) ?? -1;
  if (last < state.turn || read(dir, state.turn).checksum !== chain.previous) return undefined;
  let [now, { previous, snapshot }] = [state, chain];
  for (let turn = state.turn + 1; turn <= last; turn += 1) {
    const { file, checksum } = read(dir, turn);
    const record = file.kind === "turn" ? file.record : file.records.at(-1);
    if (file.previous !== previous || file.sessionId !== state.sessionId || record?.turn !== turn)
      return undefined;
    now = applyTurn(now, record);
    previous = checksum;
    if (file.kind === "snapshot") snapshot = { checksum, turn };
  }
  return { state: now, chain: { previous, snapshot }, notes };
}

function read(dir: string, turn: number) {
  const path = turnPath(dir, turn);
  return decodeTurnFile(readFileSync(path, "utf8"), path);
}
