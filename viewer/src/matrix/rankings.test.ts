import { expect, test } from "vitest";
import type { MatrixView } from "../../../src/contract/index.ts";
import { rankedLists } from "./rankings.tsx";

const row = (session: string) =>
  ({ session, sessionId: session, pair: "innsmouth/2" }) as MatrixView["failures"][number];

test("with few sessions, none is listed as both best and worst", () => {
  const [one, two, three] = ["0001-a", "0002-a", "0003-a"].map(row) as [
    ReturnType<typeof row>,
    ReturnType<typeof row>,
    ReturnType<typeof row>,
  ];
  const lists = rankedLists({ rankings: { best: [one, two], worst: [three, two, one] }, failures: [] });
  expect(lists.map(({ title, rows }) => [title, rows.map(({ session }) => session)])).toEqual([
    ["Best sessions", ["0001-a", "0002-a"]],
    ["Worst sessions", ["0003-a"]],
  ]);
  expect(
    rankedLists({ rankings: { best: [one], worst: [one] }, failures: [] }).map(({ title }) => title),
  ).toEqual(["Best sessions"]);
});
