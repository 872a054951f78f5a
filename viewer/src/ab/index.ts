export { AbPage } from "./ab-page.tsx";
