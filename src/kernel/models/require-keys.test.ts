import { expect, test } from "vitest";
import type { Role } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { createCatalog } from "./catalog/index.ts";
import { requireKeys } from "./require-keys.ts";

const catalog = createCatalog({ models: {}, houseMembers: ["plain"] });

function remedyFor(
  cast: Partial<Record<Role, string>>,
  has?: (flag: string) => boolean,
  more: { keepsModels?: boolean } = {},
): string {
  try {
    requireKeys(
      Object.entries(cast).map(([role, name]) => ({ role: role as Role, model: catalog.resolve(name) })),
      { connections: {}, has, ...more },
    );
  } catch (error) {
    if (error instanceof HarnessError) return error.remedy;
  }
  return "";
}

test("only flags of the running command are suggested", () => {
  const cast = { narrator: "grok-4", player: "qwen", classifier: "gpt-4o-mini", observer: "gpt-4o-mini" };
  expect(remedyFor(cast)).toMatch(/--player-model NAME[^]*--observer NAME[^]*--classifier none/);
  const replay = remedyFor(cast, (flag) => ["narrator", "observer"].includes(flag));
  expect(replay).toContain("  REHEARSE_VIA=openrouter");
  expect(replay).toContain("  --observer NAME");
  expect(replay).not.toMatch(/^ {2}(--player-model|--classifier|REHEARSE_ONE_KEY|house|local)/m);
  expect(remedyFor(cast, () => false, { keepsModels: true })).toMatch(
    /^Set the keys\.\nA stored session keeps its models\./,
  );
  expect(replay).toContain(
    "A stored session keeps its models. To use others, play a new session: rehearse play --help",
  );
});

test("embedded models are suggested for every role but the judge", () => {
  expect(remedyFor({ narrator: "grok-4" })).toContain("  house: the embedded models; no key");
  expect(remedyFor({ narrator: "grok-4", judge: "opus-4.5" })).toContain(
    "the embedded models, for all but the judge; no key",
  );
  expect(remedyFor({ narrator: "house", judge: "opus-4.5" })).toMatch(/local\/MODEL[^\n]*$/);
  // "house" is not an embedder.
  expect(remedyFor({ embedder: "voyage" })).toMatch(
    /--embedder house-embedding[^\n]*\n {2}local\/MODEL[^\n]*$/,
  );
});
