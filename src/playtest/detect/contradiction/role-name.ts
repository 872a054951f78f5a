import { allMatches } from "../all-matches.ts";
import { NOTHING, type Rule } from "./context.ts";
import { normalise } from "./mentions.ts";
import { statement } from "./statement.ts";
import { PARTS } from "./topic-words.ts";
import { TOPIC } from "./topics.ts";

const ROLE = String.raw`((?:[a-z-]+ )?(?:${PARTS.join("|")}))`;
const NAME = String.raw`(\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'-]+){0,2})`;
const CALLED = [
  new RegExp(String.raw`\b[Tt]he ${ROLE}, ${NAME}(?=[,.;])`, "gu"),
  new RegExp(String.raw`\b[Tt]he ${ROLE} (?:is|was) (?:called|named) ${NAME}`, "gu"),
  new RegExp(String.raw`\b[Tt]he ${ROLE}'s name is ${NAME}`, "gu"),
];
const TITLED = new RegExp(String.raw`(?<![\p{L}'-])${NAME}, the ${ROLE}(?=[,.;])`, "gu");
const ANOTHER =
  /\b(?:also|alias|real name|known as|introduc\w+|new|former|old|other|another|second|successor|replac\w+|the late|not|calls? (?:himself|herself|themselves))\b/i;

const CALLED_AFTER = new RegExp(
  String.raw`^(?:,? (?:who|which))? (?:is|was) (?:called|named) (?:Mrs?\.? |Miss |Dr\.? )?${NAME}|^,? (?:whose|'s) name is ${NAME}|^, (?:Mrs?\.? |Miss |Dr\.? )?${NAME}(?=[,.;])`,
  "u",
);
const OWN_NAME = new RegExp(String.raw`^ name is ${NAME}`, "u");
const NAMED_BEFORE = new RegExp(String.raw`(?<![\p{L}'-])${NAME}, (?:the )?$`, "u");

/** A part that the guide gives to somebody by name is played by nobody else. */
const ofTheGuide: Rule = (sentence, { names }) =>
  (sentence.topics & TOPIC.roles ? names.roles(sentence.text) : []).flatMap((role) => {
    const after = sentence.text.slice(role.end);
    const found =
      (role.possessive ? OWN_NAME : CALLED_AFTER).exec(after) ??
      (role.possessive ? null : NAMED_BEFORE.exec(sentence.text.slice(0, role.start)));
    const name = found?.slice(1).find((group) => group !== undefined);
    const value = name === undefined ? "" : normalise(name);
    if (value === "" || value.split(" ").some((word) => names.players.has(word))) return [];
    return [
      statement(sentence, {
        entity: role.entity,
        label: role.label,
        attribute: "name",
        value,
        clearWithin: Infinity,
        doubtWithin: Infinity,
      }),
    ];
  });

/** Which name goes with a part: one innkeeper has one name. Two inns have two, so it is only ever worth asking. */
export const roleName: Rule = (sentence, context) => {
  if (!(sentence.topics & (TOPIC.roles | TOPIC.parts))) return NOTHING;
  const tracked = ofTheGuide(sentence, context);
  if (tracked.length === 0 && !(sentence.topics & TOPIC.parts)) return [];
  if (ANOTHER.test(sentence.text)) return [];
  if (tracked.length > 0) return tracked;
  const { names } = context;
  const found = [
    ...CALLED.flatMap((pattern) =>
      allMatches(sentence.text, pattern).map(([, role, name]) => ({ role: role!, name: name! })),
    ),
    ...allMatches(sentence.text, TITLED).map(([, name, role]) => ({ role: role!, name: name! })),
  ];
  return found
    .map(({ role, name }) => ({ entity: normalise(role), value: normalise(name) }))
    .filter(({ value }) => !value.split(" ").some((word) => names.players.has(word)))
    .map(({ entity, value }) =>
      statement(sentence, {
        entity,
        label: `the ${entity}`,
        attribute: "name",
        value,
        doubtWithin: Infinity,
      }),
    );
};
