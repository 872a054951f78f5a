import { expect, test } from "vitest";
import { sessionQuery, type SessionCard } from "../../contract/index.ts";
import { listSessions } from "./session-lists.ts";
import type { IndexedSession } from "./session-index.ts";

const session = (id: string, at: string, live = false) =>
  ({
    card: {
      id,
      at,
      live,
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      outcome: "unfinished",
    } as SessionCard,
  }) as IndexedSession;
const ids = (sort: string) =>
  listSessions(
    [session("new", "2026-11-15"), session("playing", "2026-11-01", true), session("old", "2026-10-01")],
    sessionQuery.parse({ sort }),
  ).sessions.map(({ id }) => id);

test("running sessions come first under newest, however old", () => {
  expect(ids("newest")).toEqual(["playing", "new", "old"]);
  expect(ids("oldest")).toEqual(["old", "playing", "new"]);
});
