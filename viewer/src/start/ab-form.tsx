import type { Choices } from "../../../src/contract/index.ts";
import { CheckpointPicker } from "./checkpoint-picker.tsx";
import {
  BudgetField,
  Choice,
  FieldRow,
  ModelField,
  MoreFields,
  NumberField,
  ReaderField,
  useStart,
} from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { abOf } from "./start-requests.ts";

export function AbForm() {
  const { choices, preset } = useStart();
  const { narrators } = choices;
  return (
    <StartForm path="/api/ab" read={abOf} label="New A/B test">
      {(changed) => (
        <>
          <CheckpointPicker chosen={preset.all("checkpoint")} onChange={changed} />
          <div className="start-columns">
            <Arm name="a" narrators={narrators} />
            <Arm name="b" narrators={narrators} />
          </div>
          <FieldRow>
            <NumberField label="Pairs, at most" name="pairs" max={1_000} hint="40" />
            <NumberField label="Turns of each replay" name="turns" max={100} hint="5" />
            <BudgetField />
          </FieldRow>
          <MoreFields>
            <FieldRow>
              <ReaderField narrators={narrators} />
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
