import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import { choicesQuery } from "../replay/index.ts";
import { Loading, Problem, Tabs, useTitle } from "../ui/index.ts";
import { AbForm } from "./ab-form.tsx";
import { CheckForm } from "./check-form.tsx";
import { StartContext, type Preset } from "./fields.tsx";
import { MatrixForm } from "./matrix-form.tsx";
import { SessionForm } from "./session-form.tsx";
import { startKinds, type StartKind } from "./start-link.ts";
import "./start.css";

const labels: Record<StartKind, string> = {
  session: "Session",
  matrix: "Matrix",
  ab: "A/B test",
  check: "Check",
};
const about: Record<StartKind, string> = {
  session: "Simulated players play one story with a narrator.",
  matrix:
    "Every story with every prompt and narrator. The same groups of players meet each, for paired comparisons.",
  ab: "Short replays from the same turns, in pairs with the same dice: is A or B better, and how certain is it?",
  check: "Runs test banks against a retrieval system.",
};

const forms: Record<StartKind, () => ReactNode> = {
  session: SessionForm,
  matrix: MatrixForm,
  ab: AbForm,
  check: CheckForm,
};

/** Starts work. The address can fill in the form: `/start?kind=ab&checkpoint=SESSION@TURN`. */
export function StartPage() {
  useTitle("New run");
  const [params, setParams] = useSearchParams();
  const [seed] = useState(drawSeed);
  const kind = startKinds.find((each) => each === params.get("kind")) ?? "session";
  const choices = useQuery(choicesQuery);
  const preset: Preset = {
    one: (name) => params.get(name) ?? undefined,
    all: (name) => params.getAll(name),
  };
  if (choices.isError) return <Problem error={choices.error} onRetry={() => void choices.refetch()} />;
  if (choices.data === undefined) return <Loading what="stories, prompts and narrators" />;
  const Form = forms[kind];
  return (
    <div className="page start-page">
      <div className="page-head">
        <h1>New run</h1>
      </div>
      <Tabs
        label="What to start"
        tabs={startKinds.map((name) => ({ name, label: labels[name] }))}
        current={kind}
        onChange={(name) => setParams({ kind: name }, { replace: true })}
      >
        <p className="muted start-about">{about[kind]}</p>
        <StartContext value={{ choices: choices.data, preset, seed }}>
          <Form key={kind} />
        </StartContext>
      </Tabs>
    </div>
  );
}

/** Shown in the form, so that the same groups and dice can be played again. */
const drawSeed = (): string => String(1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 999_999_999));
