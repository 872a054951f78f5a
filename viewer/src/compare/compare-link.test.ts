import { expect, test } from "vitest";
import { comparedIn, compareLink } from "./compare-link.ts";

const read = (query: string) => comparedIn(new URLSearchParams(query));

test("sessions are named one by one, so that a name may have a comma; a typed list works as well", () => {
  expect(compareLink(["a,1", "b"])).toBe("/compare?sessions=a%2C1&sessions=b");
  expect(read("sessions=a%2C1&sessions=b")).toEqual(["a,1", "b"]);
  expect(read("sessions=a,b")).toEqual(["a", "b"]);
  expect(read("metric=overall")).toEqual([]);
});
