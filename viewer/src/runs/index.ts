export { RunsPage } from "./runs-page.tsx";
