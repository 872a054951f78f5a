import { expect, test } from "vitest";
import { startServer } from "../../../tests/support/loopback-server.ts";
import { listenForSends } from "./sending.ts";

test("a request leaves when it is written to its connection, not before", async () => {
  const order: string[] = [];
  await using server = await startServer((_, response) => {
    order.push("arrived");
    response.end("here");
  });
  const answer = listenForSends(
    () => order.push("left"),
    () => fetch(server.url),
  );
  order.push("asked");
  await answer;
  expect(order).toEqual(["asked", "left", "arrived"]);
});
