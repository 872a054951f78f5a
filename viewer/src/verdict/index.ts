import "./verdict.css";

export { Differences } from "./differences.tsx";
export { ResumeButton } from "./resume-button.tsx";
export { outcomeLooks, VerdictView } from "./verdict-view.tsx";
