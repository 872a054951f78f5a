import { useState } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import {
  BudgetField,
  Choice,
  ClassifierField,
  FieldRow,
  MoreFields,
  NarratorField,
  NumberField,
  ReaderField,
  Several,
  usualOf,
  type Preset,
} from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { CHOSEN, matrixOf } from "./start-requests.ts";

const sizes = [
  { value: CHOSEN, text: "Chosen stories and prompts" },
  { value: "smoke", text: "Smoke: 5 sessions. Does it run?" },
  { value: "mini", text: "Mini: 20 sessions. Which prompt looks best?" },
  { value: "standard", text: "Standard: 100 sessions. Is it better?" },
  { value: "full", text: "Full: 300 sessions on three narrators" },
];

export function MatrixForm({ choices, preset, seed }: { choices: Choices; preset: Preset; seed: string }) {
  const { stories, prompts, narrators, metrics, usual } = choices;
  const [size, setSize] = useState(preset.one("size") ?? CHOSEN);
  const given = (name: string, fallback: string[]) => {
    const asked = preset.all(name);
    return asked.length > 0 ? asked : fallback;
  };
  const chosenNarrators = given("narrators", [usual.narrator]);
  // Faults of the house cast test detectors, not prompts: only a link names them.
  const offered = narrators
    .filter(({ name, ready }) => ready && !name.startsWith("house/"))
    .map(({ name }) => name);
  return (
    <StartForm path="/api/matrices" read={matrixOf} label="New matrix">
      {(changed) => (
        <>
          <label className="field">
            Size
            <select
              name="size"
              value={size}
              onChange={(event) => {
                setSize(event.target.value);
                changed();
              }}
            >
              {sizes.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          {size === CHOSEN && (
            <div className="start-columns">
              <Several
                label="Stories"
                name="stories"
                options={stories.map((value) => ({ value }))}
                chosen={given("stories", [usualOf(stories, "innsmouth")])}
              />
              <Several
                label="Prompts"
                name="prompts"
                options={prompts.map((value) => ({ value }))}
                chosen={given("prompts", [usualOf(prompts, "baseline")])}
              />
            </div>
          )}
          {size !== "full" && (
            <Several
              label="Narrators"
              name="narrators"
              options={[...new Set([...offered, ...chosenNarrators])].map((value) => ({ value }))}
              chosen={chosenNarrators}
            />
          )}
          <FieldRow>
            <NumberField
              label="Sessions per combination"
              name="sessions"
              max={1_000}
              usual={preset.one("sessions")}
              hint={size === CHOSEN ? "1" : "the preset's"}
            />
            <NumberField
              label="Maximum turns"
              name="maxTurns"
              min={3}
              max={1_000}
              usual={preset.one("maxTurns")}
              hint="100"
            />
            <BudgetField most={usual.budget} usual={preset.one("budget")} />
          </FieldRow>
          <MoreFields>
            <FieldRow>
              <ReaderField narrators={narrators} usual={preset.one("observer")} />
              <NarratorField
                label="Judge"
                name="judge"
                narrators={narrators.filter(({ house }) => !house)}
                usual={preset.one("judge")}
                none="none"
              />
            </FieldRow>
            <FieldRow>
              <ClassifierField narrators={narrators} usual={preset.one("classifier")} />
              <NarratorField
                label="Players' model"
                name="playerModel"
                narrators={narrators.filter(({ name }) => !name.startsWith("house/"))}
                usual={preset.one("playerModel")}
                none="each archetype's own"
              />
            </FieldRow>
            <FieldRow>
              <Choice
                label="Primary metric"
                name="metric"
                options={metrics}
                usual={preset.one("metric")}
                none="overall"
              />
              <label className="field">
                Seed
                <input name="seed" maxLength={200} defaultValue={preset.one("seed") ?? seed} />
              </label>
              <NumberField
                label="Sessions at once"
                name="concurrency"
                max={50}
                usual={preset.one("concurrency")}
                hint="10"
              />
            </FieldRow>
          </MoreFields>
        </>
      )}
    </StartForm>
  );
}
