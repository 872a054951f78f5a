export { ExperimentsPage } from "./experiments-page.tsx";
