import type { ReactNode } from "react";
import { Link } from "wouter";
import { exported } from "../exported/index.ts";

/** A link, or plain text if there is nothing to open: the file of an experiment has no sessions. */
export const IfLinked = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined || exported ? <span>{children}</span> : <Link href={href}>{children}</Link>;
