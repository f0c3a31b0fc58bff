import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { ImportUnreadable } from './import-plan.ts';

/**
 * Kinds of files that cannot be imported, with advice for the person; the first that matches counts. They are recognised by their bytes, because
 * names are unreliable.
 */
const unsupportedKinds: readonly { matches: (bytes: Uint8Array) => boolean; advice: Message }[] = [
  {
    // a workbook with a password is in the same container as an old workbook
    matches: (bytes) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]) && contains(bytes, wideAscii('EncryptedPackage')),
    advice: message('This workbook has a password. Remove it in Excel, save the workbook again, and import that file.'),
  },
  {
    matches: (bytes) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]),
    advice: message(
      'This is a workbook of an old Excel (.xls). Open it there, choose Save as, Excel workbook (.xlsx) or CSV UTF-8, and import that file.',
    ),
  },
  {
    matches: (bytes) => startsWith(bytes, ascii('%PDF-')),
    advice: message('This is a PDF. Import the table that it was made from.'),
  },
  {
    matches: (bytes) => isZip(bytes) && contains(bytes, ascii('opendocument.spreadsheet')),
    advice: message(
      'This is a LibreOffice spreadsheet (.ods). Open it there, choose Save as, CSV UTF-8, and import that file.',
    ),
  },
  {
    matches: (bytes) => isZip(bytes) && contains(bytes, ascii('.iwa')),
    advice: message(
      'This is a Numbers spreadsheet. Open it there, choose Export to, CSV or Excel, and import that file.',
    ),
  },
  {
    matches: (bytes) => isZip(bytes) && contains(bytes, ascii('xl/workbook.bin')),
    advice: message(
      'This is a binary workbook (.xlsb). Open it there, choose Save as, CSV UTF-8, and import that file.',
    ),
  },
  {
    matches: (bytes) => isZip(bytes) && !contains(bytes, ascii('xl/')),
    advice: message('This is a ZIP or a document, not a table. Choose a CSV or an Excel workbook (.xlsx).'),
  },
  {
    matches: (bytes) => /^\s*(?:<!doctype html|<html|<\?xml|<table)/iu.test(beginning(bytes)),
    advice: message(
      'This is a web page that is named like a spreadsheet. Open it there, choose Save as, CSV UTF-8, and import that file.',
    ),
  },
  {
    matches: (bytes) => /^\s*[[{]\s*["{[\]}]/u.test(beginning(bytes)),
    advice: message('This is JSON, not a table. The old portal’s records are imported with npm run import.'),
  },
  {
    matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) || startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]),
    advice: message('This is a photo, not a table. Choose a CSV or an Excel workbook (.xlsx).'),
  },
];

/**
 * Whether a file is a workbook (.xlsx) or a text, by its bytes.
 * @throws ImportUnreadable with advice, for a file of another kind
 */
export function tableKind(bytes: Uint8Array): 'workbook' | 'text' {
  if (bytes.length === 0) throw new ImportUnreadable(t('The file is empty.'));
  const unsupportedKind = unsupportedKinds.find(({ matches }) => matches(bytes));
  if (unsupportedKind) throw new ImportUnreadable(said(unsupportedKind.advice));
  return isZip(bytes) ? 'workbook' : 'text';
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const wideAscii = (text: string) => ascii(text).flatMap((code) => [code, 0]);
const isZip = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
/** The text of the first 400 bytes, in which a page or JSON is recognised. */
const beginning = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 400)).replace(/^\u{FEFF}/u, '');

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** Whether a file contains these bytes anywhere. A ZIP has the names of its files uncompressed. */
function contains(bytes: Uint8Array, signature: readonly number[]): boolean {
  const [first = 0] = signature;
  for (let index = bytes.indexOf(first); index !== -1; index = bytes.indexOf(first, index + 1))
    if (signature.every((byte, offset) => bytes[index + offset] === byte)) return true;
  return false;
}
