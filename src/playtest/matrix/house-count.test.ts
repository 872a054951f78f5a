import { expect, test } from "vitest";
import { houseCount } from "./house-count.ts";

test("what the house narrated is counted of the sessions that were begun", () => {
  const count = houseCount();
  for (let session = 0; session < 13; session++) count.add({ narrator: "house/plain" } as never);
  expect(count.notice(16)).toContain("narrated all 13 sessions of this matrix that were begun:");
  expect(count.notice(13)).toContain("narrated all 13 sessions of this matrix:");
});
