import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Choices, SessionView } from "../../../src/contract/index.ts";
import { choicesQuery } from "../replay/index.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { OperationForm } from "./operation-form.tsx";
import type { Input } from "./operation-schema.ts";

const text = { type: "string" };
const schema = {
  properties: {
    story: { ...text, content: "story" as const, description: "A name, or a path." },
    narrator: { ...text, value: "MODEL" },
    players: { type: "integer", minimum: 2, maximum: 5, description: "How many." },
    guide: { ...text, enum: ["notes", "full"] },
    redline: { type: "boolean" },
    b: { anyOf: [{ type: "object", properties: { prompt: { ...text, content: "prompt" as const } } }] },
    stopOn: { type: "array", items: text },
    finding: { ...text, value: "ID" },
    rubric: { ...text, value: "FILE" },
    budget: { type: "number", exclusiveMinimum: 0, section: "common" as const },
  },
};
const content: Choices = {
  stories: ["innsmouth", "mine"],
  prompts: ["baseline"],
  own: { stories: [], prompts: [] },
  narrators: [{ name: "house", model: "house", ready: true, house: true }],
  usual: { narrator: "house" },
};

const loop = { id: "t6-loop", kind: "loop", turn: 6, pointsLost: 8 };
const session: unknown = { result: { issues: [{ ...loop, id: "t3-loop", turn: 3 }, loop] } };

function shown(value: Input, problem?: { option: string; message: string }): string {
  const client = new QueryClient();
  client.setQueryData(choicesQuery.queryKey, content);
  client.setQueryData(sessionQuery("told", null).queryKey, session as SessionView);
  return renderToStaticMarkup(
    createElement(QueryClientProvider, {
      client,
      children: createElement(OperationForm, {
        schema,
        value,
        onChange: () => {},
        shown: ["story", "narrator", "budget"],
        problem,
      }),
    }),
  );
}

test("the options that matter most come first, the others are folded, and a file is not asked for", () => {
  const [first, more] = shown({}).split("More options");
  expect([...first!.matchAll(/class="field">([^<]*)/g)].map(([, label]) => label)).toEqual([
    "Story",
    "Narrator",
    "Budget, USD",
  ]);
  expect(more).toMatch(/Players.*Form of the guide.*Redline.*<legend>B changes<\/legend>.*Prompt.*Stop on/);
  expect(more).not.toContain("Rubric");
});

test("a field has its value, its limits, what there is to choose, and its description", () => {
  const html = shown({
    story: "mine",
    players: 3,
    redline: true,
    stopOn: ["loop", "leak"],
    b: { prompt: "baseline" },
  });
  expect(html).toMatch(/<option value="">default<.*selected="">mine</);
  // Where names are listed, a path is not asked for.
  expect(html).not.toContain("A name, or a path.");
  expect(html).toMatch(
    /<input type="number" min="2" max="5" step="1"[^>]* aria-describedby="([^"]+)"[^>]* value="3".*<p id="\1"[^>]*>How many\./,
  );
  expect(html).toMatch(/type="checkbox"[^>]* checked=""/);
  expect(html).toContain('value="loop,leak"');
  expect(html).toMatch(/<option value="">unchanged<.*selected="">baseline</);
});

test("what the server refuses is said at its field, which is then in sight", () => {
  expect(shown({})).not.toMatch(/<details[^>]* open/);
  const html = shown({ players: 9 }, { option: "players", message: "--players must be at most 5." });
  expect(html).toMatch(/<details[^>]* open[^]*Players[^]*role="alert">Players must be at most 5\./);
});

test("what is wrong with an arm is said at its fields, and not at an option of the same name", () => {
  const html = shown({}, { option: "b", message: "b is missing." });
  expect(html).toMatch(
    /<details[^>]* open[^]*<legend>B changes<\/legend><p[^>]* role="alert">B changes is missing\./,
  );
});

test("the findings of the chosen session after its turn are offered", () => {
  expect(shown({})).toContain("choose where to start first");
  const html = shown({ checkpoint: ["told/turn-4.json"] });
  expect(html).toContain('<option value="t6-loop">loop in turn 6, 8 points lost (t6-loop)</option>');
  expect(html).not.toContain("t3-loop");
});
