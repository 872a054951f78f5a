/** The matrix command on the embedded cast. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { matrixResult, type MatrixResult } from "../../../src/contract/index.ts";
import { rehearse, withoutKeys } from "../command-line.ts";
import { emptyFolder } from "../house-session.ts";

export { emptyFolder as folder, rehearse };
export const onlyIn = (dir: string) => join(dir, readdirSync(dir)[0]!);
export const resultIn = (dir: string): Omit<MatrixResult, "sessions"> =>
  matrixResult.omit({ sessions: true }).parse(JSON.parse(readFileSync(join(dir, "matrix.json"), "utf8")));
export const fileIn = (name: string, text: string) => {
  const path = join(emptyFolder(), name);
  writeFileSync(path, text);
  return path;
};
export const config = (fields: object) =>
  fileIn(
    "matrix.yaml",
    JSON.stringify({
      stories: ["innsmouth"],
      systemPrompts: { a: "baseline", b: "structured" },
      narratorModels: ["house"],
      maxTurnsPerSession: 4,
      seed: 3,
      ...fields,
    }),
  );
export const small = config({});

/** Many sessions a test, and no provider's key. */
export function playOffline(): void {
  vi.setConfig({ testTimeout: 120_000 });
  withoutKeys();
}
