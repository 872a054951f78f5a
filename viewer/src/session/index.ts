export { SessionPage } from "./session-page.tsx";
