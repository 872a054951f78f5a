import { expect, test } from "vitest";
import type { LiveEvent } from "../../contract/index.ts";
import { createLiveEvents } from "./live-events.ts";

const card = { turns: 3, outcome: "unfinished", live: true } as const;

test("a change of a session is told once, regardless of who saw it first", () => {
  const events: LiveEvent[] = [];
  const { session, listen } = createLiveEvents();
  listen(
    (event) => events.push(event),
    () => {},
  );
  session("a", card);
  session("a", card);
  session("a", { ...card, turns: 4 });
  session("a", { ...card, turns: 4, live: false });
  session("b", card);
  expect(events).toEqual([
    { type: "session", session: "a", turn: 3 },
    { type: "session", session: "a", turn: 4 },
    { type: "session", session: "a", turn: 4 },
    { type: "session", session: "b", turn: 3 },
  ]);
});

test("a listener that has left hears nothing, and the others hear of the end", () => {
  const heard: string[] = [];
  const live = createLiveEvents();
  const listen = (name: string) =>
    live.listen(
      () => heard.push(name),
      () => heard.push(`${name} ended`),
    );
  const leave = listen("a");
  listen("b");
  live.job("x");
  leave();
  live.job("x");
  expect(live.listeners).toBe(1);
  live.end();
  expect(heard).toEqual(["a", "b", "b", "b ended"]);
});
