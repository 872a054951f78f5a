import { randomInt } from "node:crypto";
import type { Config } from "../../config.ts";

/** The only draw without a seed: a session that nobody gave one is still played by one that is printed and kept. */
export const drawSeed = (): number => randomInt(1, 1_000_000_000);

/** What a session is drawn from: the seed that somebody set, be it by flag, environment or file, or a new one. */
export function seedFor({ settings, sources }: Pick<Config, "settings" | "sources">): {
  seed: string | number;
  drawn: boolean;
} {
  const drawn = sources.seed === "default";
  return { seed: drawn ? drawSeed() : settings.seed, drawn };
}
