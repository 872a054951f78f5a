export { keepOut, redact, textWithoutSecrets, valueWithoutSecrets, withoutSecrets } from "./secrets.ts";
