/** Wrong inputs of every operation, as data: what is asked for, and the error that must come of it on every surface. */
import type { ErrorCode } from "../../../src/kernel/errors/index.ts";

/** Paths are relative to the folder that wrong-inputs.test.ts makes. */
export const SESSION = "sessions/inn";
export const MATRIX = "matrices/inn";
const OTHER = "sessions/sea";
const TURN = `${SESSION}/turn-2.json`;
const MATRIX_FILE = `${MATRIX}/matrix.json`;

export const surfaces = ["terminal", "library", "http", "mcp"] as const;
export type SurfaceName = (typeof surfaces)[number];

/** A code, and the option. */
type Expected = ErrorCode | `${ErrorCode} ${string}`;

/**
 * What is wrong; the input with the library's names; the code and the option of the error; what its message says of the
 * value; and where the error is another one, or none.
 */
export type WrongInput = readonly [
  wrong: string,
  input: Readonly<Record<string, unknown>>,
  error: Expected,
  says: string,
  where?: { on?: readonly SurfaceName[] } & { readonly [Name in SurfaceName]?: Expected },
];

/** A value that cannot be typed. */
const untyped = { on: ["library", "http", "mcp"] } as const;
/** What the user of a terminal may do, but neither a page nor an assistant. */
const foreign = { on: ["http", "mcp"] } as const;
/** Requests name files of the workspace only. An assistant reads what its user reads. */
const overHttp = { on: ["http"] } as const;
/** An assistant sends no text from elsewhere to a provider, and writes nothing there. */
const viaMcp = { on: ["mcp"] } as const;
/** An option that only the owner sets. */
const kept = (option: string) =>
  ({ http: `not-allowed ${option}`, mcp: `unknown-option ${option}` }) as const;
/** Texts are named over HTTP: a path is not a name. */
const unlisted = (option: string) => ({ http: `unknown-name ${option}` }) as const;
/** Code that the settings do not name. */
const code = (option: string) => ({ http: `not-allowed ${option}`, mcp: `not-allowed ${option}` }) as const;

const LONG = "x".repeat(100_000);
/** Deeper than a function can follow, but not than JSON.stringify. */
const NESTED = JSON.parse(`${"[".repeat(4_000)}${"]".repeat(4_000)}`) as unknown;

const PLAN = { stories: ["innsmouth"], narratorModels: ["house"], sessionsPerCombination: 1 };
const PROTOTYPE = JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>;
const MANY: readonly string[] = Array<string>(40_000).fill("engaged");

const house = { narrator: "house", seed: 7, maxTurns: 3 };
const pair = { checkpoint: [TURN], b: ["prompt=structured"], turns: 1, pairs: 1 };
const smoke = { preset: "smoke", narrator: ["house"], seed: 7 };
const evening = { path: "evening.jsonl", observer: "haiku" };
const offline = { target: "offline" };
const loyalty = { test: "V2-LOY-001", reason: "reviewed", by: "Ada" };

export const wrongInputs: Readonly<Record<string, readonly WrongInput[]>> = {
  play: [
    ["a misspelt option", { maxTuns: 5 }, "unknown-option maxTuns", "Did you mean"],
    ["a long name", { [LONG]: 1 }, `unknown-option ${LONG.slice(0, 60)}…`, "xxx", untyped],
    ["a long narrator", { narrator: LONG }, "unknown-name narrator", "xxx", untyped],
    ["a name of the prototype", { constructor: 1 }, "unknown-option constructor", "constructor"],
    ["too small", { maxTurns: 2 }, "bad-value maxTurns", "at least 3, not 2"],
    ["too large", { players: 9 }, "bad-value players", "at most 5, not 9"],
    ["text in place of a number", { maxTurns: "ten" }, "bad-value maxTurns", '"ten"'],
    ["half a turn", { maxTurns: 3.5 }, "bad-value maxTurns", "a whole number, not 3.5"],
    ["no budget", { budget: 0 }, "bad-value budget", "more than 0, not 0"],
    ["a number in place of a name", { story: 5 }, "bad-value story", "5", untyped],
    [
      "a file as the folder",
      { ...house, out: "notes.md" },
      "bad-path out",
      "notes.md",
      { http: "not-allowed out" },
    ],
    [
      "no file for the comment",
      { ...house, comment: "empty" },
      "bad-path comment",
      "empty",
      { on: ["terminal"] },
    ],
    ["no signal", { ...house, signal: 5 }, "bad-value signal", "AbortSignal", { on: ["library"] }],
    ["an unknown story", { story: "insmouth" }, "unknown-name story", "Did you mean innsmouth?"],
    ["a folder", { narrator: "./empty" }, "unknown-name narrator", "nor a module"],
    ["an unknown prompt", { prompt: "basline" }, "unknown-name prompt", "Did you mean baseline?"],
    ["an unknown model", { narrator: "opus-4.6" }, "unknown-name narrator", '"opus-4.6"'],
    ["no model of words", { narrator: "hous" }, "unknown-name narrator", "haiku, house. Did you mean house?"],
    ["a judge that cannot", { ...house, judge: "voyage" }, "wrong-model judge", "voyage"],
    ["a misspelt item", { archetypes: ["questionar"] }, "bad-value archetypes", "Did you mean questioner?"],
    [
      "three players of two archetypes",
      { players: 3, archetypes: ["engaged", "joker"] },
      "bad-combination archetypes",
      "3",
    ],
    ["a misspelt value", { guide: "nots" }, "bad-value guide", "Did you mean notes?"],
    ["an unknown kind", { ...house, stopOn: ["lop"] }, "unknown-name stopOn", "Did you mean loop?"],
    [
      "a kind that nobody reads for",
      { ...house, observer: "none", stopOn: ["leak"] },
      "missing-option observer",
      "leak",
    ],
    ["an empty list", { stopOn: [] }, "bad-value stopOn", ""],
    ["a gate without a number", { failUnder: ["overall"] }, "bad-value failUnder", "overall"],
    ["a gate on no metric", { failOver: ["lops=0"] }, "bad-value failOver", "Did you mean loops?"],
    ["a gate the wrong way", { failOver: ["overall=70"] }, "bad-value failOver", "overall=70"],
    ["no recording", { recording: SESSION }, "bad-recording recording", SESSION, kept("recording")],
    ["no settings", { config: "absent.ts" }, "not-found config", "absent.ts", kept("config")],
    ["settings that throw", { config: "throws.ts" }, "bad-settings config", "out of order", kept("config")],
    [
      "an unknown setting",
      { config: { budgett: 1 } },
      "bad-settings config",
      "budgett",
      { ...untyped, ...kept("config") },
    ],
    ["a number as settings", { config: 5 }, "bad-value config", "5", { ...untyped, ...kept("config") }],
    [
      "a narrator that throws",
      { ...house, narrator: "./throws.ts" },
      "bad-file narrator",
      "out of order",
      code("narrator"),
    ],
    [
      "no such prompt",
      { ...house, prompt: "./absent.md" },
      "not-found prompt",
      "absent.md",
      unlisted("prompt"),
    ],
    [
      "no such module",
      { ...house, narrator: "./absent.ts" },
      "not-found narrator",
      "absent.ts",
      { http: "not-allowed narrator" },
    ],
    [
      "no such rubric",
      { ...house, judge: "opus-4.5", rubric: "absent.json" },
      "not-found rubric",
      "absent.json",
    ],
    ["a prompt without text", { prompt: { name: "mine" } }, "bad-value prompt", "text", untyped],
    [
      "a prompt with more",
      { prompt: { name: "mine", text: "Go on.", z: 1 } },
      "bad-value prompt",
      '"z"',
      untyped,
    ],
    ["a guide without text", { story: { name: "mine" } }, "bad-value story", "(text) is missing", untyped],
    ["lists in lists", { story: NESTED }, "bad-value story", "a list", untyped],
    ["lists in a list", { archetypes: NESTED }, "bad-value archetypes", "a list", untyped],
    ["a list of seeds", { seed: [] }, "bad-value seed", "a list", untyped],
    ["a long seed", { seed: LONG }, "bad-value seed", "at most 200 characters"],
    ["a long name of a text", { prompt: { name: LONG, text: "t" } }, "bad-value prompt", "200", untyped],
    ["a name with a bell", { prompt: { name: "\u0007", text: "t" } }, "bad-value prompt", "control", untyped],
    ["no path", { ...house, rubric: "" }, "bad-value rubric", "must not be empty", untyped],
    ["many", { archetypes: MANY }, "bad-value archetypes", "at most 1000 items, not 40000", overHttp],
    ["the prototype", PROTOTYPE, "unknown-option __proto__", "", overHttp],
    [
      "a long prompt",
      { prompt: { name: "mine", text: "t".repeat(100_001) } },
      "bad-value prompt",
      "(text) must have at most 100000 characters.",
      untyped,
    ],
    ["a guide without title", { ...house, story: { id: "mine" } }, "bad-value story", "title", untyped],
    ["an empty rubric", { ...house, rubric: {} }, "bad-value rubric", "version", untyped],
    ["a rubric for nobody", { ...house, rubric: "plan.yaml" }, "missing-option judge", "plan.yaml"],
    ["a missing key", { narrator: "grok-4", seed: 7 }, "missing-keys", "XAI_API_KEY"],
    [
      "an address",
      { ...house, narrator: "http://127.0.0.1:9" },
      "not-allowed narrator",
      "127.0.0.1:9",
      foreign,
    ],
    [
      "a player's module",
      { ...house, playerModel: "./throws.ts" },
      "not-allowed playerModel",
      "throws.ts",
      overHttp,
    ],
    ["a link out", { ...house, rubric: "away.json" }, "outside-folder rubric", "away.json", overHttp],
    ["a linked prompt", { ...house, prompt: "away" }, "outside-folder prompt", "away", overHttp],
    ["a file as a prompt", { ...house, prompt: "notes.md" }, "unknown-name prompt", "notes.md", overHttp],
    ["a prompt above", { ...house, prompt: "../secret" }, "unknown-name prompt", "../secret", overHttp],
    [
      "a prompt elsewhere",
      { ...house, prompt: "../outside.md" },
      "outside-folder prompt",
      "outside.md",
      viaMcp,
    ],
    ["a story elsewhere", { ...house, story: "../outside.md" }, "outside-folder story", "outside.md", viaMcp],
    ["nothing like a view", { ...house, vie: "author" }, "unknown-option vie", "Did you mean view?", viaMcp],
    ["no such view", { ...house, view: "everything" }, "bad-value view", '"everything"', viaMcp],
  ],
  replay: [
    ["no checkpoint", {}, "missing-option checkpoint", "replay needs"],
    ["an empty checkpoint", { checkpoint: "" }, "bad-value checkpoint", "must not be empty", untyped],
    ["no such turn", { checkpoint: `${SESSION}/turn-9.json` }, "not-found checkpoint", "turn-9.json"],
    ["a matrix", { checkpoint: MATRIX_FILE }, "wrong-folder checkpoint", MATRIX_FILE],
    ["a limit for pairs", { checkpoint: TURN, times: 2, maxTurns: 9 }, "bad-combination maxTurns", "pairs"],
    ["pairs of the same", { checkpoint: TURN, times: 2 }, "not-comparable times", "nothing is changed"],
    [
      "a judge of pairs",
      { checkpoint: TURN, narrator: "house/looping", times: 2, judge: "house" },
      "bad-combination judge",
      "judge",
    ],
    ["a way up", { checkpoint: `inn/../../${TURN}` }, "outside-folder checkpoint", "inn/../..", overHttp],
    [
      "a permit",
      { checkpoint: TURN, allowNarrator: ["./throws.ts"] },
      "unknown-option allowNarrator",
      "allowNarrator",
      { ...foreign, http: "not-allowed allowNarrator" },
    ],
  ],
  resume: [
    ["no folder", { dir: "absent" }, "not-found dir", "absent"],
    ["an empty folder", { dir: "empty" }, "wrong-folder dir", "empty"],
    ["a folder elsewhere", { dir: "../elsewhere" }, "outside-folder dir", "elsewhere", viaMcp],
    ["pairs of a session", { dir: SESSION, pairs: 5 }, "bad-combination pairs", SESSION],
    ["turns of a matrix", { dir: MATRIX, turns: 2 }, "bad-combination turns", MATRIX],
  ],
  report: [
    ["no turns", { dir: SESSION, turns: "five" }, "bad-value turns", "five"],
    ["a reader's answers", { dir: `${SESSION}/readings/house` }, "wrong-folder dir", "a reading by house"],
    ["turns backwards", { dir: SESSION, turns: "3-1" }, "bad-value turns", "ends before it begins"],
    ["no folder", { dir: "nope" }, "not-found dir", "nope"],
    ["no character of a path", { dir: "a\0b" }, "bad-value dir", "must not contain NUL characters."],
    ["turns that were not played", { dir: SESSION, turns: "8-9" }, "bad-value turns", "8-9"],
    [
      "an excerpt of nothing",
      { forLlm: true },
      "missing-option dir",
      "needs a folder",
      { mcp: "unknown-option forLlm" },
    ],
    ["nothing to archive", { archive: ["absent"] }, "not-found", "absent"],
    ["turns of sessions", { dir: "sessions", turns: "3" }, "bad-combination turns", "several sessions"],
    ["turns of nothing", { turns: "3-4" }, "missing-option dir", "needs a folder"],
    ["two at once", { dir: SESSION, costs: true, turns: "1-2" }, "bad-combination turns", "whole run"],
  ],
  compare: [
    ["one alone", { dir: [SESSION] }, "not-comparable dir", "two sessions"],
    ["no folder", { dir: ["absent", SESSION] }, "not-found dir", "absent"],
    ["a session and a matrix", { dir: [SESSION, MATRIX] }, "wrong-folder dir", MATRIX],
    ["arms of sessions", { dir: [SESSION, OTHER], by: "prompt" }, "bad-combination by", SESSION],
    ["no arm", { dir: [MATRIX], by: "story" }, "bad-value by", '"story"'],
  ],
  ab: [
    ["no B", { checkpoint: [TURN] }, "missing-option b", "missing"],
    [
      "a prompt elsewhere",
      { ...pair, b: ["prompt=../outside.md"] },
      "outside-folder b",
      "outside.md",
      viaMcp,
    ],
    ["no such change", { ...pair, b: ["promt=baseline"] }, "bad-value b", "Did you mean prompt?"],
    ["no checkpoint", { ...pair, checkpoint: ["absent.json"] }, "not-found checkpoint", "absent.json"],
    ["no such prompt", { ...pair, b: ["prompt=./absent.md"] }, "not-found b", "absent.md", unlisted("b")],
    ["a prompt alone", { ...pair, b: ["terse"] }, "bad-value b", "Did you mean prompt=terse"],
    ["half a change", { ...pair, b: ["prompt"] }, "bad-value b", "prompt"],
    ["an unknown prompt", { ...pair, b: ["prompt=basline"] }, "unknown-name b", "Did you mean baseline?"],
    ["a guide without text", { ...pair, b: { storyGuide: { name: "x" } } }, "bad-value b", "text", untyped],
    ["no such field", { ...pair, b: { promt: "baseline" } }, "bad-value b", '"promt"', untyped],
    ["two lengths", { ...pair, finding: "t9-loop" }, "bad-combination turns", "t9-loop"],
    ["no such finding", { ...pair, turns: undefined, finding: "t9-loop" }, "bad-value finding", "t9-loop"],
    ["a matrix", { ...pair, checkpoint: [MATRIX_FILE] }, "wrong-folder checkpoint", MATRIX_FILE],
    ["a prompt above", { ...pair, b: ["prompt=../secret"] }, "unknown-name b", "../secret", overHttp],
    ["a module", { ...pair, b: ["narrator=./throws.ts"] }, "bad-file b", "out of order", code("b")],
  ],
  matrix: [
    ["nothing to play", {}, "missing-option preset", "matrix needs"],
    [
      "an unknown story",
      { ...smoke, stories: ["insmouth"] },
      "unknown-name stories",
      "Did you mean innsmouth?",
    ],
    [
      "two plans",
      { preset: "smoke", plan: "plan.yaml" },
      "bad-combination plan",
      "plan.yaml",
      { http: "not-allowed plan" },
    ],
    [
      "half a plan",
      { plan: "plan.yaml" },
      "bad-file",
      "narratorModels: missing",
      { http: "not-allowed plan" },
    ],
    ["no plan", { plan: "absent.yaml" }, "not-found plan", "absent.yaml", { http: "not-allowed plan" }],
    [
      "a plan in TypeScript",
      { plan: "throws.ts" },
      "bad-file plan",
      "throws.ts",
      { http: "not-allowed plan" },
    ],
    [
      "text in place of a list",
      { plan: { stories: "innsmouth" } },
      "bad-file plan",
      "stories",
      { ...untyped, http: "not-allowed plan" },
    ],
    [
      "a plan's prompt",
      { plan: { ...PLAN, systemPrompts: { a: "../outside.md" } } },
      "outside-folder prompts",
      "outside.md",
      viaMcp,
    ],
    ["a share of nothing", { ...smoke, shard: "1/2", budget: 0.000001 }, "bad-value budget", "0.000001"],
    ["the third of two", { ...smoke, shard: "3/2" }, "bad-value shard", "3/2"],
    [
      "a table as a plan",
      { plan: "tests.csv" },
      "bad-file plan",
      "expected an object",
      { http: "not-allowed plan" },
    ],
    [
      "prompts of one text",
      { plan: { ...PLAN, systemPrompts: { a: "baseline", c: "baseline" } } },
      "not-comparable",
      "a and c have identical text",
      { ...untyped, http: "not-allowed plan" },
    ],
    [
      "a gate without its judge",
      { ...smoke, failUnder: ["coherence=5"] },
      "missing-option judge",
      "coherence",
    ],
    [
      "two prompts of one name",
      { ...smoke, prompts: ["a/x.md", "b/x.md"] },
      "bad-value prompts",
      "same name",
      unlisted("prompts"),
    ],
    ["a shard of chance", { ...smoke, seed: undefined, shard: "1/2" }, "missing-option seed", "needs a seed"],
    [
      "a shard's gate",
      { ...smoke, shard: "1/2", failUnder: ["overall=70"] },
      "bad-combination failUnder",
      "",
    ],
    ["a session", { ...smoke, baseline: SESSION }, "wrong-folder baseline", SESSION],
    ["no baseline", { ...smoke, baseline: "absent.json" }, "not-found baseline", "absent.json"],
    [
      "a module in a plan",
      { plan: "module.yaml" },
      "bad-file narrator",
      "out of order",
      { http: "not-allowed plan", mcp: "not-allowed narrator" },
    ],
  ],
  "matrix merge": [
    ["a session", { dir: [SESSION] }, "wrong-folder dir", SESSION],
    ["no folder", { dir: ["absent"] }, "not-found dir", "absent"],
    ["a missing shard", { dir: ["sharded"] }, "unfinished dir", "2/2"],
  ],
  bisect: [
    ["no folder", { dir: "absent" }, "not-found dir", "absent"],
    ["a matrix", { dir: MATRIX }, "wrong-folder dir", MATRIX],
    ["no criterion", { dir: SESSION, criterion: "good" }, "bad-value criterion", "good"],
    ["no sign", { dir: SESSION, criterion: "loops<5" }, "bad-value criterion", 'instead of "<"'],
  ],
  judge: [
    ["no session", {}, "missing-option dir", "dir"],
    ["no folder beside one", { dir: [SESSION, "absent"] }, "not-found dir", "absent"],
    ["a matrix", { dir: [MATRIX] }, "wrong-folder dir", MATRIX],
  ],
  "judge label": [
    ["too much", { dir: SESSION, by: "Ada", scores: ["coherence=12"] }, "bad-value scores", "12"],
    [
      "no metric",
      { dir: SESSION, by: "Ada", scores: ["coherency=7"] },
      "bad-value scores",
      "is not a metric. Did you mean coherence?",
    ],
    [
      "a metric as the library spells it",
      { dir: SESSION, by: "Ada", scores: ["playerAgency=12"] },
      "bad-value scores",
      "(player-agency) must be at most 10",
    ],
    ["no folder", { dir: "absent", by: "Ada", scores: ["pacing=3"] }, "not-found dir", "absent"],
    ["no scores", { dir: SESSION, by: "Ada" }, "missing-option scores", "judge label needs"],
  ],
  observe: [
    ["no reader", { path: SESSION }, "missing-option observer", "needs a reader"],
    ["notes", { path: "notes.md", observer: "house" }, "bad-file path", "notes.md"],
    ["a part", { path: SESSION, observer: "house", session: ["one"] }, "bad-combination session", SESSION],
    ["a module", { path: SESSION, observer: "./throws.ts" }, "wrong-model observer", "throws.ts"],
    ["an address", { ...evening, classifier: "http://127.0.0.1:9" }, "wrong-model classifier", "127.0.0.1:9"],
    [
      "a transcript elsewhere",
      { path: "../outside.md", observer: "haiku" },
      "outside-folder path",
      "outside.md",
      viaMcp,
    ],
  ],
  "story list": [["no option of it", { verbose: true }, "unknown-option verbose", "verbose"]],
  "story check": [
    ["an unknown guide", { file: "insmouth" }, "unknown-name file", "Did you mean innsmouth?"],
    ["no file", { file: "./absent.json" }, "not-found file", "absent.json"],
  ],
  "story import": [
    ["no model", { file: "notes.md" }, "missing-option model", "story import needs"],
    ["a model that cannot", { file: "notes.md", model: "house" }, "wrong-model model", "house"],
  ],
  models: [["no settings", { config: "absent.ts" }, "not-found config", "absent.ts", kept("config")]],
  "models try": [
    ["an unknown model", { model: "opus-4.6" }, "unknown-name model", '"opus-4.6"'],
    ["a model that cannot", { model: "voyage" }, "wrong-model model", "voyage"],
  ],
  check: [
    ["an unknown test", { ...offline, test: ["V2-LOY-01"] }, "unknown-name test", "Did you mean V2-LOY-001"],
    ["an unknown topic", { ...offline, topic: "weather" }, "unknown-name topic", "weather"],
    [
      "an unknown target",
      { target: "ofline" },
      "unknown-name target",
      "Did you mean offline?",
      { http: "not-allowed target" },
    ],
    ["a target that throws", { target: "./throws.ts" }, "bad-file target", "out of order", code("target")],
    ["no gate", { ...offline, failUnder: ["combind=80"] }, "bad-value failUnder", "Did you mean combined?"],
    ["a gate above all", { ...offline, failUnder: ["combined=180"] }, "bad-value failUnder", "0 to 100"],
    [
      "an address without http",
      { target: "127.0.0.1:8080" },
      "unknown-name target",
      "Did you mean http://127.0.0.1:8080?",
      { http: "not-allowed target" },
    ],
    [
      "answers nobody reads",
      { ...offline, failUnder: ["answered=90"] },
      "missing-option answers",
      "answered=90",
    ],
    ["a part", { ...offline, redline: true, banks: ["state"] }, "bad-combination banks", "redline"],
    ["no results", { ...offline, baseline: "plan.yaml" }, "bad-file baseline", "plan.yaml"],
    ["no knowledge", { ...offline, kb: "empty" }, "bad-file kb", "empty"],
    ["no folder of knowledge", { ...offline, kb: "absent" }, "not-found kb", "absent"],
    ["no banks", { ...offline, testBanks: "absent", kb: "shipped" }, "not-found testBanks", "absent"],
    ["an address", { target: "http://127.0.0.1:9/rag" }, "not-allowed target", "127.0.0.1:9", foreign],
    ["an object", { target: { retrieve: "x" } }, "not-allowed target", "", foreign],
    ["knowledge above", { ...offline, kb: "../kb" }, "outside-folder kb", "../kb", overHttp],
  ],
  calibrate: [
    ["no scope", { scope: "some" }, "bad-value scope", '"some"'],
    ["tests of another scope", { testIds: ["V2-GR-001"] }, "bad-combination testIds", "not single"],
    ["shipped banks", { apply: true }, "outside-folder testBanks", "come with Rehearse"],
  ],
  "bank import": [
    ["no table", { path: "absent.csv" }, "not-found path", "absent.csv"],
    [
      "no such field",
      { path: "tests.csv", column: ["promt=Question"] },
      "bad-value column",
      "promt=Question",
    ],
  ],
  "bank override": [
    [
      "an unknown test",
      { ...loyalty, test: "V2-LOY-01", primary: ["gray_rock"] },
      "unknown-name test",
      "Did you mean V2-LOY-001",
    ],
    ["no change", loyalty, "nothing-to-do", "V2-LOY-001"],
    ["no knowledge", { ...loyalty, primary: ["a"], kb: "absent" }, "not-found kb", "absent"],
    ["no such entity", { ...loyalty, primary: ["loyalty_bind"] }, "bad-value", 'has no "loyalty_bind"'],
    ["no order", { ...loyalty, rank: ["one"] }, "bad-value rank", "one"],
    [
      "shipped banks",
      { ...loyalty, primary: ["gray_rock"] },
      "outside-folder testBanks",
      "come with Rehearse",
    ],
  ],
  "bank migrate": [
    ["notes", { file: "notes.md" }, "bad-file file", "notes.md"],
    ["no bank", { file: "absent.json" }, "not-found file", "absent.json"],
    ["a folder", { file: "empty" }, "bad-path file", "empty"],
  ],
  export: [
    ["no folder", { dir: "absent" }, "not-found dir", "absent"],
    ["no such turn", { dir: SESSION, checkpoint: 99 }, "not-found checkpoint", "turn-99.json"],
    ["no session of a turn", { dir: "absent", checkpoint: 1 }, "not-found checkpoint", "turn-1.json"],
    ["a checkpoint for all", { dir: SESSION, checkpoint: 1, public: true }, "bad-combination public", ""],
  ],
};
