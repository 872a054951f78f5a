import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Episode, SessionTexts } from "../../../src/contract/index.ts";
import {
  OperationForm,
  type OperationSchema,
  operationsQuery,
  schemaOf,
  StartPanel,
  useOperation,
} from "../operation/index.ts";
import { costOf, startWords } from "../operation/estimate-words.ts";
import { Tabs } from "../ui/index.ts";
import {
  afterChange,
  asUsed,
  draftOf,
  HOUSE_CAST,
  isChanged,
  isDecisive,
  isHouse,
  isUnsaved,
  requestOf,
  storedDraft,
  storeDraft,
  timesOf,
  type Draft,
  type TextKind,
} from "./draft.ts";
import { keptWords } from "./edit-link.ts";
import { KeepText } from "./keep-text.tsx";
import { choicesQuery } from "./replay-queries.ts";
import { TextEditor } from "./text-editor.tsx";

type Editing = {
  session: string;
  used: SessionTexts;
  turns: { first: number; last: number; chosen: number };
  /** What led to the editor. */ finding: Episode | undefined;
  /** It was played from a recording: its models may be out of reach. */ isRecorded: boolean;
  onTurn: (turn: number) => void;
  onStarted: (job: string, isTest: boolean) => void;
};

/** The texts beside the settings. On a narrow screen the settings follow the texts. */
export function EditForm(editing: Editing) {
  const { session, used } = editing;
  const { data: choices } = useQuery(choicesQuery);
  const { data: operations } = useQuery(operationsQuery);
  const [draft, setDraft] = useState(() => storedDraft(sessionStorage, session, used));
  const [kind, setKind] = useState<TextKind>("prompt");
  const change = (changed: Partial<Draft>) => {
    const after = { ...draft, ...changed };
    storeDraft(sessionStorage, session, after);
    setDraft(after);
  };
  const schema = operations && schemaOf(operations, "replay");
  /** A saved or loaded text has a name of its own. */
  const mark = (of: TextKind) =>
    !isChanged(draft, used, of) ? "" : isUnsaved(draft[of]) ? " (edited)" : `: ${draft[of].name}`;
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
          onKept={(name) => change({ [kind]: { name, text: draft[kind].text } })}
        />
      </div>
      {schema && (
        <ReplayForm
          {...editing}
          schema={schema}
          draft={draft}
          change={change}
          onReset={() => change(draftOf(used))}
        />
      )}
    </div>
  );
}

/** One branch, or pairs until it is decided. */
const REPLAYS = [1, 10, 20, 40];
const replayWords = (times: number) => (times === 1 ? "one branch" : `up to ${times} pairs`);

/** What the editor asks for elsewhere, and what has no meaning for pairs. */
const ELSEWHERE = ["checkpoint", "prompt", "storyGuide", "finding", "rubric"];
const OF_ONE = ["judge", "maxTurns"];

/** Where the replays start, with whom, how many, what they may cost, and the button that starts them. */
function ReplayForm({
  session,
  used,
  turns: { first, last, chosen },
  finding,
  isRecorded,
  onTurn,
  onStarted,
  schema,
  draft,
  change,
  onReset,
}: Editing & {
  schema: OperationSchema;
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  onReset: () => void;
}) {
  const turn = chosen - 1;
  // Pairs also replay with the session's own models, which may be out of reach.
  const canPair = !isRecorded || !isHouse(draft.options["narrator"]);
  const options = canPair ? draft.options : { ...draft.options, times: 1 };
  const times = timesOf(options);
  const decidedBy = finding && isDecisive(finding, { times, turn }) ? finding : undefined;
  const planned = useOperation("replay", requestOf({ ...draft, options }, { used, session, turn, finding }), {
    onStarted: (job) => onStarted(job.id, times > 1),
  });
  const cost = planned.estimated && costOf(planned.estimated.data);
  const same = Object.entries(asUsed(used)).map(([name, value]) => [name, `the same (${value})`]);
  return (
    <form
      className="panel replay-form"
      onSubmit={(event) => {
        event.preventDefault();
        planned.start();
      }}
    >
      <div className="replay-fields">
        <h2>Replay</h2>
        <label className="field">
          Replay from turn
          <input
            type="number"
            min={first}
            max={last}
            aria-describedby="kept-turns"
            value={chosen}
            onChange={(event) => event.target.value !== "" && onTurn(Number(event.target.value))}
            required
          />
        </label>
        <p className="small muted" id="kept-turns">
          The replays {keptWords(chosen)}.
        </p>
        <OperationForm
          schema={schema}
          value={options}
          onChange={(changed) => change({ options: afterChange(options, changed) })}
          shown={["narrator", "times", "turns", "budget"]}
          hidden={[...ELSEWHERE, ...(times > 1 ? OF_ONE : []), ...(decidedBy ? ["turns"] : [])]}
          choices={{
            times: (canPair ? [...new Set([...REPLAYS, times])] : [1]).map((value) => ({
              value: String(value),
              text: replayWords(value),
            })),
          }}
          hints={{ ...Object.fromEntries(same), turns: times > 1 ? "5" : "to the end" }}
          problem={planned.wrong}
        />
        {!canPair && <p className="small muted">Pairs need the session's own models.</p>}
        {times > 1 && (
          <p className="small muted">
            Each pair replays the turn with the change and without it, with the same dice. The test stops when
            decided: {decidedBy ? comesBack(decidedBy) : "by the points lost"}.
          </p>
        )}
        <button type="button" className="quiet" onClick={onReset}>
          Discard all changes
        </button>
      </div>
      <StartPanel
        planned={planned}
        words={startWords(cost).replace("Start", `Replay ${replayWords(times)}`)}
        advice={
          isRecorded &&
          canPair && (
            <>
              <p>
                The models of this recording may be unavailable. The house cast needs no key, but ignores the
                prompt.
              </p>
              <button type="button" onClick={() => change({ options: { ...options, ...HOUSE_CAST } })}>
                Use the house cast
              </button>
            </>
          )
        }
      />
    </form>
  );
}

const comesBack = ({ kind, turn, lastTurn }: Episode): string =>
  `by whether the ${kind.replaceAll("-", " ")} of turn ${turn} comes back, to turn ${lastTurn + 2}`;
