import type { Choices, Episode, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import {
  EstimatePanel,
  type Input,
  OperationForm,
  type OperationSchema,
  problemLines,
  rolesWithoutKey,
  type useOperation,
} from "../operation/index.ts";
import { asUsed, timesOf } from "./draft.ts";
import { keptWords } from "./edit-link.ts";
import { ReplaceModels } from "./replace-models.tsx";

/** One branch, or pairs until it is decided. */
const replays = [1, 10, 20, 40];
const replayWords = (times: number) => (times === 1 ? "one branch" : `up to ${times} pairs`);

/** What the editor asks for elsewhere, and what has no meaning for pairs. */
const ELSEWHERE = ["checkpoint", "prompt", "storyGuide", "finding", "rubric"];
const OF_ONE = ["judge", "maxTurns"];

/** Where the replays start, with whom, how many, what they may cost, and the button that starts them. */
export function ReplaySettings({
  view: { result },
  used,
  schema,
  choices,
  options,
  change,
  turns: { first, last, chosen },
  onTurn,
  decidedBy,
  planned,
  changes,
  again,
  onReset,
}: {
  view: SessionView;
  used: SessionTexts;
  schema: OperationSchema;
  choices: Choices | undefined;
  options: Input;
  change: (options: Input) => void;
  turns: { first: number; last: number; chosen: number };
  onTurn: (turn: number) => void;
  /** The finding that decides between pairs. */ decidedBy: Episode | undefined;
  planned: ReturnType<typeof useOperation>;
  changes: readonly string[];
  again: boolean;
  onReset: () => void;
}) {
  const kept = chosen - 1;
  const isFaulty = kept >= first && result.issues.some(({ turn }) => turn === kept);
  const times = timesOf(options);
  const before = asUsed(used);
  const narrator = String(options["narrator"] || before.narrator);
  const { problems, wrong, isStarting, estimated } = planned;
  return (
    <>
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
        {isFaulty && (
          <p className="small">
            Turn {kept} has a finding and would be kept.{" "}
            <button type="button" className="quiet" onClick={() => onTurn(kept)}>
              Replay turn {kept} too
            </button>
          </p>
        )}
        <OperationForm
          schema={schema}
          value={options}
          onChange={change}
          shown={["narrator", "times", "turns", "budget"]}
          hidden={[...ELSEWHERE, ...(times > 1 ? OF_ONE : []), ...(decidedBy ? ["turns"] : [])]}
          choices={{
            times: [...new Set([...replays, times])].map((value) => ({
              value: String(value),
              text: replayWords(value),
            })),
          }}
          hints={{
            ...Object.fromEntries(
              Object.entries(before).map(([name, value]) => [name, `the same (${value})`]),
            ),
            turns: times > 1 ? "5" : "to the end",
          }}
          problem={wrong}
        />
        {times > 1 && (
          <p className="small muted">
            Each pair replays the turn with the change and without it, with the same dice. It stops when it is
            decided: {decidedBy ? comesBack(decidedBy) : "by the points lost"}.
          </p>
        )}
        <p className="small">
          {changes.length === 0 ? "Nothing is changed yet." : `Changed: ${changes.join(", ")}.`}
          {changes.length > 0 && (
            <button type="button" className="quiet" onClick={onReset}>
              Discard all changes
            </button>
          )}
        </p>
        <EstimatePanel planned={planned} id="replay-cost">
          <ReplaceModels
            roles={rolesWithoutKey(problems)}
            narrator={narrator}
            models={choices?.narrators ?? []}
            change={(models) => change({ ...options, ...models })}
          />
        </EstimatePanel>
      </div>
      <div className="replay-go">
        <button
          type="submit"
          className={again ? undefined : "primary"}
          disabled={isStarting || (estimated !== undefined && problems.length > 0)}
          aria-describedby="replay-cost"
        >
          {isStarting
            ? "Starting …"
            : `Replay ${again && times === 1 ? "another branch" : replayWords(times)}`}
        </button>
        {estimated && problems[0] && (
          <span className="small problem-text">Cannot start yet. {problemLines(problems[0])[0]}</span>
        )}
      </div>
    </>
  );
}

const comesBack = ({ kind, turn, lastTurn }: Episode): string =>
  `by whether the ${kind.replaceAll("-", " ")} of turn ${turn} comes back, to turn ${lastTurn + 2}`;
