import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { JobView, ReplayRequest, SessionView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Problem, count } from "../ui/index.ts";
import { NarratorSelect } from "./narrator-select.tsx";
import { choicesQuery } from "./queries.ts";
import { replayOf } from "./replay-of.ts";

const OWN = "own";

/** What is to be different, how often, and for how long. */
export function ReplayForm({
  view: { card },
  turn,
  onStarted,
}: {
  view: SessionView;
  turn: number;
  onStarted: () => void;
}) {
  const client = useQueryClient();
  const { data: choices, error } = useQuery(choicesQuery);
  const [prompt, setPrompt] = useState("");
  const start = useMutation({
    mutationFn: (request: ReplayRequest) => postJson<JobView>("/api/replays", request),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["jobs"] });
      void client.invalidateQueries({ queryKey: ["session"] });
      onStarted();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate(replayOf({ session: card.id, turn, form: new FormData(event.currentTarget), own: OWN }));
  };
  return (
    <form className="replay-form" onSubmit={submit}>
      <p className="muted small">
        A branch begins with everything up to and including turn {turn}. The session itself stays as it is.
      </p>
      <label className="field">
        Prompt
        <select name="prompt" value={prompt} onChange={(event) => setPrompt(event.target.value)}>
          <option value="">the same{card.prompt !== "" && ` (${card.prompt})`}</option>
          {choices?.prompts.map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value={OWN}>a text of my own …</option>
        </select>
      </label>
      {prompt === OWN && (
        <label className="field">
          The prompt's text
          <textarea name="promptText" required maxLength={100_000} />
        </label>
      )}
      <NarratorSelect now={card.narrator} narrators={choices?.narrators ?? []} />
      <div className="replay-numbers">
        <label className="field">
          Number of branches
          <input name="times" type="number" min={1} max={20} defaultValue={2} required />
        </label>
        <label className="field">
          Turns in each
          <input name="turns" type="number" min={1} max={100} defaultValue={6} placeholder="to the end" />
        </label>
        <label className="field" title="For all branches together">
          Spend at most, USD
          <input name="budget" type="number" min={0.01} step={0.01} placeholder="no limit" />
        </label>
      </div>
      {(start.error ?? error) && <Problem error={start.error ?? error} />}
      <div className="dialog-end">
        <span className="muted small">
          {card.house
            ? "The house cast costs nothing."
            : `The session has ${count(card.turns, "turn")} so far.`}
        </span>
        <button type="submit" className="primary" disabled={start.isPending}>
          {start.isPending ? "Starting …" : "Replay"}
        </button>
      </div>
    </form>
  );
}
