import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Damage } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { salvageSteps } from "../../playtest/index.ts";
import { journalDamage, turnDamage } from "./damage-told.ts";
import { unhurried } from "./unhurried.ts";

/** What every file of a session says for itself, read one by one. */
export const damageIn = async (dir: string, clock: Clock): Promise<Damage[]> => [
  ...turnDamage(await unhurried(salvageSteps(dir), clock)),
  ...(existsSync(join(dir, JOURNAL_FILE)) ? [] : [journalDamage("It is not there.")]),
];

/** A file is told of once, by whom it was told of first. */
export const mergedDamage = (first: readonly Damage[], more: readonly Damage[]): Damage[] => [
  ...first,
  ...more.filter(({ file }) => first.every((each) => each.file !== file)),
];
