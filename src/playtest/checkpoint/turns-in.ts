import { readdirSync } from "node:fs";
import { fileError } from "../../kernel/store/index.ts";

/** The turns that a session's folder has files of, in order. */
export function turnsIn(dir: string): number[] {
  try {
    return readdirSync(dir)
      .flatMap((name) => /^turn-(\d+)\.json$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  } catch (error) {
    throw fileError(error, { doing: "read", path: dir });
  }
}
