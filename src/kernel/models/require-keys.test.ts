import { expect, test } from "vitest";
import type { Role } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import { createCatalog } from "./catalog/index.ts";
import { requireKeys } from "./require-keys.ts";

const catalog = createCatalog({ models: {}, houseMembers: ["plain"] });

function remedyFor(cast: Partial<Record<Role, string>>): string {
  try {
    requireKeys(
      Object.entries(cast).map(([role, name]) => ({ role: role as Role, model: catalog.resolve(name) })),
      {},
    );
  } catch (error) {
    if (error instanceof HarnessError) return error.remedy;
  }
  return "";
}

test("embedded models are a way out for whoever plays, and not for who judges", () => {
  expect(remedyFor({ narrator: "grok-4" })).toContain("  the embedded models: no key");
  expect(remedyFor({ narrator: "grok-4", judge: "opus-4.5" })).toContain(
    "the embedded models, for all but the judge: no key",
  );
  expect(remedyFor({ narrator: "house", judge: "opus-4.5" })).toMatch(/local\/MODEL[^\n]*$/);
});
