import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalogue } from '../../.config/catalogues.ts';
import { languageCodes, type LanguageCode } from '../../src/lib/language/languages.ts';
import { inEnglish } from '../../src/lib/language/translate.ts';
import { equipmentLabels, taskLabels } from '../../src/records/maintenance-form/maintenance-form.ts';
import { readDemoData } from '../../supabase/local/demo/demo-data.ts';
import { demoSamples, formSample, guideFolder, monthlySample } from '../../supabase/local/demo/demo-samples.ts';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { bodyOf } from '../support/made-report.ts';
import { readPdf, type ReadPdf } from '../support/read-pdf.ts';
import { guideFaults } from './guide-faults.ts';
import { readDocument } from './read-document.ts';
import { squeeze, writtenIn } from './squeeze.ts';

const made = new Map<string, { bytes: Uint8Array; pdf: ReadPdf }>();

beforeAll(async () => {
  for (const { fileName, bytes } of await demoSamples('.')) made.set(fileName, { bytes, pdf: await readPdf(bytes) });
});

it('the samples are two documents in three languages, up to date with their sources', () => {
  expect(made.size).toBe(6);
  const stale = [...made].filter(([name, { bytes }]) => !readFileSync(join(guideFolder, name)).equals(bytes));
  expect(
    stale.map(([name]) => name),
    'run npm run build:guides',
  ).toEqual([]);
});

/** As jsPDF can say them. */
const locales = { en: 'en-GB', ms: 'ms', zh: 'zh-CN' } as const;

describe.each(languageCodes())('in the language %s', (language: LanguageCode) => {
  const folder = language === 'en' ? '' : `${language}/`;
  const sample = (name: string) => {
    const found = made.get(`${folder}${name}.pdf`);
    if (!found) throw new Error(`${folder}${name}.pdf was not made`);
    return found;
  };
  const messages = language === 'en' ? {} : readCatalogue(language);
  const inLanguage = (english: string) => messages[english] ?? english;
  const monthly = () => sample('sample-document-1').pdf;
  const filledForm = () => sample('sample-document-2').pdf;

  it.each(['sample-document-1', 'sample-document-2'])(
    '%s has author, title, language, bookmarks and page labels',
    async (name) => {
      const { pdf, bytes } = sample(name);
      expect(pdf.info).toMatchObject({
        author: 'GateKeeper Field Service',
        language: locales[language],
        showsTitle: true,
      });
      expect(pdf.info.title).toContain(inLanguage('Maintenance Report'));
      expect(pdf.info.created).toMatch(/^D:2026\d{10}\+/u);
      expect(pdf.outline.length).toBeGreaterThan(1);
      for (const { page } of pdf.outline) expect(page).toBeLessThanOrEqual(pdf.pages.length);
      const { labels } = await readDocument(bytes);
      expect(labels).toEqual(pdf.pages.map((_, index) => `${index + 1}`));
      for (const { text } of pdf.pages) expect(text).not.toMatch(/cannot be printed|\uFFFD/u);
    },
  );

  it('the report is as the portal makes it, with each task and each photo', () => {
    const [site] = readDemoData('.').maintable;
    if (!site) throw new Error('The demo has no site');
    const data = monthlySample(site, language);
    const all = writtenIn(monthly());
    expect(data.tasks).toHaveLength(6);
    for (const { title, tasks } of data.tasks) {
      expect(all).toContain(squeeze(title));
      expect(all).toContain(squeeze(tasks));
    }
    const photos = monthly().pages.flatMap(photosOn);
    expect(photos).toHaveLength(data.tasks.flatMap(({ urls }) => urls).length);
    expect(photos.length).toBeGreaterThan(8);
    expect(all).not.toContain('Errorloadingimage');
    expect(layoutFaults(monthly(), inLanguage('Maintenance Report'))).toEqual([]);
  });

  it('the form is filled in to the last field, and signed by both', () => {
    const { form } = formSample(language);
    const all = writtenIn(filledForm());
    for (const label of [...Object.values(equipmentLabels), ...Object.values(taskLabels)])
      expect(all).toContain(squeeze(inLanguage(inEnglish(label))));
    const values = [form.generalInfo, form.equipment, form.findings, ...form.conclusion, form.signatures].flatMap(
      (part) => Object.entries(part).flatMap(([field, value]) => (field === 'date' ? [] : [value])),
    );
    for (const { result, text } of Object.values(form.tasksPerformed)) {
      expect(result).not.toBe('');
      values.push(text);
    }
    for (const value of values) {
      expect(value).not.toBe('');
      expect(all).toContain(squeeze(value));
    }
    expect(form.drawn.client.length * form.drawn.salesEngineer.length).toBeGreaterThan(0);
  });

  it('the form has no layout faults', () => {
    expect(guideFaults(filledForm())).toEqual([]);
    expect(filledForm().pages.every((page, index) => bodyOf(page, index).length > 5)).toBe(true);
  });
});
