type CsvRow = readonly (string | number)[];

/** A CSV (RFC 4180) with the byte order mark that Excel needs. A cell that looks like a formula gets a leading `'`, so that it is not run. */
export function csvOf(rows: readonly CsvRow[]): string {
  return `\u{FEFF}${csvRows(rows)}`;
}

/** Further rows after those of `csvOf`, for a file that is written in pieces. */
export function csvRows(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map((cell) => cellOf(cell)).join(',')}\r\n`).join('');
}

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return `${cell}`;
  const safeText = /^[=+\-@＝＋－＠\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

export const csvType = 'text/csv;charset=utf-8';

export function csvFile(csv: string): Blob {
  return new Blob([csv], { type: csvType });
}
