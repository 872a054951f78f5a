export { startLink, type StartKind } from "./start-link.ts";
export { StartPage } from "./start-page.tsx";
