/** A user's own narrator, as a module and over HTTP: its requests, and the messages about its faults. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  branchState,
  loadStory,
  planSession,
  playSession,
  resumeSession,
} from "../../../src/playtest/index.ts";
import type { NarratorRequest } from "../../../src/contract/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { startServer } from "../../support/loopback-server.ts";
import { emptyFolder, houseHarness, ownNarratorWish as wish, reportIn } from "../house-session.ts";

function module(source: string, name = "narrator.mjs"): string {
  const path = join(emptyFolder("narrator-"), name);
  writeFileSync(path, source);
  return path;
}

async function played(narrator: string, more: Partial<typeof wish> = {}, settings = {}) {
  const harness = houseHarness(settings);
  harness.permits.allow([narrator]);
  const out = emptyFolder();
  const session = await playSession(harness, {
    config: planSession(harness, { ...wish, ...more, narrator }),
    out,
    sessionId: "own",
  });
  return { ...session, dir: join(out, "own") };
}

type Answer = { status?: number; body: string; headers?: Record<string, string> };

async function serve(answer: (request: NarratorRequest) => Answer) {
  const asked: NarratorRequest[] = [];
  const server = await startServer(async (incoming, response) => {
    asked.push((await json(incoming)) as NarratorRequest);
    const { status = 200, headers = {}, body: said } = answer(asked.at(-1)!);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(said);
  });
  return { ...server, asked, url: `${server.url}/tell` };
}

test("its request has the prompt, the whole guide, the players, the history, its state, and the task before the story", async () => {
  await using narrator = await serve(({ turn, state }) => ({
    body: JSON.stringify({
      text: `Turn ${turn}. The fog thickens. What do you do?`,
      state: { seen: ((state as { seen: number } | null)?.seen ?? 0) + 1 },
    }),
  }));
  const { result, state } = await played(narrator.url);
  expect(result.outcome).toBe("timeout");
  expect(narrator.asked.map(({ turn, phase, state }) => [turn, phase, state])).toEqual([
    [1, "creation", null],
    [2, "creation", { seen: 1 }],
    [3, "story", { seen: 2 }],
    [4, "story", { seen: 3 }],
  ]);
  const guide = loadStory("innsmouth");
  const [first, second, third, fourth] = narrator.asked;
  expect(first).toMatchObject({
    version: 1,
    story: "innsmouth",
    guide: JSON.parse(JSON.stringify(guide)) as object,
    prompt: state.config.systemPrompt,
    players: state.config.group.players.map(({ name }) => name),
    history: [],
  });
  expect(first!.direction).toContain("how many players");
  expect(second!.direction).toContain(guide.questions[0]);
  expect(third!.direction).toContain("begin the story");
  expect(fourth!.direction).toBe("");
  // Before the story everybody answers for themselves, then one of them for all.
  const [names, characters, relayed] = fourth!.history.filter(({ from }) => from === "group");
  const lines = state.records[0]!.players.map(({ seat, says }) => `${first!.players[seat]}: ${says}`);
  expect(names).toEqual({ turn: 1, from: "group", text: lines.join("\n") });
  expect(characters).not.toHaveProperty("player");
  expect(relayed).toMatchObject({ player: first!.players[state.config.group.spokesperson] });
});

test.each<[string, () => Answer, object]>([
  [
    "refuses",
    () => ({ status: 400, body: "turn is missing" }),
    {
      code: "outside-failed",
      exit: 3,
      message: expect.stringMatching(/^The narrator http:\S+ answered 400: turn is missing/),
      remedy: "Check why your application refused the request.",
    },
  ],
  [
    "wants a key",
    () => ({ status: 401, body: "who are you?" }),
    { code: "outside-failed", remedy: expect.stringContaining("narratorHeaders") },
  ],
  [
    "says it in another form",
    () => ({ body: '{"content":"Hello"}' }),
    {
      message: expect.stringMatching(
        /^The narrator http:\S+ gave a reply .* in turn 1.*: text: missing \(expected text\)\. Its fields: content\.$/,
      ),
    },
  ],
  [
    "says something else",
    () => ({ body: '["Hello"]' }),
    { message: expect.stringMatching(/: expected an object, found a list\.$/) },
  ],
  [
    "marks an unknown type",
    () => ({ body: '{"text":"Hello","marks":{"types":["beat"]}}' }),
    { message: expect.stringMatching(/: marks\.types\.0: expected "pulse" or .*, found "beat"\. /) },
  ],
  [
    "redirects",
    () => ({ status: 307, headers: { location: "http://127.0.0.1:9/elsewhere" }, body: "" }),
    {
      message: expect.stringContaining("answered 307: it redirects to http://127.0.0.1:9/elsewhere"),
      remedy: expect.stringContaining("Name that address"),
    },
  ],
  [
    "has another path",
    () => ({ status: 404, body: "nothing here" }),
    { remedy: "Check the path of its address." },
  ],
])(
  "an address that %s: reported about the narrator, without models, keys or proxies",
  async (_, answer, told) => {
    await using narrator = await serve(answer);
    const { stopped } = await played(narrator.url);
    expect(stopped).toMatchObject(told);
    expect(`${stopped!.message} ${stopped!.remedy}`).not.toMatch(
      /maxOutput|another model|proxy|base URL|system under test/,
    );
  },
);

test("one that hangs is asked again, and named if it still does not answer", async () => {
  const hanging = async (answered: number) => {
    let asked = 0;
    await using narrator = await startServer((_, response) => {
      if (++asked > answered) return;
      response.writeHead(200, { "content-type": "application/json" }).end('{"text":"The fog thickens."}');
    });
    const { stopped } = await played(narrator.url, {}, QUICK);
    return { asked, stopped };
  };
  for (const answered of [0, 2]) {
    const { asked, stopped } = await hanging(answered);
    expect(asked).toBe(answered + 2);
    expect(stopped).toMatchObject({
      message: expect.stringMatching(
        /^The narrator http:\S+ did not answer within 0\.2 s\. Gave up after 2 attempts/,
      ),
    });
  }
});
const QUICK = { timeoutMs: 200, retry: { attempts: 2, firstDelayMs: 1 } };

test("a module that exports nothing: exit 2, and no folder is made", async () => {
  const path = module("export const tell = 1;\n");
  const out = join(emptyFolder(), "sessions");
  const { exit, stderr } = await runCommand([
    "play",
    "--narrator",
    path,
    ..."--player-model house --classifier house --seed 1 --out".split(" "),
    out,
  ]);
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: expect.stringContaining("its default export is not a function"),
  });
  expect(existsSync(out)).toBe(false);
});

test("a moved module is still found on resume; if it is gone, both places are named", async () => {
  const folder = emptyFolder("narrator-");
  const source =
    "export default async ({ turn }) => {\n  if (turn === 3 && !globalThis.mended) " +
    'throw new Error("not yet");\n  return { text: "The fog thickens around the pier, ' +
    'turn " + turn + "." };\n};\n';
  writeFileSync(join(folder, "mine.mjs"), source);
  const here = process.cwd();
  const harness = houseHarness();
  const out = emptyFolder();
  try {
    process.chdir(folder);
    harness.permits.allow(["./mine.mjs"]);
    const config = planSession(harness, { ...wish, narrator: "./mine.mjs" });
    expect(config).toMatchObject({
      narratorModel: "./mine.mjs",
      narratorPath: expect.stringMatching(/^\/.*mine\.mjs$/),
    });
    expect((await playSession(harness, { config, out, sessionId: "own" })).stopped?.code).toBe(
      "outside-failed",
    );
  } finally {
    process.chdir(here);
  }
  mkdirSync(join(folder, "away"));
  renameSync(join(folder, "mine.mjs"), join(folder, "away", "mine.mjs"));
  const gone = await resumeSession(harness, join(out, "own")).catch((error: unknown) => error);
  expect(gone).toMatchObject({
    code: "not-found",
    exit: 2,
    message: expect.stringMatching(/^file not found: \S+mine\.mjs, \S+mine\.mjs$/),
  });
  renameSync(join(folder, "away", "mine.mjs"), join(folder, "mine.mjs"));
  Object.assign(globalThis, { mended: true });
  const { result } = await resumeSession(harness, join(out, "own"));
  expect(result).toMatchObject({ outcome: "timeout", turns: 4, house: false });
});

test("a narrator that keeps its state is not replayed, whatever path it is named by", async () => {
  const path = module(
    "export default async ({ turn }) => ({ text: `Fog, turn ${turn}.`, keepsState: true });\n",
  );
  const { state: parent } = await played(path, { maxTurns: 3 });
  const branch = (narrator?: string) =>
    branchState({
      harness: houseHarness(),
      parent,
      changes: { narrator, maxTurns: 9 },
      replicate: 0,
      sessionId: "branch",
    });
  for (const same of [undefined, path, relative("", path)])
    expect(() => branch(same)).toThrow("keeps its own state, which cannot be rewound");
  expect(branch("house").config.narratorModel).toBe("house");
});

const lampStreet = `# The Lamp on Lamp Street

A lamp will not go out, and the neighbours want to sleep.

## Beats

1. The lamp burns at noon.
2. The lamplighter denies everything.
3. A moth leads them to the cellar.
4. The cellar holds a second lamp.
5. The two lamps are sisters.
6. The lamps go out together.
`;

/** Tells the six beats word for word, then an ending; `of` adds what the narrator says about its output. */
const sixBeats =
  (of: (title: string | undefined) => { before?: string; marks?: object; after?: string }) =>
  ({ phase, guide, state }: NarratorRequest): Answer => {
    const told = (state as { told: number } | null)?.told ?? 0;
    if (phase === "creation") return { body: JSON.stringify({ text: "Who are you?", state: { told } }) };
    const title = guide.pulses[told]?.title;
    const { before = "", marks, after = "" } = of(title);
    const words =
      title === undefined
        ? "The street sleeps at last."
        : `${title}. Bell ${told} strikes, far off. What now?`;
    const text = `${before}${words}${after}`;
    return { body: JSON.stringify({ text, marks, state: { told: told + 1 } }) };
  };

const playLampStreet = async (answer: (request: NarratorRequest) => Answer) => {
  await using narrator = await serve(answer);
  const story = join(emptyFolder("story-"), "lamp-street.md");
  writeFileSync(story, lampStreet);
  return await played(narrator.url, { story, maxTurns: undefined });
};

test("six beats without a marker or a classifier: none is called missing, and the session ends by itself", async () => {
  const { result, dir } = await playLampStreet(sixBeats(() => ({})));
  expect(result.turns).toBeLessThanOrEqual(16);
  expect(result.pulses).toMatchObject({ detected: null, expected: 6 });
  expect(result.overall).toBeNull();
  expect(result.issues.filter(({ kind }) => kind === "stuck")).toEqual([]);
  expect(result.notes.find(({ code }) => code === "no-classifier")?.text).toContain("at most 16 turns");
  expect(reportIn(dir)).not.toContain("Beats not told");
});

test.each([
  [
    "markers",
    (title: string | undefined) =>
      title === undefined ? { after: "\n[[END]]" } : { before: `[[PULSE: ${title}]]\n` },
  ],
  [
    "marks",
    (title: string | undefined) => ({
      marks: title === undefined ? { concluded: true } : { types: ["pulse"], beats: [title] },
    }),
  ],
])("six beats with %s: six of six, and the end is seen", async (_, of) => {
  const { result } = await playLampStreet(sixBeats(of));
  expect(result).toMatchObject({
    outcome: "completed",
    turns: 9,
    pulses: { detected: 6, expected: 6 },
    issues: [],
  });
});

test("a private text in its marks reaches only its player; one that it did not say stops the session", async () => {
  const whisper = "Only you see the driver wink.";
  const answer = (text: string) => () => ({
    body: JSON.stringify({
      text: `The bus stops. ${text} Everybody out!`,
      marks: { private: [{ to: "{0}", text: whisper }] },
    }),
  });
  const named = (said: ReturnType<ReturnType<typeof answer>>, { players }: NarratorRequest) => ({
    body: said.body.replace("{0}", players[0]!),
  });
  await using narrator = await serve((request) => named(answer(whisper)(), request));
  const { state } = await played(narrator.url);
  const [moment] = state.privateMoments;
  expect(moment).toMatchObject({ turn: 1, seat: 0, content: whisper });
  await using liar = await serve((request) => named(answer("Nothing more.")(), request));
  const { stopped } = await played(liar.url);
  expect(stopped?.message).toContain("marks.private.0.text: must occur in `text`");
});

test("headers come from the settings; the value of their variable is sent and stored nowhere", async () => {
  const token = "lamplight-7731";
  const sent: unknown[] = [];
  await using server = await startServer(async (incoming, response) => {
    sent.push(incoming.headers.authorization);
    await json(incoming);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ text: `Your token is ${token}, I hear.` }));
  });
  const url = `${server.url}/tell`;
  const settings = { narratorHeaders: { [url]: { authorization: "Bearer ${LAMP_TOKEN}" } } };
  const play = async (variable: (name: string) => string | undefined) => {
    const harness = { ...houseHarness(settings), variable };
    harness.permits.allow([url]);
    const out = emptyFolder();
    const config = planSession(harness, { ...wish, narrator: url });
    return { ...(await playSession(harness, { config, out, sessionId: "own" })), out };
  };
  const { out } = await play((name) => (name === "LAMP_TOKEN" ? token : undefined));
  expect(new Set(sent)).toEqual(new Set([`Bearer ${token}`]));
  for (const file of readdirSync(join(out, "own"), { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(token)).toBe(false);
  await expect(play(() => undefined)).rejects.toThrow(/environment variable LAMP_TOKEN, which is not set/);
});
