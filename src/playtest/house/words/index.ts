/** Words without a model: enough grammar for actors to pick up what they hear. */
export { asAction, isAction } from "./actions.ts";
export { chooseFrom, chooseLine, fill, type ChooseOptions, type Slots } from "./choose-line.ts";
export { contentWords } from "./content-words.ts";
export { joinAnd, joinOr, lowerFirst, unstopped, upperFirst } from "./join.ts";
export { people } from "./people.ts";
export { theirs } from "./persons.ts";
export { sentences } from "../../text/index.ts";
export { things } from "./things.ts";
