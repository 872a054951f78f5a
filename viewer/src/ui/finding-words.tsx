import type { Issue, Quote } from "../../../src/contract/index.ts";
import { Badge } from "./badge.tsx";
import { asCut } from "./format.ts";
import { QuoteLink } from "./quote-link.tsx";

export const Severity = ({ severity, isHint = false }: { severity: Issue["severity"]; isHint?: boolean }) => (
  <Badge tone={isHint ? "calm" : severity === "error" ? "bad" : "warn"}>{isHint ? "hint" : severity}</Badge>
);

/** Quotes of a finding or a judge. They open their turns where there is a transcript. */
export const Quotes = ({
  quotes,
  open,
}: {
  quotes: readonly Quote[];
  open?: ((quote: Quote) => void) | undefined;
}) =>
  quotes.map((quote, at) => (
    <QuoteLink key={at} turn={quote.turn} text={asCut(quote.text)} open={open && (() => open(quote))} />
  ));
