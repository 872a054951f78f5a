import { useState } from "react";
import { Select } from "../ui/index.ts";
import {
  BudgetField,
  chosenAtFirst,
  ClassifierField,
  FieldRow,
  JudgeField,
  MaxTurnsField,
  MoreFields,
  NumberField,
  PlayersField,
  ReaderField,
  SeedField,
  Several,
  useStart,
} from "./fields.tsx";
import { Compared } from "./compared.tsx";
import { narratorGroups } from "./narrator-groups.ts";
import { StartForm } from "./start-form.tsx";
import { CHOSEN, matrixOf } from "./start-requests.ts";

const sizes = [
  { value: CHOSEN, text: "Chosen stories and prompts" },
  { value: "smoke", text: "Smoke: 5 sessions. Does it run?" },
  { value: "mini", text: "Mini: 20 sessions. Which prompt looks best?" },
  { value: "standard", text: "Standard: 100 sessions. Is it better?" },
  { value: "full", text: "Full: 300 sessions on three narrators" },
];

export function MatrixForm() {
  const { choices, preset } = useStart();
  const { narrators, stories, prompts, own, usual } = choices;
  const [size, setSize] = useState(preset.one("size") ?? CHOSEN);
  const first = (name: string, known: readonly string[], usual: string, own: readonly string[] = []) =>
    chosenAtFirst(name, { preset, known, own, usual });
  const chosenStories = first("stories", stories, "innsmouth", own.stories);
  const chosenPrompts = first("prompts", prompts, "baseline", own.prompts);
  const ready = narrators.filter(({ ready }) => ready).map(({ name }) => name);
  const chosenNarrators = first("narrators", ready, usual.narrator);
  return (
    <StartForm path="/api/matrices" read={matrixOf} label="New matrix">
      {(changed) => (
        <>
          <Select
            label="Size"
            name="size"
            value={size}
            options={sizes}
            onChange={(size) => {
              setSize(size);
              changed();
            }}
          />
          {size === CHOSEN && (
            <div className="start-columns">
              <Several
                label="Stories"
                name="stories"
                options={stories.map((value) => ({ value }))}
                chosen={chosenStories}
              />
              <Compared
                label="Prompts"
                name="prompts"
                what="prompt"
                groups={[{ label: "Prompts", options: prompts.map((value) => ({ value })) }]}
                chosen={chosenPrompts}
                onChange={changed}
              />
            </div>
          )}
          {size !== "full" && (
            <Compared
              label="Narrators"
              name="narrators"
              what="narrator"
              groups={narratorGroups(narrators)}
              chosen={chosenNarrators}
              other="Another model"
              onChange={changed}
            />
          )}
          <FieldRow>
            <NumberField
              label="Sessions per combination"
              name="sessions"
              max={1_000}
              hint={size === CHOSEN ? "1" : "the preset's"}
            />
            <MaxTurnsField />
            <BudgetField />
          </FieldRow>
          <MoreFields>
            <FieldRow>
              <ReaderField narrators={narrators} />
              <JudgeField narrators={narrators} />
            </FieldRow>
            <FieldRow>
              <ClassifierField narrators={narrators} />
              <PlayersField narrators={narrators} />
            </FieldRow>
            <FieldRow>
              <SeedField />
              <NumberField label="Sessions at once" name="concurrency" max={50} hint="10" />
            </FieldRow>
          </MoreFields>
        </>
      )}
    </StartForm>
  );
}
