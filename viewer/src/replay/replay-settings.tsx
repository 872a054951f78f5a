import type {
  Choices,
  Episode,
  ReplayRequest,
  SessionTexts,
  SessionView,
} from "../../../src/contract/index.ts";
import { Command, Select } from "../ui/index.ts";
import { isDecisive, type Draft } from "./draft.ts";
import { keptWords } from "./edit-link.ts";
import { blockedBy, Estimate, Lines, problemLines, type ReplayCost } from "./estimate.tsx";
import { CastFields, NarratorField, ReplaceModels } from "./model-fields.tsx";

/** One branch, or pairs until it is decided. */
const replays = ["1", "10", "20", "40"];
const replayWords = (times: string) => (times === "1" ? "one branch" : `up to ${times} pairs`);

/** Where the replays start, with whom, how many, what they may cost, and the button that starts them. */
export function ReplaySettings({
  view: { result },
  used,
  choices,
  draft,
  change,
  turns: { first, last, chosen },
  onTurn,
  request,
  finding,
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
  finding: Episode | undefined;
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
  const decides = finding && isDecisive(finding, request);
  const pairTurns = decides ? `to turn ${finding.lastTurn + 2}` : "5";
  const usualTurns = request.times > 1 ? pairTurns : "to the end";
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
        <NarratorField {...models} />
        {promptEffect !== undefined && changes.includes("prompt") && (
          <p className="small muted">{promptEffect} To test a prompt, choose a model as the narrator.</p>
        )}
        <Select
          label="Replays"
          value={draft.times}
          onChange={(times) => change({ times })}
          options={[...new Set([...replays, draft.times])].map((value) => ({
            value,
            text: replayWords(value),
          }))}
        />
        <div className="replay-numbers">
          <label className="field">
            Turns each
            <input
              type="number"
              min={1}
              max={100}
              value={decides ? "" : draft.turns}
              onChange={(event) => change({ turns: event.target.value })}
              placeholder={usualTurns}
              disabled={decides}
            />
          </label>
          <label className="field" title="For everything together">
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
        {request.times > 1 && (
          <p className="small muted">
            Each pair replays the turn with the change and without it, with the same dice. It stops when it is
            decided:{" "}
            {decides
              ? `by whether the ${finding.kind.replaceAll("-", " ")} of turn ${finding.turn} comes back`
              : "by the points lost"}
            .
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
          {changes.length === 0 ? "Nothing is changed yet." : `Changed: ${changes.join(", ")}.`}
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
            : `Replay ${again && request.times === 1 ? "another branch" : replayWords(String(request.times))}`}
        </button>
        {blocked !== undefined && <span className="small problem-text">Cannot start yet. {blocked}</span>}
        {cost.data && !cost.error && <Equivalent command={cost.data.command} />}
      </div>
    </>
  );
}

const Equivalent = ({ command }: { command: string | undefined }) => (
  <details className="small">
    <summary>Equivalent command</summary>
    {command === undefined ? (
      <p className="muted">No command does the same yet: save an edited text first.</p>
    ) : (
      <Command>{command}</Command>
    )}
  </details>
);
