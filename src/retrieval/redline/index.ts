export { phrasesOf, type Phrases } from "./phrases.ts";
export {
  redlineMessages,
  redlineReportOf,
  type RedlineAnswer,
  type RedlineMessage,
} from "./prove-redline.ts";
export { redlineText } from "./redline-text.ts";
