import { expect, test } from "vitest";
import serve from "./serve.ts";

test("help names every folder whose sessions are shown", () => {
  for (const folder of ["sessions", "matrices", "abs", "bisects"])
    expect(serve.description).toContain(`\`${folder}\``);
});
