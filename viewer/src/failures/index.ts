export { FailuresPage } from "./failures-page.tsx";
