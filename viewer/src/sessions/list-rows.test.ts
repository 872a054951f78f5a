import { expect, test } from "vitest";
import type { OriginRow, SessionCard } from "../../../src/contract/index.ts";
import { listRows, type Under } from "./list-rows.ts";

const origin = (key: string, sessions: number) => ({ key, sessions }) as OriginRow;
const card = (id: string, parent?: string) => ({ id, ...(parent && { parent }) }) as SessionCard;
const shown = (under: Record<string, Under>, open: string[]) =>
  listRows([origin("a", 2), origin("b", 0)], { open: new Set(open), underOf: (key) => under[key] }).map(
    (row) =>
      row.type === "origin"
        ? row.key
        : `${">".repeat(row.depth)}${row.type === "session" ? row.card.id : row.says}`,
  );

test("an open row is followed by its sessions, branches of branches further in", () => {
  const sessions = [card("x", "a"), card("y", "x"), card("z")];
  const under = { a: { sessions, total: 3 } };
  expect(shown(under, [])).toEqual(["a", "b"]);
  expect(shown(under, ["a", "b"])).toEqual(["a", ">x", ">>y", ">z", "b"]);
});

test("an open row says that its sessions are loading, are not there, or are more than these", () => {
  expect(shown({}, ["a"])).toEqual(["a", ">Loading …", "b"]);
  expect(shown({ a: { problem: "No." } }, ["a"])).toEqual(["a", ">No.", "b"]);
  expect(shown({ a: { sessions: [card("x")], total: 1_201 } }, ["a"])).toEqual([
    "a",
    ">x",
    ">1,200 more",
    "b",
  ]);
});
