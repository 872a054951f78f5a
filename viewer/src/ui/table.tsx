import type { ReactNode } from "react";

/** The head of a table's column. */
export const Column = ({ number = false, children }: { number?: boolean; children: ReactNode }) => (
  <th scope="col" className={number ? "number" : undefined}>
    {children}
  </th>
);
