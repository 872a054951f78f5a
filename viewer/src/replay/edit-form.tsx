import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState, type FormEvent } from "react";
import type { Episode, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import { operationsQuery, schemaOf, useOperation } from "../operation/index.ts";
import { Tabs } from "../ui/index.ts";
import {
  changesIn,
  draftOf,
  isDecisive,
  isEdited,
  requestOf,
  storedDraft,
  storeDraft,
  timesOf,
  type Draft,
  type TextKind,
} from "./draft.ts";
import { KeepText } from "./keep-text.tsx";
import { choicesQuery } from "./replay-queries.ts";
import { ReplaySettings } from "./replay-settings.tsx";
import { TextEditor } from "./text-editor.tsx";

/** The texts beside the settings. On a narrow screen the settings follow the texts. */
export function EditForm({
  view,
  used,
  turns,
  preset,
  finding,
  again,
  onTurn,
  onStarted,
}: {
  view: SessionView;
  used: SessionTexts;
  turns: { first: number; last: number; chosen: number };
  /** What a link asks to fill in. */ preset?: Draft | undefined;
  /** What led to the editor. */ finding: Episode | undefined;
  /** A branch was already played: comparing it comes first. */ again: boolean;
  onTurn: (turn: number) => void;
  onStarted: (job: string, isTest: boolean) => void;
}) {
  const { id } = view.card;
  const { data: choices } = useQuery(choicesQuery);
  const { data: operations } = useQuery(operationsQuery);
  const { draft, change, reset, isStored } = useDraft(id, used, preset);
  const [kind, setKind] = useState<TextKind>("prompt");
  const turn = turns.chosen - 1;
  const request = requestOf(draft, { used, session: id, turn, finding });
  const planned = useOperation("replay", request, {
    onStarted: (job) => onStarted(job.id, timesOf(request) > 1),
  });
  const schema = operations && schemaOf(operations, "replay");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    planned.start();
  };
  /** A saved or loaded text has a name of its own. */
  const mark = (kind: TextKind) => {
    const { name, text, original } = draft[kind];
    if (!isEdited(draft, used, kind)) return "";
    return name !== used[kind].name && text === original ? `: ${name}` : " (edited)";
  };
  return (
    <div className="edit-sides">
      <div className="edit-texts">
        <Tabs
          label="Texts"
          tabs={[
            { name: "prompt", label: `Prompt${mark("prompt")}` },
            { name: "guide", label: `Guide${mark("guide")}` },
          ]}
          current={kind}
          onChange={setKind}
        >
          <TextEditor
            key={kind}
            kind={kind}
            used={used[kind]}
            names={(kind === "prompt" ? choices?.prompts : choices?.stories) ?? []}
            value={draft[kind]}
            onChange={(text) => change({ [kind]: text })}
          />
        </Tabs>
        <KeepText
          key={`keep ${kind}`}
          kind={kind}
          value={draft[kind]}
          onKept={(name) => change({ [kind]: { name, text: draft[kind].text, original: draft[kind].text } })}
        />
      </div>
      <form className="panel replay-form" onSubmit={submit}>
        {schema && (
          <ReplaySettings
            view={view}
            used={used}
            schema={schema}
            choices={choices}
            options={draft.options}
            change={(options) => change({ options })}
            turns={turns}
            onTurn={onTurn}
            decidedBy={
              finding && isDecisive(finding, { times: timesOf(draft.options), turn }) ? finding : undefined
            }
            planned={planned}
            changes={changesIn(draft, used)}
            again={again}
            onReset={reset}
          />
        )}
        {!isStored && (
          <p className="small problem-text">
            The browser cannot store this draft: it is lost if you leave the page.
          </p>
        )}
      </form>
    </div>
  );
}

/** The draft is kept in the tab at every change. Closing the tab would lose it, so the browser asks first. */
function useDraft(session: string, used: SessionTexts, preset: Draft | undefined) {
  const [draft, setDraft] = useState(() => preset ?? storedDraft(sessionStorage, session, used));
  const [isStored, setStored] = useState(true);
  const [isTyped, setTyped] = useState(false);
  const change = useCallback(
    (changed: Partial<Draft>) => {
      setTyped(true);
      setDraft((before) => {
        const after = { ...before, ...changed };
        setStored(storeDraft(sessionStorage, session, after));
        return after;
      });
    },
    [session],
  );
  const reset = () => {
    storeDraft(sessionStorage, session, null);
    setDraft(draftOf(used));
    setTyped(false);
  };
  const asks = isTyped && changesIn(draft, used).length > 0;
  useEffect(() => {
    if (!asks) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [asks]);
  return { draft, change, reset, isStored };
}
