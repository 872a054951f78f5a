import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Choices } from "../../../src/contract/index.ts";
import { useServerInfo } from "../api/index.ts";
import { type Input, type OperationSchema, operationsQuery, schemaOf } from "../operation/index.ts";
import { choicesQuery } from "../replay/index.ts";
import { Loading, Problem, Tabs, useTitle } from "../ui/index.ts";
import { CheckForm } from "./check-form.tsx";
import { StartForm, type StartFormProps } from "./start-form.tsx";
import "./start.css";

const kinds = ["session", "matrix", "ab", "check"] as const;
type Kind = (typeof kinds)[number];

/** The operation that a tab starts. */
type Start = { title: string; about: string } & Pick<
  StartFormProps,
  "name" | "label" | "shown" | "hides" | "choices" | "hints"
>;

const starts: Record<Kind, Start> = {
  session: {
    name: "play",
    title: "Session",
    label: "New session",
    about: "Simulated players play one story with a narrator.",
    shown: ["story", "prompt", "narrator", "observer", "maxTurns", "budget"],
  },
  matrix: {
    name: "matrix",
    title: "Matrix",
    label: "New matrix",
    about:
      "Every story with every prompt and narrator. Each gets the same groups of players, for paired comparisons.",
    shown: ["preset", "stories", "prompts", "narrator", "sessions", "maxTurns", "budget"],
    hides: setByPreset,
    hints: { preset: "Chosen stories and prompts" },
    choices: {
      preset: [
        { value: "smoke", text: "Smoke: 5 sessions. Does it run?" },
        { value: "mini", text: "Mini: 20 sessions. Which prompt looks best?" },
        { value: "standard", text: "Standard: 100 sessions. Is it better?" },
        { value: "full", text: "Full: 300 sessions on three narrators" },
      ],
    },
  },
  ab: {
    name: "ab",
    title: "A/B test",
    label: "New A/B test",
    about:
      "Short replays from the same turns, in pairs with the same dice: is A or B better, and how certain is it?",
    shown: ["checkpoint", "a", "b", "pairs", "turns", "budget"],
  },
  check: {
    name: "check",
    title: "Check",
    label: "New check",
    about: "Runs test banks against a retrieval system.",
    shown: ["banks", "target", "baseline", "budget"],
    hints: { baseline: "none" },
  },
};

/** A preset has its own stories and prompts, the largest also its narrators. */
function setByPreset({ preset = "" }: Input): string[] {
  if (preset === "") return [];
  return preset === "full" ? ["stories", "prompts", "narrator"] : ["stories", "prompts"];
}

/** Starts work. The address can fill in the form: `/start?kind=ab&checkpoint=SESSION/turn-4.json`. */
export function StartPage() {
  useTitle("New run");
  const [params, setParams] = useSearchParams();
  const [seed] = useState(drawSeed);
  const { uses } = useServerInfo();
  const asked = kinds.find((each) => each === params.get("kind"));
  const kind = asked ?? (uses.playtest ? "session" : "check");
  const choices = useQuery(choicesQuery);
  const listed = useQuery(operationsQuery);
  const error = choices.error ?? listed.error;
  if (error)
    return <Problem error={error} onRetry={() => void Promise.all([choices.refetch(), listed.refetch()])} />;
  if (!choices.data || !listed.data) return <Loading what="stories, prompts and narrators" />;
  const { title: _, about, ...start } = starts[kind];
  const schema = schemaOf(listed.data, start.name)!;
  const Form = kind === "check" ? CheckForm : StartForm;
  return (
    <div className="page start-page">
      <div className="page-head">
        <h1>New run</h1>
      </div>
      <Tabs
        label="What to start"
        tabs={kinds
          .filter((name) => name === asked || uses[name === "check" ? "retrieval" : "playtest"])
          .map((name) => ({ name, label: starts[name].title }))}
        current={kind}
        onChange={(name) => setParams({ kind: name }, { replace: true })}
      >
        <p className="muted start-about">{about}</p>
        <Form
          key={kind}
          {...start}
          schema={schema}
          params={params}
          first={firstInput(schema, choices.data, seed)}
        />
      </Tabs>
    </div>
  );
}

/** The workspace's own content, or else the usual one. */
function firstInput({ properties }: OperationSchema, { own, usual }: Choices, seed: string): Input {
  const known: Input = {
    story: own.stories[0] ?? "innsmouth",
    stories: [own.stories[0] ?? "innsmouth"],
    prompt: own.prompts[0] ?? "baseline",
    prompts: [own.prompts[0] ?? "baseline"],
    narrator: properties["narrator"]?.type === "array" ? [usual.narrator] : usual.narrator,
    seed,
  };
  return Object.fromEntries(Object.entries(known).filter(([option]) => option in properties));
}

/** Shown in the form, so that the same groups and dice can be played again. */
const drawSeed = (): string => String(1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 999_999_999));
