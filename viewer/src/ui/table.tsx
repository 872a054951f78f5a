import type { ReactNode } from "react";

export type Column<Row> = {
  label: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Of numbers, which are aligned at their end. */ number?: boolean;
};

/** A table that scrolls sideways by itself. The first column names its row. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
}) {
  const align = ({ number = false }: Column<Row>) => (number ? "number" : undefined);
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="data">
        <thead>
          <tr>
            {columns.map((column, at) =>
              // Without a name it heads nothing.
              column.label === "" ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col" className={align(column)}>
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={at} scope="row" className={align(column)}>
                    {column.cell(row, index)}
                  </th>
                ) : (
                  <td key={at} className={align(column)}>
                    {column.cell(row, index)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
