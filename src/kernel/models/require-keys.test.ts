import { expect, test } from "vitest";
import type { Role } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { createCatalog } from "./catalog/index.ts";
import type { Connections } from "./index.ts";
import { requireKeys } from "./require-keys.ts";

const catalog = createCatalog({ models: {}, houseMembers: ["plain"] });

function remedyFor(
  cast: Partial<Record<Role, string>>,
  has?: (flag: string) => boolean,
  more: { keepsModels?: boolean; oneKey?: boolean; connections?: Connections } = {},
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

test("only options of the running command are suggested", () => {
  const cast = { narrator: "grok-4", player: "qwen", classifier: "gpt-4o-mini", observer: "gpt-4o-mini" };
  expect(remedyFor(cast)).toMatch(/--player-model NAME[^]*--classifier none[^]*--observer NAME[^]*house: /);
  const replay = remedyFor(cast, (flag) => ["narrator", "observer"].includes(flag));
  expect(replay).toContain("  REHEARSE_VIA=openrouter");
  expect(replay).toContain("  --observer NAME");
  expect(replay).toMatch(/\nA stored session keeps its models\.[^]*$/);
  expect(replay).not.toMatch(/^ {2}(--player-model|--classifier|REHEARSE_ONE_KEY|house|local)/m);
  expect(remedyFor(cast, undefined, { oneKey: true })).toMatch(/^Set one of ANTHROPIC_API_KEY, .*_KEY\.$/);
  // A model was named although one vendor's key is to do.
  const connections = { openai: { key: "sk-one" } };
  expect(remedyFor(cast, undefined, { oneKey: true, connections })).toMatch(
    /^Set .*\n {2}no model by name: /,
  );
  expect(remedyFor(cast, () => false, { keepsModels: true })).toMatch(/^Set the keys\.\nA stored session/);
});

test("embedded models are suggested only for roles that they play", () => {
  expect(remedyFor({ narrator: "house", judge: "opus-4.5" })).not.toContain("house:");
  expect(remedyFor({ embedder: "voyage" })).toContain("--embedder house-embedding");
});
