import "./verdict.css";

export { Differences } from "./differences.tsx";
export { outcomeLooks, VerdictView } from "./verdict-view.tsx";
