export { keepOut, redact, valueWithoutSecrets, withoutSecrets } from "./secrets.ts";
