import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UsedText } from "../../../src/contract/index.ts";
import { Problem, TextDiff } from "../ui/index.ts";
import type { DraftText, TextKind } from "./draft.ts";
import { contentQuery } from "./replay-queries.ts";

const LONGEST: Record<TextKind, number> = { prompt: 100_000, guide: 400_000 };
const titles: Record<TextKind, string> = { prompt: "Prompt", guide: "Guide" };

/** One text: edited, loaded from another file, and compared with what the session used. */
export function TextEditor({
  kind,
  used,
  names,
  value,
  onChange,
}: {
  kind: TextKind;
  used: UsedText;
  names: readonly string[];
  value: DraftText;
  onChange: (text: DraftText) => void;
}) {
  const client = useQueryClient();
  const [before, setBefore] = useState<DraftText | null>(null);
  const [error, setError] = useState<unknown>(null);
  const asUsed: DraftText = { name: used.name, text: used.text, original: used.text };
  const isUsed = value.name === used.name && value.original === used.text;
  /** The replaced text can be brought back, if it was edited. */
  const put = (text: DraftText) => {
    setBefore(value.text === value.original ? null : value);
    setError(null);
    onChange(text);
  };
  const load = async (name: string) => {
    if (name === "") return put(asUsed);
    try {
      const { text } = await client.fetchQuery(contentQuery(kind, name));
      const source = text.trim();
      put({ name, text: source, original: source });
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <div className="text-editor">
      <div className="lens-bar">
        <label className="inline-field">
          Start from{" "}
          <select value={isUsed ? "" : value.name} onChange={(event) => void load(event.target.value)}>
            <option value="">the session's own ({used.name})</option>
            {!isUsed && !names.includes(value.name) && <option>{value.name}</option>}
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {value.text !== value.original && (
          <button type="button" className="quiet" onClick={() => put({ ...value, text: value.original })}>
            Undo my edits
          </button>
        )}
        {before && (
          <button
            type="button"
            className="quiet"
            onClick={() => {
              onChange(before);
              setBefore(null);
            }}
          >
            Restore my edits
          </button>
        )}
      </div>
      {error !== null && <Problem error={error} />}
      <TodayNote kind={kind} used={used} />
      <div className="text-sides">
        <label className="field">
          {titles[kind]}
          {kind === "guide" && (used.format === "json" ? " (structured, as JSON)" : " (Markdown)")}
          <textarea
            value={value.text}
            maxLength={LONGEST[kind]}
            spellCheck={kind === "prompt"}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
        </label>
        <section className="text-changes" aria-label="Changes">
          <h3>Changes from the session's {kind}</h3>
          <TextDiff before={used.text.trim()} after={value.text.trim()} label={`Changes of the ${kind}`} />
        </section>
      </div>
    </div>
  );
}

/** The file may have changed since the session was played. */
function TodayNote({ kind, used: { name, today } }: { kind: TextKind; used: UsedText }) {
  if (today.state === "differs")
    return (
      <p className="house-note small">
        The {kind} called {name} has changed since this session. The session's own text is below; choose{" "}
        {name} above to start from today's.
      </p>
    );
  if (today.state === "unreadable")
    return (
      <p className="house-note small">
        The current file of {name} cannot be used: {today.problem}
      </p>
    );
  return null;
}
