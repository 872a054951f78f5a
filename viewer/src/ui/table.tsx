import type { ReactNode } from "react";

/** The head of a column of words, or of numbers. */
export type Column = { text: ReactNode } | { number: ReactNode; title?: string };

/** A table that scrolls sideways by itself. */
export function DataTable({
  label,
  className = "",
  columns,
  children,
}: {
  label: string;
  className?: string;
  columns: readonly Column[];
  /** Its rows. */ children: ReactNode;
}) {
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className={`data ${className}`}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th
                key={at}
                scope="col"
                {...("number" in column && { className: "number", title: column.title })}
              >
                {"number" in column ? column.number : column.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
