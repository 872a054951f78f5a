/**
 * What the narrator is sent over 40 turns of each shipped story, told as notes and in full: tokens, how much of them a
 * prompt cache can answer, and dollars at the catalog's prices. Then how long every role's prompt gets.
 *
 *     node benches/narrator-prompt.ts
 *
 * The words are the house cast's; the prompts are those that models would get. Tokens are the harness's own estimate.
 * A cache is taken to answer every beginning that is the same as a turn before, by whole messages: no cache expires
 * between turns, and no vendor's least cacheable length counts. Output is not counted: it is the same in both.
 */
import { join } from "node:path";
import type { GuideForm, Role, SessionConfig } from "../src/contract/index.ts";
import { systemClock } from "../src/kernel/clock/index.ts";
import {
  costOf,
  estimateTokens,
  InvalidReplyError,
  TOKENS_PER_MESSAGE,
  type Gateway,
  type PromptAsk,
  type PromptMessage,
} from "../src/kernel/models/index.ts";
import { narratorHistory, narratorInstructions } from "../src/playtest/agents/index.ts";
import { houseCast, planSession, shippedNames } from "../src/playtest/index.ts";
import { createNarrator } from "../src/playtest/narrator/index.ts";
import {
  applyTurn,
  newSession,
  playTurn,
  toldPulses,
  type SessionState,
} from "../src/playtest/session/index.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const TURNS = 40;
const FORMS: readonly GuideForm[] = ["notes", "full"];
const NARRATORS = ["opus-4.5", "grok-4", "deepseek-r2"];
const ROLES: readonly Role[] = ["narrator", "classifier", "player", "spokesperson"];
const SHOWN = [1, 5, 10, 20, 30, 40];
/** Players who stray and ask, so that a story lasts. */
const GROUP = ["drifter", "curious", "joker", "questioner", "wildcard"] as const;

type Size = { role: Role; turn: number; tokens: number };

const settings = resolveSettings({ file: {} }).settings;

/** The first session of so many turns; its prompts are measured on the way. */
async function played(story: string, out: string): Promise<{ state: SessionState; sizes: Size[] }> {
  for (let seed = 1; seed <= 200; seed++) {
    const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });
    const config: SessionConfig = {
      ...planSession(harness, {
        story,
        prompt: "baseline",
        narrator: "house",
        archetypes: [...GROUP],
        seed,
        maxTurns: 100,
      }),
      charactersPending: false,
    };
    const run = await harness.openRun(join(out, `${story}-${seed}`), { seed: String(seed) });
    const sizes: Size[] = [];
    const gateway = measured(run.gateway, sizes);
    const house = harness.catalog.resolve("house");
    const cast = {
      gateway,
      narrator: createNarrator({
        gateway,
        model: house,
        summariser: house,
        config,
        permit: () => Promise.reject(new Error("no module is loaded here")),
      }),
      // Asked on paper: its prompt is measured, and the rules decide.
      classifier: harness.catalog.resolve("gpt-4o-mini"),
      classifyWithinMs: 60_000,
      observer: house,
      players: config.group.players.map(() => house),
      clock: systemClock,
    };
    let state = newSession({ sessionId: story, config });
    while (state.turn < TURNS && !state.ending) state = applyTurn(state, await playTurn(state, cast));
    await run.close();
    await harness.close();
    if (state.turn === TURNS) return { state, sizes };
  }
  throw new Error(`no seed plays ${story} for ${TURNS} turns`);
}

function measured(real: Gateway, sizes: Size[]): Gateway {
  const note = ({ role, turn, instructions = "", messages }: PromptAsk) =>
    void sizes.push({ role, turn: turn ?? 0, tokens: sum([instructions, ...contents(messages)]) });
  return {
    ...real,
    text: (ask) => (note(ask), real.text(ask)),
    object: (ask) => {
      if (!ask.call.endsWith("/again")) note(ask);
      if (ask.role !== "classifier") return real.object(ask);
      throw new InvalidReplyError({
        model: ask.model.label,
        text: "",
        problem: "it was asked on paper.",
        usage: {},
      });
    },
  };
}

type Sent = { input: number; auto: number; read: number; write: number; notes: number };

/** What each turn's narrator is sent in this form, and what of it the turn before had sent. */
function sentIn({ config, records }: SessionState, guideForm: GuideForm): Sent[] {
  const told: SessionConfig = { ...config, guideForm };
  const instructions = narratorInstructions(told);
  const historyOf = narratorHistory({ names: told.group.players.map(({ name }) => name), config: told });
  let last: string[] = [];
  let lastMark = 0;
  return records.map((_, index) => {
    const before = records.slice(0, index);
    const messages = historyOf({ records: before, turn: index + 1, told: toldPulses(before) });
    const parts = [instructions, ...contents(messages)];
    const same = parts.findIndex((part, at) => part !== last[at]);
    const mark = messages.findLastIndex(({ cacheUpTo }) => cacheUpTo) + 2;
    const sent = {
      input: sum(parts),
      // Vendors that cache by themselves: the whole beginning that is the same.
      auto: sum(parts.slice(0, same < 0 ? parts.length : same)),
      // Vendors that take breakpoints: up to the last one of the turn before; up to this turn's is written.
      read: sum(parts.slice(0, lastMark)),
      write: sum(parts.slice(lastMark, Math.max(1, mark))),
      notes: messages.at(-1)!.content.startsWith("[Notes") ? sum([messages.at(-1)!.content]) : 0,
    };
    last = parts;
    lastMark = Math.max(1, mark);
    return sent;
  });
}

const contents = (messages: readonly PromptMessage[]) => messages.map(({ content }) => content);
const sum = (parts: readonly string[]) =>
  parts.reduce((total, text) => total + estimateTokens(text) + TOKENS_PER_MESSAGE, 0);
const total = (sent: readonly Sent[], of: keyof Sent) => sent.reduce((all, each) => all + each[of], 0);
const whole = (count: number) => Math.round(count).toLocaleString("en-US");

type Row = { story: string; form: GuideForm; tokens: number[]; dollars: number[] };

function meanOf(rows: readonly Row[]): Row {
  const mean = (of: (row: Row) => number[]) =>
    of(rows[0]!).map((_, at) => rows.reduce((all, row) => all + of(row)[at]!, 0) / rows.length);
  return {
    story: "mean",
    form: rows[0]!.form,
    tokens: mean(({ tokens }) => tokens),
    dollars: mean(({ dollars }) => dollars),
  };
}

await inTemporaryFolder(async (out) => {
  printHeader(`What the narrator is sent over ${TURNS} turns, told as notes and in full`);
  const { catalog } = createHarness({ settings, ...connect(settings, {}), house: houseCast });
  const sizes: Size[] = [];
  const rows: Row[] = [];
  for (const story of shippedNames("story")) {
    const session = await played(story, out);
    sizes.push(...session.sizes);
    for (const form of FORMS) {
      const sent = sentIn(session.state, form);
      const dollars = NARRATORS.map((name) => {
        const { price } = catalog.resolve(name);
        const breakpoints = price!.cacheWrite !== undefined;
        return sent.reduce(
          (usd, each) =>
            usd +
            costOf(
              {
                input: each.input,
                cacheRead: breakpoints ? each.read : each.auto,
                ...(breakpoints && { cacheWrite: each.write }),
              },
              price!,
            ).cost,
          0,
        );
      });
      rows.push({
        story,
        form,
        tokens: [
          total(sent, "input") / TURNS,
          total(sent, "notes") / TURNS,
          total(sent, "input"),
          total(sent, "auto"),
          total(sent, "input") - total(sent, "auto"),
        ],
        dollars,
      });
    }
  }
  const means = FORMS.map((form) => meanOf(rows.filter((row) => row.form === form)));
  printTable(
    [
      "story",
      "guide",
      "tokens a turn",
      "of it turn's notes",
      `tokens in ${TURNS}`,
      "cached",
      "uncached",
      ...NARRATORS.map((name) => `$ ${name}`),
    ],
    [...rows, ...means].map(({ story, form, tokens, dollars }) => [
      story,
      form,
      ...tokens.map(whole),
      ...dollars.map((usd) => usd.toFixed(3)),
    ]),
  );
  console.log("\nMean over the stories, input only:");
  for (const [at, name] of NARRATORS.entries()) {
    const [notes, full] = means.map(({ dollars }) => dollars[at]!) as [number, number];
    const { price } = catalog.resolve(name);
    console.log(
      `  ${name}: notes $${notes.toFixed(3)}, full $${full.toFixed(3)} (${(notes / full).toFixed(2)} of it); per million: input $${price!.input}, read $${price!.cacheRead ?? "-"}, write $${price!.cacheWrite ?? "-"}`,
    );
  }
  console.log("\nPrompt size by role and turn, told as notes: tokens of one call, mean over the stories");
  printTable(
    ["role", ...SHOWN.map((turn) => `turn ${turn}`), "largest"],
    ROLES.map((role) => {
      const own = sizes.filter((size) => size.role === role);
      const mean = (turn: number) => {
        const at = own.filter((size) => size.turn === turn);
        return at.length === 0 ? "-" : whole(at.reduce((all, { tokens }) => all + tokens, 0) / at.length);
      };
      return [role, ...SHOWN.map(mean), whole(Math.max(...own.map(({ tokens }) => tokens)))];
    }),
  );
});
