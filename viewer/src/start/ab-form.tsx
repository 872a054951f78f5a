import type { Choices } from "../../../src/contract/index.ts";
import { CheckpointPicker } from "./checkpoint-picker.tsx";
import {
  BudgetField,
  Choice,
  FieldRow,
  JudgeField,
  ModelField,
  MoreFields,
  NumberField,
  ReaderField,
  useStart,
} from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { abOf } from "./start-requests.ts";

const lengths = [
  { value: "decided", text: "until decided" },
  { value: "played", text: "a fixed number of pairs" },
];
const noNoise = [{ value: "no", text: "no" }];

export function AbForm() {
  const { choices, preset } = useStart();
  const { narrators } = choices;
  return (
    <StartForm path="/api/abs" read={abOf} label="New A/B test">
      {(changed) => (
        <>
          <CheckpointPicker chosen={preset.all("checkpoint")} onChange={changed} />
          <div className="start-columns">
            <Arm name="a" narrators={narrators} />
            <Arm name="b" narrators={narrators} />
          </div>
          <FieldRow>
            <Choice label="How long" name="until" options={lengths} usual="decided" />
            <NumberField label="Pairs" name="times" max={1_000} hint="usual number" />
            <NumberField label="Turns of each replay" name="turns" max={100} hint="5" />
            <BudgetField />
          </FieldRow>
          <MoreFields>
            <FieldRow>
              <Choice label="Primary metric" name="metric" options={choices.abMetrics} none="overall" />
              <Choice
                label="Measure noise first"
                name="noise"
                none="yes: 8 replays of the unchanged checkpoint"
                options={noNoise}
              />
            </FieldRow>
            <FieldRow>
              <ReaderField narrators={narrators} />
              <JudgeField narrators={narrators} />
              <NumberField label="Replays at once" name="concurrency" max={50} hint="10" />
            </FieldRow>
          </MoreFields>
        </>
      )}
    </StartForm>
  );
}

const unchanged = [{ value: "", text: "unchanged" }];

function Arm({ name, narrators }: { name: "a" | "b"; narrators: Choices["narrators"] }) {
  const { prompts } = useStart().choices;
  return (
    <fieldset className="arm">
      <legend>{name === "a" ? "A changes" : "B changes"}</legend>
      <Choice label="Prompt" name={`${name}.prompt`} options={prompts} none="unchanged" />
      <ModelField name={`${name}.narrator`} narrators={narrators} first={unchanged} />
      <Choice label="Guide" name={`${name}.guide`} options={["notes", "full"]} none="unchanged" />
    </fieldset>
  );
}
