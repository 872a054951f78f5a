/** Two arms side by side, as a person reads it. */
import { armNotes, armRows, headline, namedColumns, type ArmComparison } from "../../playtest/index.ts";
import { table, terminalText, type Io } from "../frame/index.ts";

export function armsText(comparisons: readonly ArmComparison[], io: Pick<Io, "style">): string {
  return comparisons
    .map((comparison) =>
      [
        io.style("bold", terminalText(headline(comparison))),
        "",
        terminalText(
          table(namedColumns(comparison), armRows(comparison), { right: [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
        ),
        "",
        ...armNotes(comparison).map(terminalText),
      ].join("\n"),
    )
    .join("\n\n");
}
