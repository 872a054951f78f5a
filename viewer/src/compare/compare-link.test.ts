import { expect, test } from "vitest";
import { comparedIn, compareLink } from "./compare-link.ts";

const read = (query: string) => comparedIn(new URLSearchParams(query));

test("sessions are repeated parameters, so that a name may contain a comma; a typed list works too", () => {
  expect(compareLink(["a,1", "b"])).toBe("/compare?sessions=a%2C1&sessions=b");
  expect(read("sessions=a%2C1&sessions=b")).toEqual(["a,1", "b"]);
  expect(read("sessions=a,b")).toEqual(["a", "b"]);
  expect(read("metric=overall")).toEqual([]);
});
