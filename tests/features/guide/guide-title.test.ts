import { expect, it } from 'vitest';
import { fileSize } from '../../../src/lib/file-size.ts';
import { guideTitle } from '../../../src/features/guide/guide-title.ts';

it.each([
  ['server-lan-setup-and-status-check.pdf', 'Server LAN Setup and Status Check'],
  ['quick_guide_for_adding_and_managing_users.pdf', 'Quick Guide for Adding and Managing Users'],
  ['dual-door-interface-manual.PDF', 'Dual Door Interface Manual'],
  ['ip-address--of_the-rfid  reader.pdf', 'IP Address of the RFID Reader'],
  ['RFID-Reader-McCoy.pdf', 'RFID Reader McCoy'],
  ['SETUP_OF_THE_LAN.PDF', 'Setup of the LAN'],
  ['the-end.pdf', 'The End'],
  ['no-power.pdf', 'No Power'],
  ['relay-NO-contact.pdf', 'Relay NO Contact'],
  ['v2.1-notes.pdf', 'V2.1 Notes'],
  ['manual.pdf.pdf', 'Manual.pdf'],
  ['panduan-pengguna-über.pdf', 'Panduan Pengguna Über'],
  ['-_-.pdf', '-_-.pdf'],
])('%j is called %j', (file, title) => {
  expect(guideTitle(file)).toBe(title);
});

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [1_499, '1 KB'],
  [410_400, '410 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [3_840_000, '3.8 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
