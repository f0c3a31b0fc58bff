import { beforeAll, describe, expect, it } from 'vitest';
import { said } from '../../../../src/lib/language/translate.ts';
import { presetOf } from '../../../../src/records/maintenance-form/form-presets.ts';
import { newVisit } from '../../../../src/records/maintenance-form/form-visit.ts';
import {
  equipmentLabels,
  keysOf,
  taskLabels,
  type MaintenanceForm,
} from '../../../../src/records/maintenance-form/maintenance-form.ts';
import { buildDocument } from '../../../../src/reports/engine/build-document.ts';
import { maintenanceFormReport } from '../../../../src/reports/layouts/form/form-report.ts';
import { diskFonts } from '../../../../supabase/local/demo/disk-reports.ts';
import { drawPages } from '../../../support/draw-pdf.ts';
import { paper } from '../../../support/made-report.ts';
import { readPdf, type ReadPdf } from '../../../support/read-pdf.ts';

// shared by all forms, so that each font is unpacked only once
const fonts = diskFonts('.');

function filledForm(): MaintenanceForm {
  const form = newVisit(presetOf('selasih-park'), '');
  form.generalInfo.date = '2026-03-26';
  form.tasksPerformed.visualInspection = { result: 'Pass', text: 'Arm straight, housing dry.' };
  form.tasksPerformed.rfidReaderTest = { result: 'Fail', text: '天线插头进水 at the entrance reader' };
  form.findings.issueDetails = 'The drive supply falls to 23.2 V.';
  form.signatures.ClientName = 'Noraini Ismail';
  form.signatures.ClientIdNumber = '800101-10-5566';
  form.drawn.client = [
    [
      [0.1, 0.5, 0],
      [0.4, 0.2, 16],
      [0.9, 0.7, 32],
    ],
  ];
  return form;
}

async function makeForm(form: MaintenanceForm): Promise<ReadPdf & { fileName: string; bytes: Uint8Array }> {
  const { file, fileName } = await buildDocument(
    maintenanceFormReport,
    { form, madeOn: '2026-03-26T10:00:00Z' },
    { fonts, painter: null, loadPhotos: () => Promise.resolve() },
  );
  const bytes = new Uint8Array(await file.arrayBuffer());
  // the reader detaches the bytes that it gets
  return { ...(await readPdf(bytes.slice())), fileName, bytes };
}

const squeeze = (text: string) => text.replaceAll(/\s+/gu, '');
const textOf = (pdf: ReadPdf) => squeeze(pdf.pages.map(({ text }) => text).join('\n'));

describe('a filled form', () => {
  let pdf: Awaited<ReturnType<typeof makeForm>>;
  beforeAll(async () => {
    pdf = await makeForm(filledForm());
  });

  it('is named after its client and day', () => {
    expect(pdf.fileName).toBe('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf');
    expect(pdf.info.title).toBe('Maintenance Report, Residensi Selasih Park JMB, 26 March 2026');
  });

  it('is A4, on two numbered pages', () => {
    expect(pdf.pages).toHaveLength(2);
    pdf.pages.forEach(({ width, height, text }, index) => {
      expect(width).toBeCloseTo(210, 0);
      expect(height).toBeCloseTo(297, 0);
      expect(text).toContain(`${index + 1} / 2`);
    });
  });

  it('contains every field with its name', () => {
    const text = textOf(pdf);
    const form = filledForm();
    for (const field of keysOf(equipmentLabels))
      expect(text).toContain(squeeze(said(equipmentLabels[field]) + form.equipment[field]));
    for (const field of keysOf(taskLabels)) expect(text).toContain(squeeze(said(taskLabels[field])));
    for (const part of [
      '26 March 2026',
      form.generalInfo.location,
      'Arm straight, housing dry.',
      '天线插头进水 at the entrance reader',
      form.findings.issueDetails,
      'Noraini Ismail',
      '800101-10-5566',
      'Azhar Rahman',
    ])
      expect(text).toContain(squeeze(part));
  });

  it('shows the ticks and the signature that were made, and no others', async () => {
    const drawnPages = await drawPages(pdf.bytes, 150);
    /**
     * Whether there is ink in a part of the page, for each line with this text. The part is measured from the line's left end and
     * baseline, in mm.
     */
    const inkBy = (text: string, x: number, y: number, width: number, height: number) =>
      pdf.pages.flatMap(({ lines }, page) =>
        lines
          .filter((line) => line.text === text)
          .map((line) => drawnPages[page]?.part(line.x + x, line.y + y, width, height).some((grey) => grey < 160)),
      );
    const ticks = (x: number) => inkBy('Pass Fail N.A.', x, -2.4, 2.4, 2.4);
    expect(ticks(-4.2)).toEqual([true, false, false, false, false, false]);
    expect(ticks(10.8)).toEqual([false, false, true, false, false, false]);
    expect(ticks(24.8)).toEqual([false, false, false, false, false, false]);
    const hasSignature = (x: number) => inkBy('Sales engineer Client', x, 3, 88, 28);
    expect([...hasSignature(1), ...hasSignature(97)]).toEqual([false, true]);
  });

  it('has a conclusion for each post, under its name', async () => {
    const form = filledForm();
    form.conclusion = ['P1 Main Gate', 'P2 后门', 'P3', 'P4'].map((post, index) => ({ post, text: `Said ${index}.` }));
    const four = await makeForm(form);
    expect(four.pages).toHaveLength(2);
    for (const { post, text } of form.conclusion) expect(textOf(four)).toContain(squeeze(post + text));
  });

  it('has a letterhead', () => {
    expect(pdf.pages[0]?.lines[0]).toMatchObject({ text: 'GateKeeper Field Service' });
    expect(pdf.pages[0]?.lines[1]?.text).toBe('Maintenance Report');
  });
});

describe('a form with long texts', () => {
  it('contains every word of them, and cuts none off at the edge of the page', async () => {
    const form = filledForm();
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`);
    form.findings.issueDetails = words.join(' ');
    form.tasksPerformed.gateCycleTest.text = 'x'.repeat(400);
    const pdf = await makeForm(form);
    const all = pdf.pages.map(({ text }) => text).join('\n');
    expect(all.match(/word\d+/gu)).toEqual(words);
    // other columns are between the lines
    expect(all.match(/x{3,}/gu)?.join('')).toBe('x'.repeat(400));
    for (const { lines } of pdf.pages)
      for (const { y } of lines) {
        expect(y).toBeGreaterThan(5);
        expect(y).toBeLessThan(292);
      }
  });

  it('keeps the signatures together on one page', async () => {
    const form = filledForm();
    for (let lines = 1; lines <= 60; lines += 6) {
      form.conclusion = [{ post: 'Post 1', text: 'line\n'.repeat(lines) }];
      // one after the other, to name the first that fails
      const pdf = await makeForm(form);
      const on = pdf.pages.filter(({ text }) => text.includes('800101-10-5566') || /^Signatures$/mu.test(text));
      expect(on, `${lines} lines`).toHaveLength(1);
    }
  });
});

describe('a heading', () => {
  it('is never at the foot of a page without the first row of its table, however high that row is', async () => {
    const headings = ['Equipment', 'Tasks performed', 'Findings', 'Conclusion', 'Signatures'];
    for (let lines = 1; lines <= 12; lines += 1) {
      const form = filledForm();
      const text = 'line\n'.repeat(lines).trim();
      for (const field of keysOf(equipmentLabels)) form.equipment[field] = 'one\ntwo';
      form.tasksPerformed.visualInspection.text = text;
      form.tasksPerformed.loopDetectorTest.text = text;
      form.findings.issueDetails = text;
      form.conclusion = [{ post: 'Post 1', text }];
      // one after the other, to name the first that fails
      const pdf = await makeForm(form);
      for (const { lines: pageLines } of pdf.pages) {
        const last = pageLines.findLast(({ y }) => y < paper.bottom);
        expect(headings, `${lines} lines`).not.toContain(last?.text);
        expect(last?.text, `${lines} lines`).not.toBe('Check Result What was found');
      }
    }
  });
});

describe('the names below the signatures', () => {
  it('are complete, however long', async () => {
    const form = filledForm();
    const name = 'Tengku Muhammad Amirul Hakim Shah bin Tengku Abdul Rahman Iskandar';
    form.signatures.salesEngineer = name;
    form.signatures.ClientName = name;
    const pdf = await makeForm(form);
    expect(textOf(pdf).split(squeeze('Iskandar'))).toHaveLength(3);
    expect(textOf(pdf)).not.toContain('…');
  });
});

describe('an empty form', () => {
  it('can be printed and filled in by pen', async () => {
    const form = newVisit(null, '');
    form.generalInfo.date = '2026-03-26';
    const pdf = await makeForm(form);
    expect(pdf.fileName).toBe('Client_Maintenance-Report_2026-03-26.pdf');
    expect(textOf(pdf)).toContain('Visualinspection');
    // a row for each field is still there, high enough to write in
    const rows = (pdf.pages[0]?.lines ?? []).filter(({ text }) =>
      Object.values(equipmentLabels).some((label) => said(label) === text),
    );
    expect(rows).toHaveLength(13);
    const gaps = rows.slice(1).map(({ y }, index) => y - (rows[index]?.y ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6.5);
  });
});
