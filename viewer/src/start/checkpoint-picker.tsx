import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { Icon } from "../ui/index.ts";
import { checkpointIn, checkpointText } from "./start-requests.ts";

/** The turns that an A/B test starts from, of one or several sessions. */
export function CheckpointPicker({
  chosen: first,
  onChange,
}: {
  chosen: readonly string[];
  onChange: () => void;
}) {
  const [chosen, setChosen] = useState(first);
  const [asked, setAsked] = useState("");
  const [session, setSession] = useState("");
  const [turn, setTurn] = useState("");
  const { data } = useQuery({
    queryKey: ["sessions", "to-start-from", asked],
    queryFn: ({ signal }) =>
      getJson<SessionPage>("/api/sessions", { q: asked === "" ? undefined : asked, limit: 100 }, signal),
    placeholderData: keepPreviousData,
  });
  const cards = (data?.sessions ?? [])
    .filter(({ unreadable, turns }) => unreadable === undefined && turns > 0)
    .toSorted((a, b) => Number(a.of !== undefined) - Number(b.of !== undefined));
  const picked = cards.find(({ id }) => id === session);
  const change = (next: readonly string[]) => {
    setChosen(next);
    onChange();
  };
  const text = checkpointText({ session, turn: Number(turn) });
  const isPicked = session !== "" && turn !== "" && checkpointIn(text) !== null;
  const add = () => {
    if (isPicked && !chosen.includes(text)) change([...chosen, text]);
    setSession("");
    setTurn("");
  };
  const pick = (id: string) => {
    setSession(id);
    const card = cards.find((each) => each.id === id);
    setTurn(card ? String(Math.max(1, Math.floor(card.turns / 2))) : "");
  };
  return (
    <fieldset className="checkpoints">
      <legend>Start from</legend>
      {/* A chosen turn counts without Add, which makes room for another. */}
      {isPicked && !chosen.includes(text) && <input type="hidden" name="checkpoint" value={text} />}
      <ul>
        {chosen.map((text) => {
          const { session, turn } = checkpointIn(text) ?? { session: text, turn: 0 };
          return (
            <li key={text}>
              <input type="hidden" name="checkpoint" value={text} />
              <span>
                {session}, turn {turn}
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${session}, turn ${turn}`}
                onClick={() => change(chosen.filter((each) => each !== text))}
              >
                <Icon name="cross" />
              </button>
            </li>
          );
        })}
      </ul>
      <div className="start-row">
        <label className="field">
          Find a session
          <input type="search" value={asked} onChange={(event) => setAsked(event.target.value)} />
        </label>
        <label className="field">
          Session
          <select value={session} onChange={(event) => pick(event.target.value)}>
            <option value="">choose …</option>
            {cards.map(({ id, story, prompt, narrator, turns }) => (
              <option key={id} value={id}>
                {id} ({story}, {prompt}, {narrator}, {turns} turns)
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          Turn
          <input
            type="number"
            min={0}
            max={picked?.turns}
            value={turn}
            onChange={(event) => setTurn(event.target.value)}
          />
        </label>
        <button type="button" disabled={!isPicked} onClick={add}>
          Add another
        </button>
      </div>
    </fieldset>
  );
}
