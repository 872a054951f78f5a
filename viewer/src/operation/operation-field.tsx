import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Choices } from "../../../src/contract/index.ts";
import { choicesQuery } from "../replay/replay-queries.ts";
import { Select } from "../ui/index.ts";
import { CheckpointPicker } from "./checkpoint-picker.tsx";
import { FindingSelect } from "./finding-select.tsx";
import { type HouseOffer, modelGroups, ModelSelect, type Option } from "./model-select.tsx";
import {
  inPageWords,
  type Input,
  kindOf,
  labelOf,
  type Property,
  refusalWords,
  usualOf,
} from "./operation-schema.ts";
import { Several } from "./several.tsx";

/** What all fields of a form know. */
export type Shared = {
  /** By option: what this page lists to choose from. */
  choices?: Readonly<Record<string, readonly Option[]>> | undefined;
  /** By option: what an empty field stands for, if not the default. */
  hints?: Readonly<Record<string, string>> | undefined;
  /** What the server refuses. */
  problem?: { option?: string | undefined; message: string } | undefined;
};
type Field = Shared & {
  id: string;
  name: string;
  property: Property;
  /** Of the whole form. */ input: Input;
  onChange: (value: unknown) => void;
};

/** One option, asked for by its type or by what it names, with its description and what is wrong with it. */
export function OperationField(field: Field) {
  const { property } = field;
  const help = helpOf(field);
  return (
    <div className="operation-field">
      {picker(field, useQuery(choicesQuery).data)}
      {help !== undefined && (
        <p id={help} className="small muted">
          {inPageWords(property.description ?? "")}
        </p>
      )}
      <FieldProblem {...field} />
    </div>
  );
}

/** What the server refuses of it. */
export const FieldProblem = ({ name, problem }: Pick<Field, "name" | "problem">) =>
  problem?.option === name && (
    <p className="small problem-text" role="alert">
      {refusalWords(problem)}
    </p>
  );

function picker(field: Field, content: Choices | undefined): ReactNode {
  const { name, property, choices: { [name]: listed } = {} } = field;
  const options = listed ?? optionsOf(property);
  switch (kindOf(property)) {
    case "flag":
      return <Flag {...field} />;
    case "number":
      return listed ? <Choice {...field} options={listed} /> : <Typed {...field} />;
    case "choice":
      return <Choice {...field} options={options} />;
    case "choices":
      return <SeveralOf {...field} options={options} />;
    case "list":
      return <ListField {...field} content={content} />;
    default:
      return listed ? <Choice {...field} options={listed} /> : <TextField {...field} content={content} />;
  }
}

const optionsOf = ({ enum: values, items }: Property): Option[] =>
  (values ?? items?.enum ?? []).map((value) => ({ value: String(value), text: String(value) }));

const textIn = ({ input, name }: Field): string => String(input[name] ?? "");
const listIn = ({ input, name }: Field): readonly string[] => (input[name] ?? []) as readonly string[];
const hintOf = ({ name, property, hints }: Field): string => hints?.[name] ?? usualOf(property) ?? "default";

/** What is listed needs no more words, nor does a field that says what it stands for while it is empty. */
const helpOf = ({ id, name, property, choices, hints }: Field): string | undefined =>
  property.description === undefined ||
  property.content !== undefined ||
  name === "checkpoint" ||
  choices?.[name] ||
  hints?.[name]
    ? undefined
    : `${id}-help`;

function Flag(field: Field) {
  const { name, property, input, onChange } = field;
  return (
    <label className="flag">
      <input
        type="checkbox"
        checked={(input[name] ?? property.default) === true}
        aria-describedby={helpOf(field)}
        onChange={(event) => onChange(event.target.checked)}
      />
      {labelOf(name)}
    </label>
  );
}

function Choice({ options, ...field }: Field & { options: readonly Option[] }) {
  const { name, property, hints, onChange } = field;
  const usual = hints?.[name] ?? usualOf(property) ?? "";
  // One of the list may be what an empty field stands for.
  const isListed = options.some(({ value }) => value === usual);
  return (
    <Select
      label={labelOf(name)}
      describedBy={helpOf(field)}
      value={textIn(field) || (isListed ? usual : "")}
      none={isListed ? undefined : hintOf(field)}
      options={options}
      onChange={(chosen) => onChange(kindOf(property) === "number" ? Number(chosen) : chosen)}
    />
  );
}

const SeveralOf = ({ options, ...field }: Field & { options: readonly Option[] }) => (
  <Several
    label={labelOf(field.name)}
    describedBy={helpOf(field)}
    groups={[{ label: labelOf(field.name), options }]}
    chosen={listIn(field)}
    onChange={field.onChange}
  />
);

/** A number, or words. */
function Typed(field: Field) {
  const { name, property, onChange } = field;
  const { minimum, maximum, exclusiveMinimum, type } = property;
  const isNumber = kindOf(property) === "number";
  const limits = {
    type: "number",
    min: exclusiveMinimum === undefined ? minimum : 0.01,
    max: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
    step: type === "integer" ? 1 : "any",
  };
  return (
    <label className="field">
      {labelOf(name)}
      <input
        {...(isNumber ? limits : { maxLength: 300, spellCheck: false })}
        value={textIn(field)}
        placeholder={hintOf(field)}
        aria-describedby={helpOf(field)}
        onChange={({ target: { value } }) => onChange(isNumber && value !== "" ? Number(value) : value)}
      />
    </label>
  );
}

type WithContent = Field & { content: Choices | undefined };

function TextField({ content, ...field }: WithContent) {
  const { name, property, onChange } = field;
  const named = contentOf(property, content);
  if (named) return <Choice {...field} options={named} />;
  if (name === "finding")
    return (
      <FindingSelect
        label={labelOf(name)}
        describedBy={helpOf(field)}
        checkpoint={listIn({ ...field, name: "checkpoint" })[0]}
        value={textIn(field)}
        onChange={onChange}
      />
    );
  if (property.value !== "MODEL") return <Typed {...field} />;
  const { bare } = property;
  return (
    <ModelSelect
      label={labelOf(name)}
      describedBy={helpOf(field)}
      models={content?.narrators ?? []}
      house={houseFor(name)}
      first={[
        { value: "", text: hintOf(field) },
        ...(bare === undefined ? [] : [{ value: bare, text: bare }]),
        ...(NONE[name] ?? []),
      ]}
      value={textIn(field)}
      onChange={onChange}
    />
  );
}

function ListField({ content, ...field }: WithContent) {
  const { name, property, onChange } = field;
  const isModels = property.value === "MODEL";
  const named = contentOf(property, content);
  if (name === "checkpoint") return <CheckpointPicker chosen={listIn(field)} onChange={onChange} />;
  if (isModels || named)
    return (
      <Several
        label={labelOf(name, property)}
        describedBy={helpOf(field)}
        compared={property.content ?? name}
        groups={
          named
            ? [{ label: labelOf(name), options: named }]
            : modelGroups({ models: content?.narrators ?? [], house: "cast" })
        }
        chosen={listIn(field)}
        onChange={onChange}
      />
    );
  return (
    <label className="field">
      {labelOf(name)}
      <input
        defaultValue={listIn(field).join(",")}
        placeholder={property.value}
        aria-describedby={helpOf(field)}
        onChange={({ target }) =>
          onChange(
            target.value
              .split(",")
              .map((item) => item.trim())
              .filter((item) => item !== ""),
          )
        }
      />
    </label>
  );
}

function contentOf({ content: kind }: Property, content: Choices | undefined): Option[] | undefined {
  const names = kind === "story" ? content?.stories : content?.prompts;
  return kind && (names ?? []).map((value) => ({ value, text: value }));
}

/** What takes the place of a model. */
const NONE: Readonly<Record<string, readonly Option[]>> = {
  observer: [{ value: "none", text: "none: mechanical checks only" }],
  classifier: [{ value: "none", text: "none" }],
  judge: [{ value: "none", text: "none" }],
};

const houseFor = (name: string): HouseOffer =>
  name === "narrator" ? "cast" : name === "judge" ? "none" : "plain";
