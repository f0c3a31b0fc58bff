import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withCompany, fingerprintOf } from '../../.config/guide-page.ts';
import {
  guideFileName,
  guideSources,
  guideWords,
  readDrawingWords,
  readGuides,
  revisionDay,
  textsOfDrawing,
  type GuideSource,
} from '../../.config/guide-sources.ts';
import { readGuide } from '../../.config/read-guide.ts';
import { languageCodes, type LanguageCode } from '../../src/lib/language/languages.ts';
import { excerptOf, wordsOf } from '../../src/lib/text-search.ts';
import { readPdf, type ReadPdf } from '../support/read-pdf.ts';
import { guideFaults } from './guide-faults.ts';
import { readDocument } from './read-document.ts';
import { squeeze, writtenIn } from './squeeze.ts';

// The PDFs of the repository are read, so that this needs no browser: each says of which source it was printed.

const folder = 'public/guides';

const names = [
  'controller-user-manual.pdf',
  'dual-door-interface-manual.pdf',
  'guide-to-using-this-portal.pdf',
  'multi-door-interface-installation-manual.pdf',
  'quick-guide-for-adding-and-managing-users.pdf',
  'sample-document-1.pdf',
  'sample-document-2.pdf',
  'server-lan-setup-and-status-check.pdf',
  'troubleshooting-when-the-arm-is-stuck.pdf',
];

const folderIn = (language: LanguageCode) => (language === 'en' ? folder : join(folder, language));
const sources = (await Promise.all(languageCodes().map((language) => readGuides(language)))).flat();
const drawingWords = new Map(
  await Promise.all(languageCodes().map(async (language) => [language, await readDrawingWords(language)] as const)),
);
const wordsOfDrawings = (language: LanguageCode) => drawingWords.get(language) ?? new Map<string, string>();
const bytesOf = (guide: GuideSource) => readFileSync(join(folder, guideFileName(guide)));
const drawingFiles = readdirSync(join(guideSources, 'figures')).filter((file) => file.endsWith('.svg'));
const drawing = (file: string) => readFileSync(join(guideSources, 'figures', file), 'utf8');

const sizeIn = (language: LanguageCode) =>
  names.reduce((sum, name) => sum + readFileSync(join(folderIn(language), name)).length, 0);

/** The kinds of its lines. */
const shapeOf = ({ body }: GuideSource) =>
  body.match(/^(?:## |!\[|\d+\. |- |\||> \[!\w+\])/gmu)?.map((start) => start.trim());

describe('the guides', () => {
  it('are nine documents in three languages', () => {
    for (const language of languageCodes())
      expect(readdirSync(folderIn(language)).filter((file) => file.endsWith('.pdf'))).toEqual(names);
  });

  it('are up to date with their sources', async () => {
    // seven of the nine documents: the two samples are made of the demo
    expect(sources).toHaveLength(3 * 7);
    const stale: string[] = [];
    for (const guide of sources) {
      const { fingerprint } = await readDocument(bytesOf(guide));
      if (fingerprint !== (await fingerprintOf(guide, wordsOfDrawings(guide.language))))
        stale.push(guideFileName(guide));
    }
    expect(stale, 'run npm run build:guides').toEqual([]);
  });

  it('have another fingerprint when a word of theirs or of their drawings changes', async () => {
    const guide = sources.find(({ language, name }) => language === 'zh' && name.startsWith('trouble'));
    if (!guide) throw new Error('The notice is missing');
    const words = wordsOfDrawings('zh');
    const before = await fingerprintOf(guide, words);
    expect(await fingerprintOf({ ...guide, body: guide.body.replace('230 V', '240 V') }, words)).not.toBe(before);
    expect(await fingerprintOf(guide, new Map([...words, ['Power off,', '断电，']]))).not.toBe(before);
    expect(await fingerprintOf(guide, new Map([...words, ['converter', '别的']]))).toBe(before);
  });

  it('are small enough to be kept on a phone', () => {
    expect(sizeIn('en')).toBeLessThan(900_000);
    expect(sizeIn('ms')).toBeLessThan(900_000);
    expect(sizeIn('zh')).toBeLessThan(1_800_000);
  });

  it.each(['ms', 'zh'] as const)('have every text of their drawings in the language %s', (language) => {
    const missing = drawingFiles.flatMap((file) =>
      textsOfDrawing(drawing(file))
        .filter((text) => !wordsOfDrawings(language).has(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['ms', 'zh'])('have no word for a text that no drawing has in the language %s', (language) => {
    const drawn = new Set(
      drawingFiles.flatMap((file) =>
        Array.from(drawing(file).matchAll(/>([^<>]+)<\/text>/gu), ([, text = '']) =>
          text.trim().replaceAll('&amp;', '&'),
        ),
      ),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sources are read by `readDrawingWords`, which checks them
    const translations = JSON.parse(readFileSync(join(guideSources, 'figures', `${language}.json`), 'utf8')) as object;
    expect(Object.keys(translations).filter((text) => !drawn.has(text))).toEqual([]);
  });

  it('have the same sections, figures and rows in each language', () => {
    for (const guide of sources.filter(({ language }) => language !== 'en')) {
      const english = sources.find(({ language, name }) => language === 'en' && name === guide.name);
      expect(shapeOf(guide), guideFileName(guide)).toEqual(english && shapeOf(english));
      expect(guide).toMatchObject({ number: english?.number, revised: english?.revised, layout: english?.layout });
    }
  });
});

describe.each(sources.map((guide) => ({ file: guideFileName(guide), guide })))('$file', ({ guide }) => {
  const { body, name, language, layout } = guide;
  const isNotice = layout === 'notice';
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await readPdf(bytesOf(guide));
  });
  const text = withCompany(language, body);
  const headings = Array.from(body.matchAll(/^## (.*)$/gmu), ([, heading = '']) => heading);
  const drawings = Array.from(body.matchAll(/^!\[.*\]\(figures\/(.*)\)$/gmu), ([, file = '']) => drawing(file));
  const drawn = drawings.flatMap((svg) =>
    Array.from(svg.matchAll(/>([^<>]+)<\/text>/gu), ([, english = '']) => {
      const plain = english.trim().replaceAll('&amp;', '&');
      return wordsOfDrawings(language).get(plain) ?? plain;
    }),
  );
  const written = text
    .replaceAll(/^(?:> \[!\w+\]|\|[ |-]*\|)$/gmu, '')
    .replaceAll(/\]\(.*\)$/gmu, '')
    .split(/\n|\|/u)
    .map((line) => line.replace(/^(?:#+ |- |\d+\. |> |!\[)/u, ''));
  const texts = [...written, ...drawn];

  it(isNotice ? 'is one A4 page' : 'has two to eight A4 pages', () => {
    expect(pdf.pages.length).toBeGreaterThanOrEqual(isNotice ? 1 : 2);
    expect(pdf.pages.length).toBeLessThanOrEqual(isNotice ? 1 : 8);
    for (const { width, height } of pdf.pages) expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
  });

  it('has its title, language, day and page labels in its metadata', async () => {
    expect(pdf.info).toMatchObject({ language: guideWords[language].lang, showsTitle: true, title: guide.title });
    expect(pdf.info.created).toMatch(/^D:2026\d{10}\+/u);
    const { labels } = await readDocument(bytesOf(guide));
    expect(labels).toEqual(pdf.pages.map((_, index) => `${index + 1}`));
  });

  it('shows every letter, none outside the page, over another one, or cut off', () => {
    for (const page of pdf.pages) expect(page.text).not.toMatch(/cannot be printed|\uFFFD/u);
    expect(guideFaults(pdf)).toEqual([]);
  });

  if (language === 'en')
    it('has on its cover every word of its file name', () => {
      const cover = `${guide.title} ${guide.subtitle}`.toLowerCase();
      expect(name.split('-').filter((word) => !cover.includes(word))).toEqual([]);
    });

  it('contains every word of its source', () => {
    const shown = [guide.title, guide.subtitle, guide.number, guide.readers, withCompany(language, guide.appliesTo)];
    const all = writtenIn(pdf);
    expect([...shown, revisionDay(guide), ...texts].filter((part) => !all.includes(squeeze(part)))).toEqual([]);
    for (const { lines } of pdf.pages.slice(1)) expect(lines[0]?.text.startsWith(`${guide.title} `)).toBe(true);
  });

  it('leads to its sections from the outline, and from the contents', () => {
    const { outline, pages } = pdf;
    expect(outline.map(({ title }) => title)).toEqual(headings.map((heading, index) => `${index + 1} ${heading}`));
    outline.forEach(({ page }, index) => {
      const lines = (pages[page - 1]?.lines ?? []).filter(({ size }) => size > 12);
      expect(lines.map((line) => squeeze(line.text))).toContain(squeeze(`${index + 1} ${headings[index]}`));
      if (!isNotice) expect(squeeze(pages[0]?.text ?? '')).toContain(squeeze(`${headings[index]}${page}`));
    });
    expect(pages[0]?.links.map(({ page }) => page)).toEqual(isNotice ? [] : outline.map(({ page }) => page));
  });

  it('is tagged, so that a screen reader finds its sections, tables and drawings', async () => {
    const { roles } = await readDocument(bytesOf(guide));
    for (const role of ['H1', 'Table', 'TH', 'Figure', 'L']) expect(roles).toContain(role);
  });

  it('is searched by its sections in the order of reading, without what stands on every page', async () => {
    const { parts, title, pages } = await readGuide(bytesOf(guide));
    expect({ title, pages }).toEqual({ title: guide.title, pages: pdf.pages.length });
    const textOfSection = (section: number) =>
      squeeze(
        parts
          .filter((part) => part.section === section)
          .map((part) => part.text)
          .join(''),
      );
    const sections = text.split(/^## /mu).slice(1);
    sections.forEach((section, index) => {
      const lines = section
        .replaceAll(/^(?:> \[!\w+\]|\|[ |-]*\|)$/gmu, '')
        .replaceAll(/\]\(.*\)$/gmu, '')
        .split(/\n|\|/u)
        .map((line) => squeeze(line.replace(/^(?:- |\d+\. |> |!\[)/u, '')));
      let from = 0;
      for (const line of lines.filter(Boolean)) {
        const position = textOfSection(index + 1).indexOf(line, from);
        expect(position, `${headings[index]}: ${line}`).toBeGreaterThanOrEqual(0);
        from = position + line.length;
      }
    });
    const all = squeeze(parts.map((part) => part.text).join(''));
    expect(texts.filter((part) => !all.includes(squeeze(part)))).toEqual([]);
    expect(all).not.toContain(squeeze(guideWords[language].demoNotice));
    // the list of contents is no section
    expect(parts.map(({ heading }) => squeeze(heading)).filter(Boolean)).toEqual(
      expect.arrayContaining(headings.map((heading, index) => squeeze(`${index + 1} ${heading}`))),
    );
  });

  it('has drawings, and tables with as many cells in each row', () => {
    expect(drawings.length).toBeGreaterThanOrEqual(isNotice ? 1 : 3);
    for (const [table] of body.matchAll(/(?:^\|.*\|\n)+/gmu)) {
      const rows = table.trim().split('\n');
      expect(new Set(rows.map((row) => row.split('|').length)).size, table).toBe(1);
    }
  });
});

it('an excerpt of a guide shows the section that a search is about', async () => {
  const { parts } = await readGuide(readFileSync(join(folder, 'quick-guide-for-adding-and-managing-users.pdf')));
  const first = parts.find(({ section }) => section === 2);
  expect(excerptOf(first?.text ?? '', wordsOf('add user'))).toContain(
    '2 Add a user Open Users and search the plate number.',
  );
});
