/** The matrix command on the embedded cast. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, vi } from "vitest";
import { matrixResult, type MatrixResult } from "../../../src/contract/index.ts";
import { providers } from "../../../src/kernel/models/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

export const rehearse = (...argv: string[]) => runCommand(argv);
export const folder = () => mkdtempSync(join(tmpdir(), "matrix-"));
export const onlyIn = (dir: string) => join(dir, readdirSync(dir)[0]!);
export const resultIn = (dir: string): Omit<MatrixResult, "sessions"> =>
  matrixResult.omit({ sessions: true }).parse(JSON.parse(readFileSync(join(dir, "matrix.json"), "utf8")));
export const fileIn = (name: string, text: string) => {
  const path = join(folder(), name);
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
  beforeAll(() => {
    for (const { key, optionalKey, baseURL } of Object.values(providers))
      for (const name of [key, optionalKey, baseURL]) if (name) vi.stubEnv(name, undefined);
  });
}
