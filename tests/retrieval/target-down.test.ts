/** First attempts with an own target: not started, the wrong address, a login page. One line says so at once. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer as createSocket, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  "a target that is not running: one line with address and cause, and nothing is left behind (%s)",
  async (host) => {
    const url = `http://${host}:${await freePort()}/rag`;
    const { exit, stdout, stderr, garden } = await checked(url);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: "" });
    expect(stderr).toMatch(
      new RegExp(
        `^Error: The target ${url} cannot be reached: connection refused: nothing is listening there \\(ECONNREFUSED .+\\)\\.\\nStart it, or check its address\\.\\n$`,
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
  const { exit: code, stderr } = await checked(url);
  expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringMatching(why) });
  expect(stderr.split("\n")).toHaveLength(3);
});

test.each([
  [
    "a 401",
    { status: 401, body: '{"detail":"missing token"}' },
    2,
    /answered 401: {"detail":"missing token"}\nAn address alone gets no credentials/,
  ],
  ["a 404", { status: 404, body: "nope" }, 2, /answered 404: nope\nCheck the path of the address/],
  [
    "a page of HTML",
    { type: "text/html", body: "<!doctype html><title>Log in</title>" },
    2,
    /the response is not JSON: <!doctype html><title>Log in/,
  ],
  [
    "JSON of another shape",
    { body: '{"results":[{"id":"a"}]}' },
    2,
    /answered retrieve in an unexpected format: .* at selections\. It sent \{"results":\[\{"id":"a"\}\]\}/,
  ],
  ["500 to everything", { status: 500, body: "Traceback" }, 3, /answered 500: Traceback/],
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

test("a target that accepts and never answers: one request, a stated timeout, and no retry", async () => {
  const sockets: Socket[] = [];
  const server = createSocket((socket) => void sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rag`;
  const { exit, stdout, stderr } = await checked(url, manyTests({ timeoutMs: 6_000 }));
  // The client may open another connection after the one it gave up, so only requests count.
  const asked = sockets.filter(({ bytesRead }) => bytesRead > 0).length;
  expect({ exit, stdout, asked }).toEqual({
    exit: 3,
    asked: 1,
    stdout: `Waiting up to 1.5 s for the first answer from ${url}.\n`,
  });
  expect(stderr).toMatch(`Error: The target ${url} did not answer its first request within 1.5 s.\n`);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test("the first request counts for its test: a working target is asked nothing twice", async () => {
  await using target = await startTarget(gardenShop);
  const { exit } = await checked(target.url);
  expect({ exit, asked: target.log.length }).toEqual({ exit: 0, asked: 17 });
});

test("a failure at the first test only stops nothing: it has no score, the reason is printed, and the others have theirs", async () => {
  await using target = await startTarget((request) =>
    request.test_id === "V2-MANY-1" ? { results: [] } : gardenShop(request),
  );
  const { exit, stdout } = await checked(target.url);
  expect(exit).toBe(0);
  expect(stdout).toContain("Missing: 1 test has no score\n");
  expect(stdout).toMatch(
    /^Note: Not scored: 1 semantic test: The target .* gave a reply that cannot be used: .*selections/m,
  );
});

test("a target that worked and fails is retried", async () => {
  let failures = 0;
  await using target = await startTarget((request) =>
    request.test_id === "V2-MANY-7" && failures++ < 1 ? 503 : gardenShop(request),
  );
  const { exit, stderr, stdout } = await checked(target.url, manyTests({ firstDelayMs: 10 }));
  expect({ exit, failures, stdout }).toEqual({
    exit: 0,
    failures: 2,
    stdout: expect.stringContaining("Combined Score: 100"),
  });
  expect(stderr).toContain("test/V2-MANY-7/retrieve: outside-failed (503), attempt 1 of");
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

test("a resumed run is not refused because of tests that the target cannot answer", async () => {
  const host = new MemoryHost();
  await using target = await startTarget((request) => {
    if (request.test_id === "V2-MANY-9") host.emit("SIGINT");
    return /MANY-[2-4]$/.test(request.test_id) ? { results: [] } : gardenShop(request);
  });
  const garden = manyTests();
  const check = ["check", "--target", target.url, ...garden.flags, "--banks", "semantic"];
  expect((await runCommand(check, { host })).exit).toBe(130);
  const { exit, stdout } = await runCommand(check);
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringContaining("Missing: 3 tests have no score"),
  });
});
