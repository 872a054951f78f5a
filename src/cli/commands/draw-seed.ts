import { randomInt } from "node:crypto";
import type { Config } from "../../config.ts";

/** The only draw without a seed: a session that nobody gave one is still played by one that is printed and kept. */
export const drawSeed = (): number => randomInt(1, 1_000_000_000);

/** What a session is drawn from: that of the recording that is played; else the seed that somebody set, be it by flag, environment or file; else a new one. */
export function seedFor(
  { settings, sources }: Pick<Config, "settings" | "sources">,
  recorded?: string | number,
): {
  seed: string | number;
  drawn: boolean;
} {
  if (recorded !== undefined) return { seed: recorded, drawn: false };
  const drawn = sources.seed === "default";
  return { seed: drawn ? drawSeed() : settings.seed, drawn };
}
