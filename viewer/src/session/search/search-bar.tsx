import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { Icon } from "../../ui/index.ts";
import { firstFrom } from "./find-matches.ts";
import { clearMatches, matchesIn, showMatches, type Match } from "./match-ranges.ts";
import "./search.css";

export type SearchSteps = (by: 1 | -1) => void;

type SearchBarProps = {
  /** One element per turn. */ list: RefObject<HTMLElement | null>;
  query: string;
  onQuery: (query: string) => void;
  /** Turns in the page now, of all. */ loaded: number;
  of: number;
  reading: number | null;
  steps: RefObject<SearchSteps | null>;
  /** Scrolls to the element that has the match. */ onMatch: (words: Element) => void;
};

const none: never[] = [];
/** Typing is faster than a search of a long session. */
const WAIT_MS = 150;

/** Finds words in all turns, folded parts included, and moves between them. */
export function SearchBar({ list, query, onQuery, loaded, of, reading, steps, onMatch }: SearchBarProps) {
  const [text, setText] = useState(query);
  /** Null while they are looked for. */
  const [found, setFound] = useState<readonly Match[] | null>(null);
  const matches = found ?? none;
  const [at, setAt] = useState(-1);
  const from = useRef(reading);
  useEffect(() => {
    from.current = reading;
  });

  const show = useCallback(
    (found: readonly Match[], index: number, moves: boolean) => {
      setAt(index);
      showMatches(found, index);
      if (moves && found[index]) onMatch(found[index].unfold());
    },
    [onMatch],
  );
  const searched = useRef("");
  useEffect(() => {
    if (text.trim() === "") {
      clearMatches();
      setFound(null);
      searched.current = "";
      if (query !== "") onQuery("");
      return undefined;
    }
    const timer = setTimeout(() => {
      const found = matchesIn(list.current, text);
      setFound(found);
      const isNew = searched.current !== text;
      searched.current = text;
      if (isNew) onQuery(text);
      const start = firstFrom(
        found.map(({ turn }) => turn),
        from.current,
      );
      show(found, isNew ? start : Math.min(Math.max(at, 0), found.length - 1), isNew);
    }, WAIT_MS);
    return () => clearTimeout(timer);
    // Searched again when turns arrive, but not when the current match changes.
  }, [text, loaded, list, show]);
  useEffect(() => clearMatches, []);

  const step: SearchSteps = (by) => {
    if (matches.length > 0) show(matches, (at + by + matches.length) % matches.length, true);
  };
  useEffect(() => {
    steps.current = matches.length > 0 ? step : null;
  });
  const press = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") setText("");
    else return;
    event.preventDefault();
  };
  return (
    <div className="search-bar" role="search">
      <input
        type="search"
        data-search
        aria-label="Search in this session"
        placeholder="Search in this session"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <span role="status" className="small number">
        {text.trim() !== "" &&
          (loaded < of || found === null
            ? "searching …"
            : matches.length === 0
              ? "no match"
              : `${at + 1} of ${matches.length}`)}
      </span>
      {matches.length > 0 && (
        <>
          <button type="button" className="icon-button" aria-label="Previous match" onClick={() => step(-1)}>
            <Icon name="up" />
          </button>
          <button type="button" className="icon-button" aria-label="Next match" onClick={() => step(1)}>
            <Icon name="down" />
          </button>
        </>
      )}
    </div>
  );
}
