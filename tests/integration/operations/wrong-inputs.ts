/** Wrong inputs of every operation, as data: what is asked for, and the error that must come of it on every surface. */
import type { ErrorCode } from "../../../src/kernel/errors/index.ts";

/** Paths are relative to the folder that wrong-inputs.test.ts makes. */
export const SESSION = "sessions/inn";
export const MATRIX = "matrices/inn";
const OTHER = "sessions/sea";
const TURN = `${SESSION}/turn-2.json`;
const MATRIX_FILE = `${MATRIX}/matrix.json`;

/**
 * What is wrong; the input with the library's names; the code and the option of the error; what its message says of the
 * value. A value that cannot be typed is given to the library only.
 */
export type WrongInput = readonly [
  wrong: string,
  input: Readonly<Record<string, unknown>>,
  error: ErrorCode | `${ErrorCode} ${string}`,
  says: string,
  only?: "library",
];

const house = { narrator: "house", seed: 7, maxTurns: 3 };
const pair = { checkpoint: [TURN], b: ["prompt=structured"], turns: 1, pairs: 1 };
const smoke = { preset: "smoke", narrator: ["house"], seed: 7 };
const offline = { target: "offline" };
const loyalty = { test: "V2-LOY-001", reason: "reviewed", by: "Ada" };

export const wrongInputs: Readonly<Record<string, readonly WrongInput[]>> = {
  play: [
    ["a misspelt option", { maxTuns: 5 }, "unknown-option maxTuns", "Did you mean"],
    ["too small", { maxTurns: 2 }, "bad-value maxTurns", "at least 3, not 2"],
    ["too large", { players: 9 }, "bad-value players", "at most 5, not 9"],
    ["text in place of a number", { maxTurns: "ten" }, "bad-value maxTurns", '"ten"'],
    ["half a turn", { maxTurns: 3.5 }, "bad-value maxTurns", "a whole number, not 3.5"],
    ["no budget", { budget: 0 }, "bad-value budget", "more than 0, not 0"],
    ["a number in place of a name", { story: 5 }, "bad-value story", "5", "library"],
    ["an unknown story", { story: "insmouth" }, "unknown-name story", "Did you mean innsmouth?"],
    ["an unknown prompt", { prompt: "basline" }, "unknown-name prompt", "Did you mean baseline?"],
    ["an unknown model", { narrator: "opus-4.6" }, "unknown-name narrator", '"opus-4.6"'],
    [
      "an unknown player",
      { ...house, playerModel: "qwem" },
      "unknown-name playerModel",
      "Did you mean qwen?",
    ],
    ["a judge that cannot", { ...house, judge: "voyage" }, "wrong-model judge", "voyage"],
    ["a classifier that cannot", { ...house, classifier: "voyage" }, "wrong-model classifier", "voyage"],
    ["a misspelt item", { archetypes: ["questionar"] }, "bad-value archetypes", "Did you mean questioner?"],
    [
      "three players of two archetypes",
      { players: 3, archetypes: ["engaged", "joker"] },
      "bad-combination archetypes",
      "3",
    ],
    ["a misspelt value", { guide: "nots" }, "bad-value guide", "Did you mean notes?"],
    ["an unknown kind", { ...house, stopOn: ["lop"] }, "unknown-name stopOn", "Did you mean loop?"],
    ["an empty list", { stopOn: [] }, "bad-value stopOn", ""],
    ["a gate without a number", { failUnder: ["overall"] }, "bad-value failUnder", "overall"],
    ["a gate on no metric", { failOver: ["lops=0"] }, "bad-value failOver", "Did you mean loops?"],
    ["a gate the wrong way", { failOver: ["overall=70"] }, "bad-value failOver", "overall=70"],
    ["without what it needs", { onMiss: "ask" }, "missing-option recording", "needs"],
    ["no recording", { recording: SESSION }, "bad-recording recording", SESSION],
    ["no settings", { config: "absent.ts" }, "not-found config", "absent.ts"],
    ["settings that throw", { config: "throws.ts" }, "bad-settings config", "out of order"],
    ["an unknown setting", { config: { budgett: 1 } }, "bad-settings config", "budgett", "library"],
    ["a wrong setting", { config: { budget: "much" } }, "bad-settings config", "budget", "library"],
    ["a number as settings", { config: 5 }, "bad-value config", "5", "library"],
    ["a narrator that throws", { ...house, narrator: "./throws.ts" }, "bad-file narrator", "out of order"],
    ["a prompt without text", { prompt: { name: "mine" } }, "bad-value prompt", "text", "library"],
    ["a guide without title", { ...house, story: { id: "mine" } }, "bad-value story", "title", "library"],
    ["an empty rubric", { ...house, rubric: {} }, "bad-value rubric", "version", "library"],
    ["a rubric for nobody", { ...house, rubric: "absent.json" }, "missing-option judge", "absent.json"],
    ["a missing key", { narrator: "grok-4" }, "missing-keys", "XAI_API_KEY"],
  ],
  replay: [
    ["no checkpoint", {}, "missing-option checkpoint", "replay needs"],
    ["no such turn", { checkpoint: `${SESSION}/turn-9.json` }, "not-found checkpoint", "turn-9.json"],
    ["a matrix", { checkpoint: MATRIX_FILE }, "wrong-folder checkpoint", MATRIX_FILE],
    ["an unknown prompt", { checkpoint: TURN, prompt: "basline" }, "unknown-name prompt", '"basline"'],
    [
      "an unknown guide",
      { checkpoint: TURN, storyGuide: "insmouth" },
      "unknown-name storyGuide",
      '"insmouth"',
    ],
    ["a limit for pairs", { checkpoint: TURN, times: 2, maxTurns: 9 }, "bad-combination maxTurns", "pairs"],
    ["pairs of the same", { checkpoint: TURN, times: 2 }, "not-comparable times", "nothing is changed"],
  ],
  resume: [
    ["no folder", { dir: "absent" }, "not-found dir", "absent"],
    ["an empty folder", { dir: "empty" }, "wrong-folder dir", "empty"],
    ["pairs of a session", { dir: SESSION, pairs: 5 }, "bad-combination pairs", SESSION],
    ["turns of a matrix", { dir: MATRIX, turns: 2 }, "bad-combination turns", MATRIX],
    ["no recording", { dir: SESSION, record: "empty" }, "bad-recording record", "empty"],
  ],
  report: [
    ["no turns", { dir: SESSION, turns: "five" }, "bad-value turns", "five"],
    ["turns that were not played", { dir: SESSION, turns: "8-9" }, "bad-value turns", "8-9"],
    ["an excerpt of nothing", { forLlm: true }, "missing-option dir", "needs a folder"],
    ["two at once", { dir: SESSION, costs: true, turns: "1-2" }, "bad-combination costs", "combined"],
  ],
  compare: [
    ["one alone", { dir: [SESSION] }, "not-comparable dir", "two sessions"],
    ["the same twice", { dir: [SESSION, SESSION] }, "not-comparable dir", SESSION],
    ["a session and a matrix", { dir: [SESSION, MATRIX] }, "wrong-folder dir", MATRIX],
    ["arms of sessions", { dir: [SESSION, OTHER], by: "prompt" }, "bad-combination by", SESSION],
    ["no arm", { dir: [MATRIX], by: "story" }, "bad-value by", '"story"'],
  ],
  ab: [
    ["no B", { checkpoint: [TURN] }, "missing-option b", "missing"],
    ["no such change", { ...pair, b: ["promt=baseline"] }, "bad-value b", "Did you mean prompt?"],
    ["half a change", { ...pair, b: ["prompt"] }, "bad-value b", "prompt"],
    ["an unknown prompt", { ...pair, b: ["prompt=basline"] }, "unknown-name b", "Did you mean baseline?"],
    ["no such field", { ...pair, b: { promt: "baseline" } }, "bad-value b", '"promt"', "library"],
    ["no pairs", { ...pair, pairs: 0 }, "bad-value pairs", "at least 1, not 0"],
    ["two lengths", { ...pair, finding: "t9-loop" }, "bad-combination turns", "t9-loop"],
    ["no such finding", { ...pair, turns: undefined, finding: "t9-loop" }, "bad-value finding", "t9-loop"],
    ["a matrix", { ...pair, checkpoint: [MATRIX_FILE] }, "wrong-folder checkpoint", MATRIX_FILE],
  ],
  matrix: [
    ["a misspelt preset", { preset: "smok" }, "bad-value preset", "Did you mean smoke?"],
    ["nothing to play", {}, "missing-option preset", "matrix needs"],
    ["two plans", { preset: "smoke", plan: "plan.yaml" }, "bad-combination plan", "plan.yaml"],
    ["no plan", { plan: "absent.yaml" }, "not-found plan", "absent.yaml"],
    ["a plan that throws", { plan: "throws.ts" }, "bad-file plan", "out of order"],
    ["text in place of a list", { plan: { stories: "innsmouth" } }, "bad-file plan", "stories", "library"],
    ["an unknown prompt", { ...smoke, prompts: ["basline"] }, "unknown-name prompts", '"basline"'],
    ["the third of two", { ...smoke, shard: "3/2" }, "bad-value shard", "3/2"],
    ["a shard of chance", { ...smoke, seed: undefined, shard: "1/2" }, "missing-option seed", "needs a seed"],
    [
      "a shard's gate",
      { ...smoke, shard: "1/2", failUnder: ["overall=70"] },
      "bad-combination failUnder",
      "",
    ],
    ["a session", { ...smoke, baseline: SESSION }, "wrong-folder baseline", SESSION],
  ],
  "matrix merge": [
    ["a session", { dir: [SESSION] }, "wrong-folder dir", SESSION],
    ["no folder", { dir: ["absent"] }, "not-found dir", "absent"],
  ],
  bisect: [
    ["a matrix", { dir: MATRIX }, "wrong-folder dir", MATRIX],
    ["no criterion", { dir: SESSION, criterion: "good" }, "bad-value criterion", "good"],
    ["half a change", { dir: SESSION, with: ["narrator"] }, "bad-value with", "narrator"],
  ],
  judge: [
    ["no session", {}, "missing-option dir", "dir"],
    ["a matrix", { dir: [MATRIX] }, "wrong-folder dir", MATRIX],
    ["a model that cannot", { dir: [SESSION], judge: "voyage" }, "wrong-model judge", "voyage"],
    ["no rubric", { dir: [SESSION], rubric: "absent.json" }, "not-found rubric", "absent.json"],
    ["without effect", { dir: [SESSION], controls: false }, "bad-combination controls", "nothing"],
  ],
  "judge label": [
    ["too much", { dir: SESSION, by: "Ada", scores: ["coherence=12"] }, "bad-value scores", "12"],
    ["no metric", { dir: SESSION, by: "Ada", scores: ["coherency=7"] }, "bad-value scores", "coherency"],
    ["nobody", { dir: SESSION, scores: ["coherence=7"] }, "missing-option by", "judge label needs"],
    ["no scores", { dir: SESSION, by: "Ada" }, "missing-option scores", "no terminal"],
  ],
  observe: [
    ["no reader", { path: SESSION }, "missing-option observer", "needs a reader"],
    ["notes", { path: "notes.md", observer: "house" }, "bad-file path", "notes.md"],
    ["a part", { path: SESSION, observer: "house", session: ["one"] }, "bad-combination session", SESSION],
  ],
  "story list": [["no option of it", { verbose: true }, "unknown-option verbose", "verbose"]],
  "story check": [["an unknown guide", { file: "insmouth" }, "unknown-name file", "Did you mean innsmouth?"]],
  "story import": [
    ["no model", { file: "notes.md" }, "missing-option model", "story import needs"],
    ["a model that cannot", { file: "notes.md", model: "house" }, "wrong-model model", "house"],
  ],
  models: [["no settings", { config: "absent.ts" }, "not-found config", "absent.ts"]],
  "models try": [
    ["an unknown model", { model: "opus-4.6" }, "unknown-name model", '"opus-4.6"'],
    ["a model that cannot", { model: "voyage" }, "wrong-model model", "voyage"],
  ],
  check: [
    ["a misspelt bank", { ...offline, banks: ["semantc"] }, "bad-value banks", "Did you mean semantic?"],
    ["an unknown test", { ...offline, test: ["V2-LOY-01"] }, "unknown-name test", "Did you mean V2-LOY-001"],
    ["an unknown topic", { ...offline, topic: "weather" }, "unknown-name topic", "weather"],
    ["an unknown target", { target: "ofline" }, "unknown-name target", "Did you mean offline?"],
    ["a target that throws", { target: "./throws.ts" }, "bad-file target", "out of order"],
    ["no gate", { ...offline, failUnder: ["combind=80"] }, "bad-value failUnder", "combind=80"],
    [
      "answers nobody reads",
      { ...offline, failUnder: ["answered=90"] },
      "missing-option answers",
      "answered=90",
    ],
    ["a part", { ...offline, redline: true, banks: ["state"] }, "bad-combination redline", "banks"],
    ["not once", { ...offline, repeat: 0 }, "bad-value repeat", "at least 1, not 0"],
    ["no results", { ...offline, baseline: "plan.yaml" }, "bad-file baseline", "plan.yaml"],
    ["no knowledge", { ...offline, kb: "empty" }, "bad-file kb", "empty"],
  ],
  calibrate: [
    ["no scope", { scope: "some" }, "bad-value scope", '"some"'],
    ["tests of another scope", { testIds: ["V2-GR-001"] }, "bad-combination testIds", "affected"],
    ["accepted by nobody", { accept: ["V2-GR-001"] }, "bad-combination by", "needs"],
  ],
  "bank import": [
    ["no table", { paths: ["absent.csv"] }, "not-found paths", "absent.csv"],
    ["no format", { paths: ["tests.csv"], format: "xml" }, "bad-value format", '"xml"'],
    [
      "no such field",
      { paths: ["tests.csv"], column: ["promt=Question"] },
      "bad-value column",
      "promt=Question",
    ],
  ],
  "bank override": [
    [
      "an unknown test",
      { ...loyalty, test: "V2-LOY-01", accept: true },
      "unknown-name test",
      "Did you mean V2-LOY-001",
    ],
    ["no change", loyalty, "missing-option", "Nothing to override"],
    [
      "no such entity",
      { ...loyalty, primary: ["loyalty_bind"] },
      "unknown-name",
      "Did you mean loyalty_binds",
    ],
    ["no order", { ...loyalty, rank: ["one"] }, "bad-value rank", "one"],
  ],
  "bank migrate": [["notes", { file: "notes.md" }, "bad-file file", "notes.md"]],
  export: [
    ["no folder", { dir: "absent" }, "not-found dir", "absent"],
    ["an empty folder", { dir: "empty" }, "wrong-folder dir", "empty"],
    ["no such turn", { dir: SESSION, checkpoint: 99 }, "not-found checkpoint", "turn-99.json"],
    ["a checkpoint for all", { dir: SESSION, checkpoint: 1, public: true }, "bad-combination public", ""],
  ],
};
