import { ImportUnreadable } from './import-plan.ts';
import { message, said, t, type Message } from '../../lib/language/translate.ts';

/** Kinds of file that are no table here, known by what is in them: a name says little. */
const others: readonly { is: (bytes: Uint8Array) => boolean; what: Message }[] = [
  {
    is: (bytes) => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]) && holds(bytes, wideAscii('EncryptedPackage')),
    what: message('This workbook has a password. Remove it in Excel, save the workbook again, and import that file.'),
  },
  {
    is: (bytes) => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]),
    what: message(
      'This is a workbook of an old Excel (.xls). Open it there, choose Save as, Excel workbook (.xlsx) or CSV UTF-8, and import that file.',
    ),
  },
  {
    is: (bytes) => begins(bytes, ascii('%PDF-')),
    what: message('This is a PDF. Import the table that it was made from.'),
  },
  {
    is: (bytes) => isZip(bytes) && holds(bytes, ascii('opendocument.spreadsheet')),
    what: message(
      'This is a LibreOffice spreadsheet (.ods). Open it there, choose Save as, CSV UTF-8, and import that file.',
    ),
  },
  {
    is: (bytes) => isZip(bytes) && holds(bytes, ascii('.iwa')),
    what: message(
      'This is a Numbers spreadsheet. Open it there, choose Export to, CSV or Excel, and import that file.',
    ),
  },
  {
    is: (bytes) => isZip(bytes) && holds(bytes, ascii('xl/workbook.bin')),
    what: message('This is a binary workbook (.xlsb). Open it there, choose Save as, CSV UTF-8, and import that file.'),
  },
  {
    is: (bytes) => isZip(bytes) && !holds(bytes, ascii('xl/')),
    what: message('This is a ZIP or a document, not a table. Choose a CSV or an Excel workbook (.xlsx).'),
  },
  {
    is: (bytes) => /^\s*(?:<!doctype html|<html|<\?xml|<table)/iu.test(beginning(bytes)),
    what: message(
      'This is a web page that is named like a spreadsheet. Open it there, choose Save as, CSV UTF-8, and import that file.',
    ),
  },
  {
    is: (bytes) => /^\s*[[{]\s*["{[\]}]/u.test(beginning(bytes)),
    what: message('This is JSON, not a table. The old portal’s records are imported with npm run import.'),
  },
  {
    is: (bytes) => begins(bytes, [0xff, 0xd8, 0xff]) || begins(bytes, [0x89, 0x50, 0x4e, 0x47]),
    what: message('This is a photo, not a table. Choose a CSV or an Excel workbook (.xlsx).'),
  },
];

/**
 * Whether a file is a workbook (.xlsx) or a text, by what is in it.
 * @throws ImportUnreadable with what to do, for a file that is neither.
 */
export function tableKind(bytes: Uint8Array): 'workbook' | 'text' {
  if (bytes.length === 0) throw new ImportUnreadable(t('The file is empty.'));
  const other = others.find(({ is }) => is(bytes));
  if (other) throw new ImportUnreadable(said(other.what));
  return isZip(bytes) ? 'workbook' : 'text';
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const wideAscii = (text: string) => ascii(text).flatMap((code) => [code, 0]);
const isZip = (bytes: Uint8Array) => begins(bytes, [0x50, 0x4b, 0x03, 0x04]);
const beginning = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 400)).replace(/^\u{FEFF}/u, '');

function begins(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return wanted.every((byte, at) => bytes[at] === byte);
}

/** Whether these bytes are anywhere: a ZIP names its files in the clear, at its end too. */
function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true;
  return false;
}
