import type { FileFinder, NamedFile } from '../../../src/records/import/file-list.ts';
import { noChoices, type TableChoices } from '../../../src/records/import/table-choices.ts';
import { openTable, readingOf, tableOf, type FileChoices } from '../../../src/records/import/table-file.ts';
import { decodedText, type TextEncodingName } from '../../../src/records/import/table-text.ts';
import { readVisitTable } from '../../../src/records/import/visit-table.ts';
import { statedText } from '../../../src/records/task/optional-members.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
export const importSites = [
  { name: 'Selasih Park', sitename: 'Residensi Selasih Park' },
  { name: 'Kingfisher Rise', sitename: 'Kingfisher Rise Residences' },
];

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
export const utf16be = (text: string) =>
  utf16le(text).map((_, index, all) => all[index % 2 === 0 ? index + 1 : index - 1] ?? 0);

const questionMark = [0x3f];

/** Encodes text by reversing a decoder for every byte or pair of bytes, because Node only encodes Unicode. */
function encoderOf(encoding: TextEncodingName, sequences: readonly number[][]): (text: string) => Uint8Array {
  const bytes = new Map(sequences.map((pair) => [decodedText(new Uint8Array(pair), encoding), pair]));
  return (text) => new Uint8Array(Array.from(text).flatMap((character) => bytes.get(character) ?? questionMark));
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
export const windows1252 = encoderOf(
  'windows-1252',
  range(0, 255).map((byte) => [byte]),
);
export const gbk = encoderOf('gb18030', [
  ...range(0, 127).map((byte) => [byte]),
  ...range(0x81, 0xfe).flatMap((lead) => range(0x40, 0xfe).map((trail) => [lead, trail])),
]);

export const big5 = encoderOf('big5', [
  ...range(0, 127).map((byte) => [byte]),
  ...range(0xa1, 0xf9).flatMap((lead) => range(0x40, 0xfe).map((trail) => [lead, trail])),
]);

const noFileChoices: FileChoices = { encoding: null, separator: null, sheet: null };

/** Reads a file as the dialog and `npm run import` do. */
export async function readFile(
  bytes: Uint8Array,
  {
    fileChoices = {},
    choices = {},
    files,
  }: {
    fileChoices?: Partial<FileChoices>;
    choices?: Partial<TableChoices>;
    files?: FileFinder<NamedFile>;
  } = {},
) {
  const file = await openTable(bytes, () => import('../../../src/records/import/workbook.ts'));
  const format = readingOf(file, { ...noFileChoices, ...fileChoices });
  const rows = tableOf(file, format);
  const reading = await readVisitTable(rows, importSites, { ...noChoices, ...choices }, now, files ? { files } : {});
  return {
    ...reading,
    encoding: format.encoding,
    alternative: format.alternative,
    separator: format.separator,
    lost: format.lost,
    unread: format.unread,
    matchingSheets: format.matchingSheets,
    /** Each visit as `Selasih Park 2025-03-17 10:05 preventive | title | text`. */
    imported: reading.rows.flatMap(({ site, visit, isTimed }) => {
      if (!visit) return [];
      const { time, title, tasks } = visit.visit;
      const kind = statedText(visit.visit.kind) || 'no kind';
      return [`${site} ${time.slice(0, 10)} ${isTimed ? time.slice(11, 16) : 'no time'} ${kind} | ${title} | ${tasks}`];
    }),
    /** The rows that are left out, each with the reason. */
    leftOut: reading.rows.flatMap(({ defect }) => (defect ? [`${defect.row}: ${defect.problem}`] : [])),
  };
}
