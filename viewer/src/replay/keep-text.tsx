import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentText } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Problem } from "../ui/index.ts";
import type { DraftText, TextKind } from "./draft.ts";
import { contentPaths } from "./replay-queries.ts";

const folders: Record<TextKind, string> = { prompt: "prompts", guide: "stories" };
const flags: Record<TextKind, string> = { prompt: "--prompt", guide: "--story" };

/** Saves the text as a new file of the workspace. */
export function KeepText({
  kind,
  value: { name, text },
  onKept,
}: {
  kind: TextKind;
  value: DraftText;
  onKept: (name: string) => void;
}) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState("");
  const save = useMutation({
    mutationFn: () => postJson<ContentText>(contentPaths[kind], { name: wanted.trim(), text }),
    onSuccess: (kept) => {
      for (const what of ["choices", "texts", "content"]) void client.invalidateQueries({ queryKey: [what] });
      onKept(kept.name);
    },
  });
  return (
    <section className="keep-text" aria-label={`Save the ${kind}`}>
      <form
        className="lens-bar"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label className="inline-field">
          Keep as {folders[kind]}/
          <input
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
              save.reset();
            }}
            placeholder={`${name.replace(/ \(edited\)$/, "")}-2`}
            aria-label={`Name of the ${kind}`}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </label>
        <button type="submit" disabled={save.isPending}>
          Save {kind}
        </button>
        <span role="status" className="small">
          {save.data && (
            <>
              Saved as {save.data.file}. In a terminal: <code>{`${flags[kind]} ${save.data.name}`}</code>
            </>
          )}
        </span>
      </form>
      {save.error && <Problem error={save.error} />}
    </section>
  );
}
