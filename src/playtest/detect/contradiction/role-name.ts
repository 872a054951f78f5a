import type { Rule } from "./context.ts";
import { normalise } from "./mentions.ts";
import { statement } from "./statement.ts";

const ROLE = String.raw`((?:[a-z-]+ )?(?:innkeeper|barkeep|bartender|barman|captain|priest|vicar|pastor|keeper|mayor|sheriff|constable|doctor|surgeon|nurse|driver|clerk|librarian|curator|blacksmith|baker|butcher|teacher|schoolteacher|ferryman|fisherman|gravedigger|housekeeper|butler|cook|gardener|foreman|engineer|pilot|navigator|quartermaster|commander|king|queen|duke|duchess|baron|wizard|witch|apothecary|merchant|shopkeeper|banker|journalist|detective|inspector|warden|caretaker|undertaker|organist|widow|landlady|landlord|owner|abbot|abbess|steward))`;
const NAME = String.raw`(\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'-]+){0,2})`;
const CALLED = [
  new RegExp(String.raw`\b[Tt]he ${ROLE}, ${NAME}(?=[,.;])`, "gu"),
  new RegExp(String.raw`\b[Tt]he ${ROLE} (?:is|was) (?:called|named) ${NAME}`, "gu"),
  new RegExp(String.raw`\b[Tt]he ${ROLE}'s name is ${NAME}`, "gu"),
];
const TITLED = new RegExp(String.raw`(?<![\p{L}'-])${NAME}, the ${ROLE}(?=[,.;])`, "gu");
const ANOTHER = /\b(?:also|alias|real name|known as|introduc\w+|new|former|old|other|another|second|successor|replac\w+|the late|not|calls? (?:himself|herself|themselves))\b/i;

/** Which name goes with a part: one innkeeper has one name. Two inns have two, so it is only ever worth asking. */
export const roleName: Rule = (sentence, { names }) => {
  if (ANOTHER.test(sentence.text)) return [];
  const found = [
    ...CALLED.flatMap((pattern) => Array.from(sentence.text.matchAll(pattern), ([, role, name]) => ({ role: role!, name: name! }))),
    ...Array.from(sentence.text.matchAll(TITLED), ([, name, role]) => ({ role: role!, name: name! })),
  ];
  return found
    .map(({ role, name }) => ({ entity: normalise(role), value: normalise(name) }))
    .filter(({ value }) => !value.split(" ").some((word) => names.players.has(word)))
    .map(({ entity, value }) => statement(sentence, { entity, label: `the ${entity}`, attribute: "name", value, doubtWithin: Infinity }));
};
