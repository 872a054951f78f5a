/** An unread session has no number of issues: 0 would mean that there are none. */
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { sessionPage, sessionView } from "../../../src/contract/index.ts";
import { houseSession } from "../../playtest/house-session.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

test("unread sessions have null in the API and - in `rehearse report`; read ones have a count", async () => {
  using workspace = makeWorkspace();
  const out = join(workspace.dir, "sessions");
  const unread = await houseSession({ out, sessionId: "unread", maxTurns: 3, observer: "none" });
  const read = await houseSession({ out, sessionId: "read", maxTurns: 3, observer: "house" });
  expect([unread, read].map(({ result }) => result.issues)).toEqual([[], []]);

  await using served = await serveWorkspace(workspace);
  const page = sessionPage.parse((await served.ask("/api/sessions")).json);
  const counts = Object.fromEntries(page.sessions.map(({ id, issues }) => [id, issues]));
  expect(counts).toEqual({ unread: null, read: 0 });
  const view = sessionView.parse((await served.ask("/api/sessions/unread")).json);
  expect([view.card.issues, view.branches[0]!.issues]).toEqual([null, null]);

  const json = await runCommand(["report", out, "--json"]);
  expect(
    Object.fromEntries(
      (JSON.parse(json.stdout) as { sessions: Array<{ dir: string; issues: number | null }> }).sessions.map(
        ({ dir, issues }) => [basename(dir), issues],
      ),
    ),
  ).toEqual({ unread: null, read: 0 });
  const { stdout } = await runCommand(["report", out]);
  expect(stdout).toMatch(/^unread .* -  0\.0000$/m);
});
