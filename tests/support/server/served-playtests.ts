/**
 * A workspace of playtests and a server in front of it, for the tests of one file.
 *
 *     const { ask, list, workspace } = servePlaytests();
 *     test("…", async () => expect((await list()).total).toBe(allSessions.length));
 */
import { afterAll, beforeAll, expect } from "vitest";
import { sessionPage, sessionView, turnPage, type SessionPage } from "../../../src/contract/index.ts";
import { makePlaytests } from "./playtest-workspace.ts";
import { serveWorkspace, type Ask, type Served, type Workspace } from "./served-workspace.ts";

/** The ids of the sessions in the workspace. */
export const allSessions = [
  "plain",
  "begun",
  "looping.v2",
  "plain-rushed",
  "small~0001-innsmouth-a-house",
  "small~0002-innsmouth-b-house",
  "ab~ab-1~a-0",
  "spoiled",
];

/** Waits for the index to look again, which takes longer the more sessions there are. */
export const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 60_000, interval: 20 });

/** A workspace and its server for the tests of one file. */
export function serveMade<Made extends Workspace>(
  make: () => Promise<Made> | Made,
  options: Parameters<typeof serveWorkspace>[1] = {},
) {
  // Filled before the first test, so that callers can take them apart at once.
  const workspace = {} as Made;
  const served = {} as Served;
  beforeAll(async () => {
    Object.assign(workspace, await make());
    Object.assign(served, await serveWorkspace(workspace, options));
  }, 90_000);
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
    expect(served.bugs).toEqual([]);
  });
  const ask: Ask = (...request) => served.ask(...request);
  return { workspace, served, ask };
}

export function servePlaytests() {
  const { workspace, ask } = serveMade(makePlaytests);
  const list = async (query = ""): Promise<SessionPage> =>
    sessionPage.parse((await ask(`/api/sessions${query}`)).json);
  return {
    workspace,
    ask,
    list,
    ids: async (query: string) => (await list(query)).sessions.map(({ id }) => id),
    view: async (id: string) => sessionView.parse((await ask(`/api/sessions/${id}`)).json),
    turns: async (id: string, query = "") =>
      turnPage.parse((await ask(`/api/sessions/${id}/turns${query}`)).json),
  };
}
