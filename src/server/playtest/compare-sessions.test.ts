import { expect, test } from "vitest";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { compareForView } from "./compare-sessions.ts";
import type { IndexedSession } from "./session-index.ts";
import type { OpenSession } from "./session-reader.ts";

const opened = (id: string, turns: number) => ({
  session: { id, dir: id } as IndexedSession,
  open: {
    state: { ...exampleSession([]), records: Array.from({ length: turns }) },
  } as unknown as OpenSession,
});

test("refuses a comparison with too many turns before measuring any", async () => {
  await expect(compareForView([opened("a", 3_000), opened("b", 3_001)], "overall")).rejects.toMatchObject({
    status: 422,
    issues: [{ field: "sessions" }],
    message: expect.stringContaining("6001 turns") as string,
  });
});
