/** The plain narrator's own words: everything else comes from the guide. None of them says what place, time or weather it is. */
export * as answers from "./answers.ts";
export * as creation from "./creation.ts";
export * as leadIns from "./lead-ins.ts";
export * as offers from "./offers.ts";
export * as recaps from "./recaps.ts";
export * as tangents from "./tangents.ts";
