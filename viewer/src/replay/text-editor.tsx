import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UsedText } from "../../../src/contract/index.ts";
import { Problem, TextDiff } from "../ui/index.ts";
import { edited, isUnsaved, type DraftText, type TextKind } from "./draft.ts";
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
  const [mine, setMine] = useState(isUnsaved(value) ? value : undefined);
  const [error, setError] = useState<unknown>(null);
  const isUsed = value.text === used.text;
  const listed = [...new Set([...names, mine?.name ?? value.name, value.name])];
  const load = async (name: string) => {
    setError(null);
    if (name === "") return onChange({ name: used.name, text: used.text });
    // What was typed can be brought back.
    if (name === mine?.name) return onChange(mine);
    try {
      const { text } = await client.fetchQuery(contentQuery(kind, name));
      onChange({ name, text: text.trim() });
    } catch (caught) {
      setError(caught);
    }
  };
  const type = (text: string) => {
    const typed = edited(value, text);
    setMine(typed);
    onChange(typed);
  };
  return (
    <div className="text-editor">
      <div className="lens-bar">
        <label className="inline-field">
          Start from{" "}
          <select value={isUsed ? "" : value.name} onChange={(event) => void load(event.target.value)}>
            <option value="">the session's own ({used.name})</option>
            {listed.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && <Problem error={error} />}
      <div className="text-sides">
        <label className="field">
          {titles[kind]}
          {kind === "guide" && (used.format === "json" ? " (structured, as JSON)" : " (Markdown)")}
          <textarea
            value={value.text}
            maxLength={LONGEST[kind]}
            spellCheck={kind === "prompt"}
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <section className="text-changes" aria-label="Changes">
          <h2>Changes from the session's {kind}</h2>
          <TextDiff before={used.text.trim()} after={value.text.trim()} label={`Changes of the ${kind}`} />
        </section>
      </div>
    </div>
  );
}
