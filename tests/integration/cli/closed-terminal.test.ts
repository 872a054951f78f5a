/** A terminal that closes in the middle of a session: everything so far is saved, and the session can be resumed. */
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { emptyFolder } from "../../playtest/house-session.ts";
import { startRehearse } from "../../support/cli/rehearse-process.ts";
import { sendJson, startServer } from "../../support/loopback-server.ts";

test("SIGHUP ends a session like SIGTERM: exit 130, and `resume` plays the rest", async () => {
  let waiting: (() => void) | undefined;
  const isWaiting = new Promise<void>((resolve) => (waiting = resolve));
  let hangs = true;
  await using server = await startServer(async (request, response) => {
    const { turn } = (await json(request)) as { turn: number };
    if (turn === 3 && hangs) return waiting!();
    sendJson(response, { text: `Bell number ${turn} rings over the harbour. What do you do?` });
  });
  const narrator = `${server.url}/tell`;
  const cwd = emptyFolder();
  const cast = ["--player-model", "house", "--classifier", "house", "--observer", "none", "--seed", "1"];
  const playing = startRehearse(["play", "--narrator", narrator, ...cast, "--max-turns", "4", "--json"], {
    cwd,
    env: {},
  });
  await Promise.race([isWaiting, playing.ended]);
  playing.kill("SIGHUP");
  playing.kill("SIGHUP");
  const stopped = await playing.ended;
  expect(stopped).toMatchObject({ exit: 130, signal: null });
  const { dir, turns } = JSON.parse(stopped.stdout) as { dir: string; turns: number };
  expect(turns).toBe(2);
  hangs = false;
  const { exit, stdout } = await startRehearse(["resume", dir, "--allow-narrator", narrator, "--json"], {
    cwd,
    env: {},
  }).ended;
  expect({ exit, result: JSON.parse(stdout) as object }).toMatchObject({ exit: 0, result: { turns: 4 } });
});
