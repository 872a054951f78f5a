import { expect, test } from "vitest";
import { columns, nextSort, sortedBy } from "./sort-head.tsx";

const column = (sort: string) => columns.find((one) => one.sort === sort)!;

test("the first press sorts by a column, the second turns it round", () => {
  expect(sortedBy({})).toEqual({ sort: "played", way: "desc" });
  expect(nextSort({}, column("score"))).toEqual({ sort: "score", order: "" });
  expect(nextSort({ sort: "score" }, column("score"))).toEqual({ sort: "score", order: "asc" });
  expect(nextSort({ sort: "score", order: "asc" }, column("score"))).toEqual({ sort: "score", order: "" });
  expect(nextSort({}, column("title"))).toEqual({ sort: "title", order: "" });
  expect(sortedBy({ sort: "title" })).toEqual({ sort: "title", way: "asc" });
});

test("the usual order has no parameter; older addresses are understood", () => {
  expect(nextSort({}, column("played"))).toEqual({ sort: "played", order: "asc" });
  expect(nextSort({ sort: "played", order: "asc" }, column("played"))).toEqual({ sort: "", order: "" });
  expect(nextSort({ sort: "cost" }, column("played"))).toEqual({ sort: "", order: "" });
  expect(sortedBy({ sort: "oldest" })).toEqual({ sort: "played", way: "asc" });
  expect(sortedBy({ sort: "dearest" })).toEqual({ sort: "cost", way: "desc" });
});
