export { choicesQuery, jobsQuery } from "./queries.ts";
export { JobsTray } from "./jobs-tray.tsx";
export { ReplayDialog } from "./replay-dialog.tsx";
