type CsvRow = readonly (string | number)[];

/** A CSV (RFC 4180), with the byte order mark that Excel needs. A leading `'` keeps a formula from being run. */
export function csvOf(rows: readonly CsvRow[]): string {
  return `\u{FEFF}${csvRows(rows)}`;
}

/** Rows that follow those of `csvOf`, for a file that is made piece by piece. */
export function csvRows(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map((cell) => cellOf(cell)).join(',')}\r\n`).join('');
}

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return `${cell}`;
  const safe = /^[=+\-@＝＋－＠\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvType = 'text/csv;charset=utf-8';

export function csvFile(csv: string): Blob {
  return new Blob([csv], { type: csvType });
}
