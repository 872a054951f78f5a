import type { Choices } from "../../../src/contract/index.ts";
import {
  BudgetField,
  chosenAtFirst,
  Choice,
  ClassifierField,
  FieldRow,
  MoreFields,
  NarratorField,
  NumberField,
  ReaderField,
  type Preset,
} from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { playOf } from "./start-requests.ts";

export function SessionForm({ choices, preset, seed }: { choices: Choices; preset: Preset; seed: string }) {
  const { stories, prompts, own, narrators, usual } = choices;
  return (
    <StartForm path="/api/plays" read={playOf} label="New session">
      {() => (
        <>
          <FieldRow>
            <Choice
              label="Story"
              name="story"
              options={stories}
              usual={
                chosenAtFirst("story", { preset, known: stories, own: own.stories, usual: "innsmouth" })[0]
              }
            />
            <Choice
              label="Prompt"
              name="prompt"
              options={prompts}
              usual={
                chosenAtFirst("prompt", { preset, known: prompts, own: own.prompts, usual: "baseline" })[0]
              }
            />
          </FieldRow>
          <FieldRow>
            <NarratorField
              narrators={narrators}
              usual={
                chosenAtFirst("narrator", {
                  preset,
                  known: narrators.map(({ name }) => name),
                  usual: usual.narrator,
                })[0]
              }
            />
            <ReaderField narrators={narrators} usual={preset.one("observer")} />
          </FieldRow>
          <FieldRow>
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
              <NumberField
                label="Players"
                name="players"
                min={2}
                max={5}
                usual={preset.one("players")}
                hint="drawn"
              />
              <label className="field">
                Seed
                <input name="seed" maxLength={200} defaultValue={preset.one("seed") ?? seed} />
              </label>
            </FieldRow>
            <FieldRow>
              <NarratorField
                label="Players' model"
                name="playerModel"
                narrators={narrators.filter(({ name }) => !name.startsWith("house/"))}
                usual={preset.one("playerModel")}
                none="each archetype's own"
              />
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
              <Choice
                label="Guide"
                name="guide"
                options={["notes", "full"]}
                usual={preset.one("guide")}
                none="default"
              />
            </FieldRow>
          </MoreFields>
        </>
      )}
    </StartForm>
  );
}
