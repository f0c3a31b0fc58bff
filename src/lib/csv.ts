/**
 * The text of a CSV file (RFC 4180): rows end with CR LF, quotes stand where they are needed. It begins with a byte order
 * mark, without which Excel reads UTF-8 as something else. What a spreadsheet would run as a formula gets a leading `'`;
 * numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map((cell) => cellOf(cell)).join(',')}\r\n`).join('')}`;
}

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return `${cell}`;
  const safe = /^[=+\-@＝＋－＠\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
