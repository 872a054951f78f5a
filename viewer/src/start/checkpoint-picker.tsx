import { useState } from "react";
import type { SessionCard } from "../../../src/contract/index.ts";
import { useSessionPages } from "../sessions/session-queries.ts";
import { count, Icon } from "../ui/index.ts";
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
  const [picked, setPicked] = useState<SessionCard>();
  const [turn, setTurn] = useState("");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSessionPages("sessions", {
    ...(asked !== "" && { q: asked }),
    first: "own",
  });
  const found = data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const cards = found.filter(({ unreadable, turns }) => unreadable === undefined && turns > 0);
  const total = data?.pages[0]?.total ?? 0;
  // A search does not undo the choice.
  const listed = !picked || cards.some(({ id }) => id === picked.id) ? cards : [picked, ...cards];
  const change = (next: readonly string[]) => {
    setChosen(next);
    onChange();
  };
  const text = checkpointText({ session: picked?.id ?? "", turn: Number(turn) });
  const isPicked = turn !== "" && checkpointIn(text) !== null;
  const add = () => {
    if (isPicked && !chosen.includes(text)) change([...chosen, text]);
    pick("");
  };
  const pick = (id: string) => {
    const card = listed.find((each) => each.id === id);
    setPicked(card);
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
          <input
            type="search"
            value={asked}
            onChange={(event) => setAsked(event.target.value)}
            // Enter would start the test.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </label>
        <label className="field">
          Session
          <select value={picked?.id ?? ""} onChange={(event) => pick(event.target.value)}>
            <option value="">choose …</option>
            {listed.map(({ id, story, prompt, narrator, turns }) => (
              <option key={id} value={id}>
                {id} ({story}, {prompt}, {narrator}, {count(turns, "turn")})
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
