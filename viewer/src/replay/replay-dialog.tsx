import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { Choices, JobView, ReplayRequest, SessionView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { count, Dialog, Problem } from "../ui/index.ts";
import { choicesQuery } from "./replay-queries.ts";
import "./replay.css";

/** Starts a replay from a turn. */
export function ReplayDialog({
  view,
  turn,
  onClose,
  onStarted,
}: {
  view: SessionView;
  turn: number | null;
  onClose: () => void;
  onStarted: () => void;
}) {
  const started = () => {
    onClose();
    onStarted();
  };
  return (
    <Dialog open={turn !== null} onClose={onClose} title={`Replay from turn ${turn ?? 0}`}>
      {turn !== null &&
        (isParents(view, turn) ? (
          <InParent view={view} turn={turn} onClose={onClose} />
        ) : (
          <ReplayForm view={view} turn={turn} onStarted={started} />
        ))}
    </Dialog>
  );
}

/** Inherited turns are the parent's: they can only be replayed from there. */
const isParents = ({ card }: SessionView, turn: number): boolean => turn < (card.inherited?.turns ?? 0);

function InParent({
  view: { card, branches },
  turn,
  onClose,
}: {
  view: SessionView;
  turn: number;
  onClose: () => void;
}) {
  const parent = branches.find(({ id }) => id === card.id)?.parent;
  return (
    <p>
      Turn {turn} was played by the parent of this branch.{" "}
      {parent == null ? (
        "The parent no longer exists: choose a later turn."
      ) : (
        <>
          <Link href={`/sessions/${encodeURIComponent(parent)}?turn=${turn}`} onClick={onClose}>
            Open it at turn {turn}
          </Link>{" "}
          to replay from there, or choose turn {card.inherited?.turns} or later here.
        </>
      )}
    </p>
  );
}

const OWN = "own";

/** What to change, how many replays, and how many turns. */
function ReplayForm({
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
        A branch shares all turns up to and including turn {turn}. The session itself does not change.
      </p>
      <label className="field">
        Prompt
        <select name="prompt" value={prompt} onChange={(event) => setPrompt(event.target.value)}>
          <option value="">the same{card.prompt !== "" && ` (${card.prompt})`}</option>
          {choices?.prompts.map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value={OWN}>custom text …</option>
        </select>
      </label>
      {prompt === OWN && (
        <label className="field">
          Prompt text
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
          Turns per branch
          <input name="turns" type="number" min={1} max={100} defaultValue={6} placeholder="to the end" />
        </label>
        <label className="field" title="For all branches together">
          Budget, USD
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

/** The form as an API request. Unchanged fields are left out. */
export function replayOf({
  session,
  turn,
  form,
  own,
}: {
  session: string;
  turn: number;
  form: FormData;
  own: string;
}): ReplayRequest {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const number = (name: string): number | undefined => (text(name) === "" ? undefined : Number(text(name)));
  const prompt = text("prompt");
  const [turns, budget, narrator] = [number("turns"), number("budget"), text("narrator")];
  return {
    session,
    turn,
    times: number("times") ?? 1,
    ...(prompt === own ? { promptText: text("promptText") } : prompt !== "" && { prompt }),
    ...(narrator !== "" && { narrator }),
    ...(turns !== undefined && { turns }),
    ...(budget !== undefined && { budget }),
  };
}

/** All narrators; those without a key are disabled. */
function NarratorSelect({ now, narrators }: { now: string; narrators: Choices["narrators"] }) {
  const group = (label: string, list: Choices["narrators"]) =>
    list.length > 0 && (
      <optgroup label={label}>
        {list.map(({ name, ready }) => (
          <option key={name} value={name} disabled={!ready}>
            {name}
            {ready ? "" : " (no key)"}
          </option>
        ))}
      </optgroup>
    );
  return (
    <label className="field">
      Narrator
      <select name="narrator" defaultValue="">
        <option value="">the same{now !== "" && ` (${now})`}</option>
        {group(
          "Models",
          narrators.filter(({ house }) => !house),
        )}
        {group(
          "House cast (not evidence about a prompt)",
          narrators.filter(({ house }) => house),
        )}
      </select>
    </label>
  );
}
