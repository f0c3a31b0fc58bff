import { describe, expect, it } from 'vitest';
import { fileSize } from '../../../src/lib/file-names.ts';
import { guideCategories, guideCategory, guideTitle } from '../../../src/features/guide/guide-search.ts';

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

describe('the category of a guide', () => {
  it.each([
    {
      category: 'setup',
      // the first word of the rule decides, not the first of the name
      files: ['server-lan-setup-and-status-check.pdf', 'setup-config-user.pdf', 'user-config-setup.pdf', 'SETUP.PDF'],
    },
    { category: 'configuration', files: ['user-manual-for-configuration.pdf', 'Configuration.pdf', 'reconfigure.pdf'] },
    {
      category: 'user-guides',
      files: ['error-reference-for-users.pdf', 'quick-guide.pdf', 'Controller User Manual.pdf', 'MANUAL.pdf'],
    },
    {
      category: 'reference',
      // contained anywhere is enough, as the rule says
      files: ['api-error-codes.pdf', 'debug-reference.pdf', 'capital-costs.pdf', 'REFERENCE_values.pdf'],
    },
    { category: 'troubleshooting', files: ['troubleshooting.pdf', 'debugging_the_reader.pdf', 'terror.pdf'] },
    // not the words themselves
    { category: 'general', files: ['set-up.pdf', 'sample-monthly-report.pdf', '.pdf', ''] },
  ])('is $category for $files', ({ category, files }) => {
    expect(files.map((file) => [file, guideCategory(file)])).toEqual(files.map((file) => [file, category]));
  });

  it('groups guides into sections in the order of the page', () => {
    expect(guideCategories.map(({ id, heading }) => [id, heading])).toEqual([
      ['setup', 'Setup & Installation'],
      ['configuration', 'Configuration'],
      ['user-guides', 'User Guides'],
      ['reference', 'Reference Documentation'],
      ['troubleshooting', 'Troubleshooting'],
      ['general', 'General Documentation'],
    ]);
  });
});
