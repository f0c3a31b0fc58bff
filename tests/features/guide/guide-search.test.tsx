import { describe, expect, it } from 'vitest';
import { guideTitle, searchGuides } from '../../../src/features/guide/guide-search.ts';
import { guideCategories, guideCategory } from '../../../src/features/guide/GuideRoute.tsx';
import { fileSize } from '../../../src/lib/file-names.ts';

const long = 'Before it. '.repeat(20);

const guides = ['server-lan-setup.pdf', 'controller-user-manual.pdf'];

const texts = {
  'server-lan-setup.pdf': ['Plug the server in.', `${long}Open http://192.168.10.5 and log in. ${long}`],
  'controller-user-manual.pdf': ['The LED is Green.', 'The LED blinks red twice: no server.'],
};

const found = (query: string, of: typeof texts | undefined = texts) =>
  searchGuides(guides, of, query).map(({ file, pages }) => [file, ...pages.map(({ page }) => page)]);

describe('the search in the guides', () => {
  it.each(['', '   '])('shows all for %j, with no pages', (query) => {
    expect(found(query)).toEqual(guides.map((file) => [file]));
  });

  it('finds words in titles and on pages, in any case', () => {
    expect(found('SERVER')).toEqual([
      ['server-lan-setup.pdf', 1],
      ['controller-user-manual.pdf', 2],
    ]);
    expect(found('erver')).toEqual([]);
    expect(found('manual')).toEqual([['controller-user-manual.pdf']]);
    expect(found('green')).toEqual([['controller-user-manual.pdf', 1]]);
    expect(found('violet')).toEqual([]);
  });

  it('requires every word, all on one page or in the title', () => {
    expect(found('led red')).toEqual([['controller-user-manual.pdf', 2]]);
    expect(found('green red')).toEqual([]);
    expect(found('controller green')).toEqual([['controller-user-manual.pdf', 1]]);
  });

  it('searches only titles while the texts are not loaded', () => {
    expect(searchGuides(guides, undefined, 'server')).toEqual([{ file: 'server-lan-setup.pdf', pages: [] }]);
    expect(searchGuides(guides, undefined, 'blinks')).toEqual([]);
    expect(searchGuides(['new.pdf'], texts, 'blinks')).toEqual([]);
  });

  it('shows the context of the hit as it is written, cut between words', () => {
    const [hit] = searchGuides(guides, texts, '192.168.10.5')[0]?.pages ?? [];
    expect(hit?.page).toBe(2);
    expect(hit?.excerpt).toMatch(/^…(?:Before it|Open http).*192\.168\.10\.5 and log in\. .*(?:Before|it\.)…$/u);
    expect(searchGuides(guides, texts, 'green')[0]?.pages[0]?.excerpt).toBe('The LED is Green.');
  });

  it('shows the place where the words follow each other, rather than the first of each', () => {
    const text = { 'a.pdf': [`No server. ${long}${long}The red lamp says: no power. ${long}Power.`] };
    expect(searchGuides(['a.pdf'], text, 'no power')[0]?.pages[0]?.excerpt).toMatch(/^….*no power\. /u);
    expect(searchGuides(['a.pdf'], text, 'no power')[0]?.pages[0]?.excerpt).not.toContain('No server');
  });

  it('treats the micro sign of a keyboard like the Greek letter mu that a PDF may contain', () => {
    const text = { 'a.pdf': ['The loop has 72 \u03BCH.'], 'b.pdf': ['Aim at 100 \u00B5H.'] };
    expect(searchGuides(Object.keys(text), text, '72 \u00B5H')).toHaveLength(1);
    expect(searchGuides(Object.keys(text), text, '\u03BCh')).toHaveLength(2);
  });

  it('puts the title that has the words first, then pages with whole words', () => {
    const files = ['server-lan-setup.pdf', 'controller-user-manual.pdf', 'adding-and-managing-users.pdf'];
    const of = {
      'server-lan-setup.pdf': ['The address of a user.', 'Add a user.'],
      'controller-user-manual.pdf': ['Enter the address.', 'Adding takes a minute.'],
      'adding-and-managing-users.pdf': ['Press the button.'],
    };
    expect(searchGuides(files, of, 'add user').map(({ file, pages }) => [file, pages.map(({ page }) => page)])).toEqual(
      [
        ['adding-and-managing-users.pdf', []],
        ['controller-user-manual.pdf', [2]],
        ['server-lan-setup.pdf', [2]],
      ],
    );
    expect(searchGuides(files, of, 'address')).toHaveLength(2);
  });

  it('treats the input as text, not as a pattern', () => {
    expect(found('.*hydraulic')).toEqual([]);
    // punctuation alone says nothing
    expect(found('(')).toEqual(found(''));
  });
});

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
