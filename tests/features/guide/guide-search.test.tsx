import { afterEach, describe, expect, it } from 'vitest';
import { otherWordsFor, withoutQuestion } from '../../../src/features/guide/guide-questions.ts';
import { openedGuideSearch, prepareGuideSearch, type GuideTexts } from '../../../src/features/guide/guide-search.ts';
import { guideCategories, guideCategory, guideTitle, guideUrl } from '../../../src/features/guide/guides.ts';
import { fileSize } from '../../../src/lib/file-names.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';

const long = 'Before it. '.repeat(20);

const guides = ['server-lan-setup.pdf', 'controller-user-manual.pdf'];

const partsOf = (pages: readonly string[]) =>
  pages.map((text, index) => ({ section: index, page: index + 1, heading: '', text }));

/** The texts of pages without headings, as a PDF without tags has them. */
function pagesOf(files: Record<string, readonly string[]>): Record<string, GuidePart[]> {
  return Object.fromEntries(Object.entries(files).map(([file, pages]) => [file, partsOf(pages)]));
}

const texts: GuideTexts = {
  en: pagesOf({
    'server-lan-setup.pdf': ['Plug the server in.', `${long}Open http://192.168.10.5 and log in. ${long}`],
    'controller-user-manual.pdf': ['The LED is Green.', 'The LED blinks red twice: no server.'],
  }),
};

const search = (files: readonly string[], guideTexts: GuideTexts | undefined, query: string) =>
  prepareGuideSearch(files, guideTexts)(query).found;

const found = (query: string, guideTexts: GuideTexts | undefined = texts) =>
  search(guides, guideTexts, query).map(({ file, pages }) => [file, ...pages.map(({ page }) => page)]);

afterEach(() => setLanguage('en', 'en-GB', {}));

describe('the search in the guides', () => {
  it.each(['', '   '])('shows all for %j, with no pages', (query) => {
    expect(found(query)).toEqual(guides.map((file) => [file]));
  });

  it('finds words in titles and on pages, in any case', () => {
    expect(found('SERVER')).toEqual([
      ['server-lan-setup.pdf', 1],
      ['controller-user-manual.pdf', 2],
    ]);
    // no word contains it, and the nearest word is shown
    expect(prepareGuideSearch(guides, texts)('erver').corrections).toEqual([{ typed: 'erver', shown: 'server' }]);
    expect(found('manual')).toEqual([['controller-user-manual.pdf']]);
    expect(found('green')).toEqual([['controller-user-manual.pdf', 1]]);
    expect(found('violet')).toEqual([]);
  });

  it('puts texts with every word first, and shows nothing for half of the words', () => {
    expect(found('led red')[0]).toEqual(['controller-user-manual.pdf', 2]);
    expect(found('green red')).toEqual([]);
    expect(found('controller green')[0]).toEqual(['controller-user-manual.pdf', 1]);
  });

  it('finds texts with most of the words if none has all of them', () => {
    expect(found('led blinks red purple')).toEqual([['controller-user-manual.pdf', 2]]);
    expect(found('purple lamp')).toEqual([]);
    expect(prepareGuideSearch(guides, texts, { mostWords: false })('led blinks red purple').found).toEqual([]);
  });

  it('searches only titles while the texts are not loaded', () => {
    expect(search(guides, undefined, 'server')).toEqual([{ file: 'server-lan-setup.pdf', pages: [] }]);
    expect(search(guides, undefined, 'blinks')).toEqual([]);
    expect(search(['new.pdf'], texts, 'blinks')).toEqual([]);
  });

  it('shows the context of the match as it is written, cut between words', () => {
    const [hit] = search(guides, texts, '192.168.10.5')[0]?.pages ?? [];
    expect(hit?.page).toBe(2);
    expect(hit?.excerpt).toMatch(/^…(?:Before it|Open http).*192\.168\.10\.5 and log in\. .*(?:Before|it\.)…$/u);
    expect(search(guides, texts, 'green')[0]?.pages[0]?.excerpt).toBe('The LED is Green.');
  });

  it('shows the place where the words follow each other, rather than the first match of each', () => {
    const text = { en: pagesOf({ 'a.pdf': [`No server. ${long}${long}The red lamp says: no power. ${long}Power.`] }) };
    const [hit] = search(['a.pdf'], text, 'no power')[0]?.pages ?? [];
    expect(hit?.excerpt).toMatch(/^….*no power\. /u);
    expect(hit?.excerpt).not.toContain('No server');
  });

  it('treats the micro sign of a keyboard like the Greek letter mu that a PDF may contain', () => {
    const text = { en: pagesOf({ 'a.pdf': ['The loop has 72 \u03BCH.'], 'b.pdf': ['Aim at 100 \u00B5H.'] }) };
    expect(search(['a.pdf', 'b.pdf'], text, '72 \u00B5H')[0]?.file).toBe('a.pdf');
    expect(search(['a.pdf', 'b.pdf'], text, '\u03BCh')).toHaveLength(2);
  });

  it('treats the input as text, not as a pattern', () => {
    expect(found('.*hydraulic')).toEqual([]);
    // punctuation alone matches nothing
    expect(found('(')).toEqual(found(''));
  });
});

const sections: GuideTexts = {
  en: {
    'gate.pdf': [
      { section: 1, page: 1, heading: '1 Parts', text: '1 Parts The lamp is red. Call about a lost tag.' },
      { section: 2, page: 2, heading: '2 Lost tags', text: '2 Lost tags Deactivate it.' },
      { section: 2, page: 3, heading: '2 Lost tags', text: 'Give out a new one.' },
    ],
  },
  ms: {
    'gate.pdf': [
      { section: 1, page: 1, heading: '1 Bahagian', text: '1 Bahagian Lampu merah.' },
      { section: 2, page: 3, heading: '2 Tag hilang', text: '2 Tag hilang Nyahaktifkan tag itu. Beri yang baharu.' },
    ],
  },
  zh: { 'gate.pdf': [{ section: 1, page: 1, heading: '1 部件', text: '1 部件 指示灯是红色的。' }] },
};

const pages = (query: string) => search(['gate.pdf'], sections, query).flatMap((hit) => hit.pages);

describe('the sections of the guides', () => {
  it('are found by their headings first, then by their texts', () => {
    expect(pages('lost tag').map(({ heading }) => heading)).toEqual(['2 Lost tags', '1 Parts']);
  });

  it('open at the page that says it, with their heading', () => {
    expect(pages('new one')).toEqual([{ page: 3, heading: '2 Lost tags', excerpt: 'Give out a new one.' }]);
  });

  it('answer in the language of the reader what is asked in another language', () => {
    // no English section contains these words
    expect(pages('nyahaktifkan')).toEqual([{ page: 2, heading: '2 Lost tags', excerpt: '2 Lost tags Deactivate it.' }]);
    expect(pages('merah')[0]?.heading).toBe('1 Parts');
  });

  it('are searched in a language only if it has the same sections', () => {
    expect(pages('指示灯')).toEqual([]);
  });
});

describe('a question', () => {
  it.each([
    ['how do I add a tag?', 'add tag?'],
    ['macam mana nak tambah tag', 'tambah tag'],
    ['怎么添加标签', '添加 标签'],
    ['闸杆卡住了怎么办', '闸杆 卡住'],
    ['更新固件', '更新 新固 固件'],
    // each of its words is a word of questions, so all of them stay
    ['what is this', 'what is this'],
    ['怎么办', '怎么办'],
    ['stuck ', 'stuck '],
  ])('%j is searched as %j', (query, searched) => {
    expect(withoutQuestion(query)).toBe(searched);
  });

  it('finds what people call by another name', () => {
    // a blank at the end marks a finished word
    expect(otherWordsFor('kad ')).toContain('tag ');
    expect(otherWordsFor('tag')).not.toContain('tag ');
    expect(otherWordsFor('loop')).toEqual([]);
  });
});

it('the address of a guide has its page and, where it is not the reader’s, its language', () => {
  expect(openedGuideSearch('?q=x&file=a.pdf&page=2&language=ms', 'b.pdf')).toBe('?q=x&file=b.pdf');
  expect(openedGuideSearch('?q=x', 'b.pdf', { page: 3, language: 'zh' })).toBe('?q=x&file=b.pdf&page=3&language=zh');
  expect(openedGuideSearch('?q=x&file=b.pdf&page=3&language=zh', null)).toBe('?q=x');
  expect(guideUrl('a b.pdf', 'en')).toBe('/guides/a%20b.pdf');
  expect(guideUrl('a b.pdf', 'zh')).toBe('/guides/zh/a%20b.pdf');
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
      // the word may be anywhere, as the rule says
      files: ['api-error-codes.pdf', 'debug-reference.pdf', 'capital-costs.pdf', 'REFERENCE_values.pdf'],
    },
    { category: 'troubleshooting', files: ['troubleshooting.pdf', 'debugging_the_reader.pdf', 'terror.pdf'] },
    // none of the words, even if nearly
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
