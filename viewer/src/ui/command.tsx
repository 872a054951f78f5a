import { useState } from "react";
import { useAsTyped } from "../api/index.ts";
import { copyText } from "./copy-text.ts";

/** A command to type in the workspace, with a button that copies it. Written as `rehearse …`, shown as it works there. */
export function Command({ children: command }: { children: string }) {
  const children = useAsTyped()(command);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // If copying fails, the text can still be selected.
    if (!(await copyText(children))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <span className="command">
      <code>{children}</code>
      <button type="button" className="quiet" onClick={copy} aria-label={`Copy: ${children}`}>
        {copied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}
