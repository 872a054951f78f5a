import { expect, test } from "vitest";
import { bannerWords } from "./connection-banner.tsx";

test("the banner says what is wrong since when, and what to do; a command only if the server is gone", () => {
  expect(bannerWords("lost", "08:15")).toMatchObject({
    title: "The server has not answered since 08:15.",
    command: "rehearse serve",
  });
  expect(bannerWords("refused", "08:15").says).toMatch(/too many open pages since 08:15\. Close some/);
  expect(bannerWords("restarted", "08:15").title).toMatch(/restarted; reconnecting/);
  for (const connection of ["refused", "restarted"] as const)
    expect(bannerWords(connection, "08:15")).not.toHaveProperty("command");
});
