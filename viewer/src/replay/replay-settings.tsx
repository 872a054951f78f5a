import type { Choices, ReplayRequest, SessionTexts, SessionView } from "../../../src/contract/index.ts";
import { Command, count, Select } from "../ui/index.ts";
import type { Draft } from "./draft.ts";
import { keptWords } from "./edit-link.ts";
import { blockedBy, Estimate, Lines, problemLines, type ReplayCost } from "./estimate.tsx";
import { CastFields, NarratorField, ReplaceModels } from "./model-fields.tsx";
import { beforePairs } from "./pairs.ts";

/** Where the branches start, with whom, how many, what they may cost, and the button that starts them. */
export function ReplaySettings({
  view: { result },
  used,
  choices,
  draft,
  change,
  turns: { first, last, chosen },
  onTurn,
  request,
  cost,
  changes,
  error,
  starting,
  again,
  onReset,
}: {
  view: SessionView;
  used: SessionTexts;
  choices: Choices | undefined;
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  turns: { first: number; last: number; chosen: number };
  onTurn: (turn: number) => void;
  request: ReplayRequest;
  cost: ReplayCost;
  changes: readonly string[];
  error: Error | null;
  starting: boolean;
  again: boolean;
  onReset: () => void;
}) {
  const kept = chosen - 1;
  const isFaulty = kept >= first && result.issues.some(({ turn }) => turn === kept);
  const narrator = draft.narrator || used.narrator;
  const promptEffect = choices?.narrators.find(({ name }) => name === narrator)?.promptEffect;
  const fewest = cost.data?.fewestPairs;
  const unusable = (!cost.error && cost.data?.unusable) || [];
  const models = { used, models: choices?.narrators ?? [], draft, change };
  const blocked = blockedBy(cost);
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
          The branches {keptWords(chosen)}.
        </p>
        {isFaulty && (
          <p className="small">
            Turn {kept} has a finding and would be kept.{" "}
            <button type="button" className="quiet" onClick={() => onTurn(kept)}>
              Replay turn {kept} too
            </button>
          </p>
        )}
        <NarratorField {...models} />
        {promptEffect !== undefined && changes.includes("prompt") && (
          <p className="small muted">{promptEffect} To test a prompt, choose a model as the narrator.</p>
        )}
        <div className="replay-numbers">
          <label className="field">
            Branches
            <input
              type="number"
              min={1}
              max={20}
              aria-describedby="pairs-needed"
              value={draft.times}
              onChange={(event) => change({ times: event.target.value })}
              required
            />
          </label>
          <label className="field">
            Turns each
            <input
              type="number"
              min={1}
              max={100}
              value={draft.turns}
              onChange={(event) => change({ turns: event.target.value })}
              placeholder="to the end"
            />
          </label>
          <label className="field" title="For all branches together">
            Budget, USD
            <input
              type="number"
              min={0.01}
              step={0.01}
              value={draft.budget}
              onChange={(event) => change({ budget: event.target.value })}
              placeholder="no limit"
            />
          </label>
        </div>
        {fewest !== undefined && (
          <p className="small muted" id="pairs-needed">
            {beforePairs(request.times, fewest)}{" "}
            {request.times < fewest && (
              <button type="button" className="quiet" onClick={() => change({ times: String(fewest) })}>
                Set to {fewest}
              </button>
            )}
          </p>
        )}
        <CastFields {...models} open={unusable.some((role) => role !== "narrator")} />
        <details>
          <summary>More settings</summary>
          <div className="more-settings">
            <label className="field">
              Seed
              <input
                value={draft.seed}
                maxLength={200}
                onChange={(event) => change({ seed: event.target.value })}
                placeholder={`the same (${used.seed})`}
                list="seeds"
              />
              <datalist id="seeds">
                {choices?.seeds?.map((seed) => (
                  <option key={seed} value={seed} />
                ))}
              </datalist>
            </label>
            <Select
              label="The narrator gets the guide"
              value={draft.guideForm}
              onChange={(guideForm) => change({ guideForm })}
              none={`as before (${used.guideForm === "notes" ? "as notes" : "in full"})`}
              options={[
                { value: "notes", text: "as notes" },
                { value: "full", text: "in full" },
              ]}
            />
          </div>
        </details>
        <p className="small">
          {changes.length === 0
            ? "Nothing is changed yet. The branches would show only how much chance matters."
            : `Changed: ${changes.join(", ")}.`}
          {changes.length > 0 && (
            <button type="button" className="quiet" onClick={onReset}>
              Discard all changes
            </button>
          )}
        </p>
        <Estimate cost={cost} id="replay-cost">
          {unusable.length > 0 && <ReplaceModels {...models} roles={unusable} narrator={narrator} />}
        </Estimate>
        {error !== null && (
          <div role="alert">
            <Lines lines={problemLines(error)} />
          </div>
        )}
      </div>
      <div className="replay-go">
        <button
          type="submit"
          className={again ? undefined : "primary"}
          disabled={starting || blocked !== undefined}
          aria-describedby="replay-cost"
        >
          {starting
            ? "Starting …"
            : `Replay ${again ? `${request.times} more ${request.times === 1 ? "branch" : "branches"}` : count(request.times, "branch", "branches")}`}
        </button>
        {blocked !== undefined && <span className="small problem-text">Cannot start yet. {blocked}</span>}
        {cost.data && !cost.error && (
          <Equivalent
            command={cost.data.command}
            isForAll={request.times > 1 && request.budget !== undefined}
          />
        )}
      </div>
    </>
  );
}

function Equivalent({
  command,
  isForAll,
}: {
  command: string | undefined;
  /** The budget is shared by several branches, which no command can say. */ isForAll: boolean;
}) {
  return (
    <details className="small">
      <summary>Equivalent command</summary>
      {command === undefined ? (
        <p className="muted">Save the edited text first: the command needs a file.</p>
      ) : (
        <Command>{command}</Command>
      )}
      {isForAll && <p className="muted">On the command line, --budget applies to each branch.</p>}
    </details>
  );
}
