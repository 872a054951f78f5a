import type { Choices } from "../../../src/contract/index.ts";
import { CheckpointPicker } from "./checkpoint-picker.tsx";
import {
  BudgetField,
  Choice,
  FieldRow,
  MoreFields,
  NarratorField,
  NumberField,
  ReaderField,
  type Preset,
} from "./fields.tsx";
import { playableBy } from "./narrator-groups.ts";
import { StartForm } from "./start-form.tsx";
import { abOf } from "./start-requests.ts";

export function AbForm({ choices, preset }: { choices: Choices; preset: Preset }) {
  const { abMetrics, usual } = choices;
  return (
    <StartForm path="/api/abs" queue="/api/engine-runs/abs" read={abOf} label="New A/B test">
      {(changed, onWorkers) => {
        const narrators = playableBy(onWorkers, choices.narrators);
        return (
          <>
            <CheckpointPicker chosen={preset.all("checkpoint")} onChange={changed} />
            <div className="start-columns">
              <Arm name="a" choices={{ ...choices, narrators }} preset={preset} />
              <Arm name="b" choices={{ ...choices, narrators }} preset={preset} />
            </div>
            <FieldRow>
              <label className="field">
                How long
                <select name="until" defaultValue={preset.one("until") ?? "decided"}>
                  <option value="decided">until decided</option>
                  <option value="played">a fixed number of pairs</option>
                </select>
              </label>
              <NumberField
                label="Pairs"
                name="times"
                max={1_000}
                usual={preset.one("times")}
                hint="usual number"
              />
              <NumberField
                label="Turns of each replay"
                name="turns"
                max={100}
                usual={preset.one("turns")}
                hint="5"
              />
              <BudgetField most={usual.budget} usual={preset.one("budget")} />
            </FieldRow>
            <MoreFields>
              <FieldRow>
                <Choice
                  label="Primary metric"
                  name="metric"
                  options={abMetrics}
                  usual={preset.one("metric")}
                  none="overall"
                />
                <label className="field">
                  Measure noise first
                  <select name="noise" defaultValue={preset.one("noise") ?? ""}>
                    <option value="">yes: 8 replays of the unchanged checkpoint</option>
                    <option value="no">no</option>
                  </select>
                </label>
              </FieldRow>
              <FieldRow>
                <ReaderField narrators={narrators} usual={preset.one("observer")} />
                <NarratorField
                  label="Judge"
                  name="judge"
                  narrators={narrators.filter(({ house }) => !house)}
                  usual={preset.one("judge")}
                  none="none"
                />
                <NumberField
                  label="Replays at once"
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

function Arm({ name, choices, preset }: { name: "a" | "b"; choices: Choices; preset: Preset }) {
  const { prompts, narrators } = choices;
  return (
    <fieldset className="arm">
      <legend>{name === "a" ? "A changes" : "B changes"}</legend>
      <Choice
        label="Prompt"
        name={`${name}.prompt`}
        options={prompts}
        usual={preset.one(`${name}.prompt`)}
        none="unchanged"
      />
      <NarratorField
        name={`${name}.narrator`}
        narrators={narrators}
        usual={preset.one(`${name}.narrator`)}
        none="unchanged"
      />
      <Choice
        label="Guide"
        name={`${name}.guide`}
        options={["notes", "full"]}
        usual={preset.one(`${name}.guide`)}
        none="unchanged"
      />
    </fieldset>
  );
}
