/** First attempts with an own target: not started, the wrong address, a login page. One line says so at once. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer as createSocket, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { MemoryHost, runCommand } from "../support/cli/run-in-memory.ts";
import { startServer } from "../support/loopback-server.ts";
import { gardenBanks, gardenFolder, gardenShop, startTarget } from "./garden-shop.ts";

const twelve = Array.from({ length: 12 }, (_, index) => ({
  ...gardenBanks.semantic[index % 3]!,
  test_id: `V2-MANY-${index + 1}`,
}));
/** With retries as they are by default, but for their pauses. */
function manyTests({ timeoutMs = 120_000, firstDelayMs = 1_000 } = {}) {
  const garden = gardenFolder({ ...gardenBanks, semantic: twelve });
  const cacheDir = join(garden.dir, "cache");
  const settings = JSON.stringify({ cacheDir, timeoutMs, retry: { firstDelayMs } });
  garden.write("rehearse.config.mjs", `export default ${settings};\n`);
  return garden;
}

async function checked(target: string, garden = manyTests()) {
  const ran = await runCommand(["check", "--target", target, ...garden.flags]);
  return { ...ran, garden };
}

/** A port of this machine where nothing listens. */
async function freePort(): Promise<number> {
  await using server = await startServer(() => {});
  return Number(new URL(server.url).port);
}

/** Answers every request in the same way, and counts them. */
async function serve({ status = 200, type = "application/json", body = "" }) {
  const server = await startServer((incoming, response) => {
    counted.requests += 1;
    incoming.resume().on("end", () => response.writeHead(status, { "content-type": type }).end(body));
  });
  const counted = { ...server, requests: 0, url: `${server.url}/rag` };
  return counted;
}

test.each(["127.0.0.1", "localhost"])(
  "a target that is not running: address, cause and patience are stated, and nothing is left behind (%s)",
  async (host) => {
    const url = `http://${host}:${await freePort()}/rag`;
    const { exit, stdout, stderr, garden } = await checked(url, manyTests({ firstDelayMs: 1 }));
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: "" });
    expect(stderr).toContain("unreachable, attempt 1 of 6; retrying");
    expect(stderr).toMatch(
      new RegExp(
        `\nError: Could not be judged: The target ${url} cannot be reached: connection refused: nothing is listening there ` +
          "\\(ECONNREFUSED .+\\)\\. Gave up after 6 attempts .* 6 requests failed\\.\\nStart it, or check its address\\.\\n$",
      ),
    );
    expect(readdirSync(join(garden.dir, "results", ".running"))).toEqual([]);
  },
);

test.each([
  ["a host name that does not exist", "http://no-such-host.invalid/rag", /no such host name|looked up/, 3],
  ["a port that fetch refuses", "http://127.0.0.1:9/rag", /Node\.js sends no requests to this port/, 3],
  ["an address that is none", "http://:80:80/", /is not a valid address/, 2],
])("%s is named", async (_, url, why, exit) => {
  const { exit: code, stderr } = await checked(url, manyTests({ firstDelayMs: 1 }));
  expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringMatching(why) });
});

test.each([
  [
    "a 401",
    { status: 401, body: '{"detail":"missing token"}' },
    2,
    /answered 401: {"detail":"missing token"}\. 3 requests failed\.\nAn address alone gets no credentials/,
  ],
  [
    "a 404",
    { status: 404, body: "nope" },
    2,
    /answered 404: nope\. 3 requests failed\.\nCheck its path: it must take the POST/,
  ],
])("%s is named after three requests, not after seventy-two", async (_, answer, exit, why) => {
  await using target = await serve(answer);
  const { exit: code, stderr, stdout } = await checked(target.url);
  expect({ code, stdout, stderr, requests: target.requests }).toEqual({
    code: exit,
    stdout: "",
    stderr: expect.stringMatching(why),
    requests: 3,
  });
});

test("a service that is still starting is asked again: 503 to the first requests costs no test", async () => {
  let refusals = 3;
  await using target = await startTarget((request) => (refusals-- > 0 ? 503 : gardenShop(request)));
  const { exit, stderr } = await checked(target.url, manyTests({ firstDelayMs: 1 }));
  expect({ exit, asked: target.log.length }).toEqual({ exit: 0, asked: 20 });
  expect(stderr).toContain("answered 503, attempt 3 of 6; retrying");
});

test("a target that accepts and never answers: one request, a stated timeout, and no retry", async () => {
  const sockets: Socket[] = [];
  const server = createSocket((socket) => void sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rag`;
  const { exit, stdout, stderr } = await checked(url, manyTests({ timeoutMs: 1_500 }));
  // The client may open another connection after the one it gave up, so only requests count.
  const asked = sockets.filter(({ bytesRead }) => bytesRead > 0).length;
  expect({ exit, stdout, asked }).toEqual({
    exit: 3,
    asked: 1,
    stdout: "",
  });
  expect(stderr).toMatch(
    `Error: Could not be judged: The target ${url} did not answer its first request within 1.5 s. 1 request failed.\n`,
  );
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test("the first request counts for its test: a working target is asked nothing twice", async () => {
  await using target = await startTarget(gardenShop);
  const { exit } = await checked(target.url);
  expect({ exit, asked: target.log.length }).toEqual({ exit: 0, asked: 17 });
});

test("a failure at the first test only stops nothing: the others are asked", async () => {
  await using target = await startTarget((request) =>
    request.test_id === "V2-MANY-1" ? { results: [] } : gardenShop(request),
  );
  const { exit, stdout } = await checked(target.url);
  expect(exit).toBe(3);
  expect(stdout).toContain("\nCould not be judged: 1 of 17 tests has no answer: V2-MANY-1.\n");
  expect(stdout).toMatch(
    /^Note: Not scored: 1 semantic test: The target .* gave a reply that cannot be used, asked 3 times: .*selections/m,
  );
});

test("a stopped run is kept if its target is down on the next try", async () => {
  const host = new MemoryHost();
  const target = await startTarget((request) => {
    if (request.test_id === "V2-MANY-6") host.emit("SIGINT");
    return gardenShop(request);
  });
  const garden = manyTests();
  const stopped = await runCommand(["check", "--target", target.url, ...garden.flags], {
    host,
  });
  await target[Symbol.asyncDispose]();
  const running = () => readdirSync(join(garden.dir, "results", ".running"));
  expect([stopped.exit, running().length]).toEqual([130, 1]);
  const { exit, stderr } = await checked(target.url, garden);
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining("connection refused") });
  expect(running()).toHaveLength(1);
});

test("a resumed run says first how many answers are old, and is not refused because of tests without an answer", async () => {
  const host = new MemoryHost();
  await using target = await startTarget((request) => {
    if (request.test_id === "V2-MANY-9") host.emit("SIGINT");
    return /MANY-[2-4]$/.test(request.test_id) ? { results: [] } : gardenShop(request);
  });
  const garden = manyTests();
  const check = ["check", "--target", target.url, ...garden.flags, "--banks", "semantic"];
  const stopped = await runCommand(check, { host });
  expect(stopped.exit).toBe(130);
  expect(stopped.stderr).toMatch(/\nRepeat the command to resume: .* --fresh asks everything again\.\n$/);
  const { exit, stdout } = await runCommand([...check, "--json"]);
  expect(exit).toBe(3);
  const { verdict, health_reasons, report_file } = JSON.parse(stdout) as CheckAnswer;
  expect(health_reasons).toEqual(["3 tests have no score"]);
  const resumed = /^Resumed: \d of 9 answers are from the run that stopped at .* UTC; --fresh asks again$/;
  expect(verdict.cautions[0]).toMatch(resumed);
  expect(readFileSync(report_file!, "utf8")).toContain("answers are from the run that stopped at");
});

test.each([
  [
    "returns something else",
    "({ hits: [7] })",
    /lists at hits \(1\).* 5 requests failed\.\n.*functions of a target return/,
  ],
  ["throws", "(missing.field)", /threw ReferenceError: missing is not defined\. 3 requests failed\./],
])("a module that %s is asked three questions, not all", async (_, body, said) => {
  const garden = manyTests();
  garden.write("target.mjs", `export const retrieve = () => ${body};\n`);
  const { exit, stderr } = await checked(join(garden.dir, "target.mjs"), garden);
  expect(exit).toBe(2);
  expect(stderr).toMatch(said);
});
