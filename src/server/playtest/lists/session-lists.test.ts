import { expect, test } from "vitest";
import { sessionQuery, type SessionCard } from "../../../contract/index.ts";
import type { IndexedSession } from "../session-index.ts";
import { listSessions } from "./session-lists.ts";

const session = (id: string, { of, ...facts }: Partial<SessionCard> = {}) =>
  ({
    ...(of && { of }),
    card: { id, lastAt: "2026-11-01", live: false, outcome: "completed", ...facts } as SessionCard,
  }) as IndexedSession;
const ids = (all: readonly IndexedSession[], query: Record<string, unknown> = {}) =>
  listSessions(all, sessionQuery.parse(query)).sessions.map(({ id }) => id);

test("running sessions come first, however old, then those played last; those of experiments can be left out", () => {
  const all = [
    session("new", { at: "2026-09-01", lastAt: "2026-11-15" }),
    session("playing", { live: true }),
    session("small~1", { lastAt: "2026-11-02", of: { kind: "matrix", id: "small" } }),
    session("old", { at: "2026-10-01", lastAt: "2026-10-01" }),
  ];
  expect(ids(all)).toEqual(["playing", "new", "small~1", "old"]);
  expect(ids(all, { own: "true" })).toEqual(["playing", "new", "old"]);
});
