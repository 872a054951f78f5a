import {
  BudgetField,
  Choice,
  chosenAtFirst,
  ClassifierField,
  FieldRow,
  JudgeField,
  MaxTurnsField,
  ModelField,
  MoreFields,
  NumberField,
  PlayersField,
  ReaderField,
  SeedField,
  useStart,
} from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { playOf } from "./start-requests.ts";

export function SessionForm() {
  const { choices, preset } = useStart();
  const { stories, prompts, own, narrators, usual } = choices;
  const story = chosenAtFirst("story", { preset, known: stories, own: own.stories, usual: "innsmouth" })[0];
  const prompt = chosenAtFirst("prompt", { preset, known: prompts, own: own.prompts, usual: "baseline" })[0];
  const known = narrators.map(({ name }) => name);
  const narrator = chosenAtFirst("narrator", { preset, known, usual: usual.narrator })[0];
  return (
    <StartForm path="/api/plays" read={playOf} label="New session">
      {() => (
        <>
          <FieldRow>
            <Choice label="Story" name="story" options={stories} usual={story} />
            <Choice label="Prompt" name="prompt" options={prompts} usual={prompt} />
          </FieldRow>
          <FieldRow>
            <ModelField narrators={narrators} usual={narrator} />
            <ReaderField narrators={narrators} />
          </FieldRow>
          <FieldRow>
            <MaxTurnsField />
            <BudgetField />
          </FieldRow>
          <MoreFields>
            <FieldRow>
              <NumberField label="Players" name="players" min={2} max={5} hint="drawn" />
              <SeedField />
            </FieldRow>
            <FieldRow>
              <PlayersField narrators={narrators} />
              <JudgeField narrators={narrators} />
            </FieldRow>
            <FieldRow>
              <ClassifierField narrators={narrators} />
              <Choice label="Guide" name="guide" options={["notes", "full"]} none="default" />
            </FieldRow>
          </MoreFields>
        </>
      )}
    </StartForm>
  );
}
