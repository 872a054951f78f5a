import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { ContentText } from "../../../src/contract/index.ts";
import { ApiProblem, postJson } from "../api/index.ts";
import { Problem, TextDiff } from "../ui/index.ts";
import type { DraftText, TextKind } from "./draft.ts";
import { contentPaths, contentQuery } from "./replay-queries.ts";

const folders: Record<TextKind, string> = { prompt: "prompts", guide: "stories" };
const flags: Record<TextKind, string> = { prompt: "--prompt", guide: "--story" };

/** Saves the text as a file of the workspace. A name that exists is replaced only after its differences were shown. */
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
    mutationFn: (replaced?: ContentText) =>
      postJson<ContentText>(contentPaths[kind], {
        name: replaced?.name ?? wanted.trim(),
        text,
        ...(replaced && { replace: true, checksum: replaced.checksum }),
      }),
    onSuccess: (kept) => {
      void client.invalidateQueries({ queryKey: ["choices"] });
      void client.invalidateQueries({ queryKey: ["texts"] });
      void client.invalidateQueries({ queryKey: ["content"] });
      onKept(kept.name);
    },
  });
  const taken =
    save.error instanceof ApiProblem && ["name-taken", "text-changed"].includes(save.error.code)
      ? (save.error.existing ?? wanted.trim())
      : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <section className="keep-text" aria-label={`Save the ${kind}`}>
      <form className="lens-bar" onSubmit={submit}>
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
      {taken !== undefined ? (
        <Replace kind={kind} name={taken} text={text} onReplace={(old) => save.mutate(old)} />
      ) : (
        save.error && <Problem error={save.error} />
      )}
    </section>
  );
}

/** What saving would replace. */
function Replace({
  kind,
  name,
  text,
  onReplace,
}: {
  kind: TextKind;
  name: string;
  text: string;
  onReplace: (old: ContentText) => void;
}) {
  const { data: old, error } = useQuery(contentQuery(kind, name));
  if (error) return <Problem error={error} />;
  if (!old) return null;
  return (
    <section className="panel" role="alert">
      <p>
        {old.file === undefined
          ? `A ${kind} called ${old.name} is part of the package. Yours would be used instead.`
          : `${old.file} already exists.`}{" "}
        This would change:
      </p>
      <TextDiff before={old.text.trim()} after={text.trim()} label={`Changes to ${old.name}`} />
      <button type="button" className="danger" onClick={() => onReplace(old)}>
        {old.file === undefined ? "Save it anyway" : `Replace ${old.file}`}
      </button>
    </section>
  );
}
