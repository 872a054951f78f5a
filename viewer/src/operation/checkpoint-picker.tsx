import { useState } from "react";
import { useSessionPages } from "../sessions/session-queries.ts";
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
  const [asked, setAsked] = useState("");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSessionPages("sessions", {
    q: asked,
    first: "own",
  });
  const found = data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const cards = found.filter(({ unreadable, turns }) => unreadable === undefined && turns > 0);
  const total = data?.pages[0]?.total ?? 0;
  const add = (id: string) => {
    const turns = cards.find((each) => each.id === id)?.turns ?? 0;
    const middle = checkpointPath({ session: id, turn: Math.max(1, Math.floor(turns / 2)) });
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
                  max={cards.find(({ id }) => id === session)?.turns}
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
        Find a session
        <input
          type="search"
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
          // Enter would start the test.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </label>
      <label className="field">
        {chosen.length > 0 ? "Another session" : "Session"}
        <select value="" onChange={(event) => add(event.target.value)}>
          <option value="">choose …</option>
          {cards.map(({ id, story, prompt, narrator, turns }) => (
            <option key={id} value={id}>
              {id} ({story}, {prompt}, {narrator}, {count(turns, "turn")})
            </option>
          ))}
        </select>
      </label>
      <p className="muted small" role="status">
        {total === 0 && data ? "No session matches." : foundWords(found.length, total)}{" "}
        {hasNextPage && (
          <button
            type="button"
            className="quiet"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            List more
          </button>
        )}
      </p>
    </fieldset>
  );
}

/** The search covers all sessions, also those that are not listed yet. */
const foundWords = (listed: number, total: number): string =>
  listed < total
    ? `${listed.toLocaleString("en")} of ${count(total, "session")} listed; the search covers all.`
    : "";
