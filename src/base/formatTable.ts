// A table of a terminal: columns of text to the left, numbers to the right.

export function formatTable(
  rows: readonly (readonly string[])[],
  textColumns: readonly number[],
): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return textColumns.includes(column) ? cell.padEnd(width) : cell.padStart(width);
    });
    return cells.join('  ').trimEnd();
  });
  return lines.join('\n');
}
