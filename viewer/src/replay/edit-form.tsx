import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import type { Episode, JobView, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Tabs } from "../ui/index.ts";
import {
  changesIn,
  draftOf,
  isEdited,
  requestOf,
  storedDraft,
  storeDraft,
  type Draft,
  type TextKind,
} from "./draft.ts";
import { useEstimate } from "./estimate.tsx";
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
  /** What a link asks to fill in. */ preset?: Partial<Draft> | undefined;
  /** What led to the editor. */ finding: Episode | undefined;
  /** A branch was already played: comparing it comes first. */ again: boolean;
  onTurn: (turn: number) => void;
  onStarted: (job: JobView) => void;
}) {
  const { id } = view.card;
  const client = useQueryClient();
  const { data: choices } = useQuery(choicesQuery);
  const { draft, change, reset, isStored } = useDraft(id, used, preset);
  const [kind, setKind] = useState<TextKind>("prompt");
  const request = requestOf(draft, { used, session: id, turn: turns.chosen - 1, finding });
  const start = useMutation({
    mutationFn: () => postJson<JobView>("/api/replays", request),
    onSuccess: (job) => {
      void client.invalidateQueries({ queryKey: ["jobs"] });
      void client.invalidateQueries({ queryKey: ["session"] });
      onStarted(job);
    },
  });
  const cost = useEstimate(request);
  useForgetOld(start, { request: JSON.stringify(request), estimate: cost.data });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate();
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
        <ReplaySettings
          view={view}
          used={used}
          choices={choices}
          draft={draft}
          change={change}
          turns={turns}
          onTurn={onTurn}
          request={request}
          finding={finding}
          cost={cost}
          changes={changesIn(draft, used)}
          error={start.error}
          starting={start.isPending}
          again={again}
          onReset={reset}
        />
        {!isStored && (
          <p className="small problem-text">
            The browser cannot store this draft: it is lost if you leave the page.
          </p>
        )}
      </form>
    </div>
  );
}

/** An error of a start is about the request and the estimate of then: it goes as soon as one of them changes. */
function useForgetOld(
  { reset }: { reset: () => void },
  { request, estimate }: { request: string; estimate: unknown },
) {
  const before = useRef({ request, estimate });
  useEffect(() => {
    const { request: asked, estimate: told } = before.current;
    before.current = { request, estimate: estimate ?? told };
    if (asked !== request || (told !== undefined && told !== before.current.estimate)) reset();
  }, [reset, request, estimate]);
}

/** The draft is kept in the tab at every change. Closing the tab would lose it, so the browser asks first. */
function useDraft(session: string, used: SessionTexts, preset: Partial<Draft> | undefined) {
  const [draft, setDraft] = useState(() => ({
    ...storedDraft(sessionStorage, session, used),
    ...preset,
  }));
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
