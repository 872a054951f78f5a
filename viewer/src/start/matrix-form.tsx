import { useState } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import {
  BudgetField,
  Choice,
  chosenAtFirst,
  ClassifierField,
  FieldRow,
  MoreFields,
  NarratorField,
  NumberField,
  ReaderField,
  Several,
  type Preset,
} from "./fields.tsx";
import { Compared } from "./compared.tsx";
import { narratorGroups, playableBy } from "./narrator-groups.ts";
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
  const { stories, prompts, own, metrics, usual } = choices;
  const [size, setSize] = useState(preset.one("size") ?? CHOSEN);
  const chosenNarrators = chosenAtFirst("narrators", {
    preset,
    known: choices.narrators.filter(({ ready }) => ready).map(({ name }) => name),
    usual: usual.narrator,
  });
  return (
    <StartForm path="/api/matrices" queue="/api/engine-runs/matrices" read={matrixOf} label="New matrix">
      {(changed, onWorkers) => {
        const narrators = playableBy(onWorkers, choices.narrators);
        return (
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
                  chosen={chosenAtFirst("stories", {
                    preset,
                    known: stories,
                    own: own.stories,
                    usual: "innsmouth",
                  })}
                />
                <Compared
                  label="Prompts"
                  name="prompts"
                  what="prompt"
                  groups={[{ label: "Prompts", options: prompts.map((value) => ({ value })) }]}
                  chosen={chosenAtFirst("prompts", {
                    preset,
                    known: prompts,
                    own: own.prompts,
                    usual: "baseline",
                  })}
                  onChange={changed}
                />
              </div>
            )}
            {size !== "full" && (
              <Compared
                label="Narrators"
                name="narrators"
                what="narrator"
                groups={narratorGroups(narrators, chosenNarrators)}
                chosen={chosenNarrators}
                onChange={changed}
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
        );
      }}
    </StartForm>
  );
}
