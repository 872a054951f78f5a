import { expect, test } from "vitest";
import check from "./check.ts";

test("checks of one host with other ports, banks or tests have comments of their own", () => {
  const target = "http://127.0.0.1:8080/rag";
  const names = [
    { target },
    { target: "http://127.0.0.1:8081/rag" },
    { target, testBanks: "shop/test_banks" },
    { target, testBanks: "./help/test_banks" },
    { target, banks: ["semantic" as const] },
    { target, test: ["V2-1"] },
    { target, redline: true },
  ].map((input) => check.ciName!(input));
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, 3)).toEqual([
    "127.0.0.1/rag 8080",
    "127.0.0.1/rag 8081",
    "127.0.0.1/rag 8080 shop-test_banks",
  ]);
});
