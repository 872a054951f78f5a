import type { ReactNode } from "react";
import { Link } from "wouter";

/** A link, or plain text if there is nothing to open. */
export const IfLinked = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? <span>{children}</span> : <Link href={href}>{children}</Link>;
