import { useId, useState } from "react";
import { useSessionPages } from "../lists/session-queries.ts";
import { count, Icon } from "../ui/index.ts";
import { checkpointIn, checkpointPath } from "./checkpoint.ts";

/** The turns to start from, of one or several sessions. */
export function CheckpointPicker({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const list = useId();
  const [asked, setAsked] = useState("");
  const { data } = useSessionPages({ q: asked }, false);
  const cards = data?.pages[0]?.sessions.filter((card) => card.unreadable === undefined && card.turns > 0);
  /** One of the list is added; anything else searches. */
  const search = (text: string) => {
    const card = cards?.find(({ id }) => id === text);
    setAsked(card ? "" : text);
    if (!card) return;
    const middle = checkpointPath({ session: card.id, turn: Math.max(1, Math.floor(card.turns / 2)) });
    onChange([...new Set([...chosen, middle])]);
  };
  return (
    <fieldset className="checkpoints">
      <legend>Start from</legend>
      <ul>
        {chosen.map((text, at) => {
          const { session, turn } = checkpointIn(text) ?? { session: text, turn: 0 };
          return (
            <li key={at}>
              <label className="field inline">
                {session}, turn
                <input
                  type="number"
                  min={0}
                  value={turn}
                  onChange={({ target }) =>
                    onChange(chosen.with(at, checkpointPath({ session, turn: Number(target.value) })))
                  }
                />
              </label>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${session}, turn ${turn}`}
                onClick={() => onChange(chosen.toSpliced(at, 1))}
              >
                <Icon name="cross" />
              </button>
            </li>
          );
        })}
      </ul>
      <label className="field">
        {chosen.length > 0 ? "Another session" : "Session"}
        <input
          type="search"
          list={list}
          value={asked}
          placeholder="story, prompt, narrator or id"
          onChange={(event) => search(event.target.value)}
          // Enter would start the test.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <datalist id={list}>
          {cards?.map(({ id, story, prompt, narrator, turns }) => (
            <option key={id} value={id}>
              {[story, prompt, narrator, count(turns, "turn")].join(", ")}
            </option>
          ))}
        </datalist>
      </label>
    </fieldset>
  );
}
