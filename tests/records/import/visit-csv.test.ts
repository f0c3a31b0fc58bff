import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/records/import/read-csv.ts';
import { readVisitCsv, visitTemplate, referenceSource } from '../../../src/records/import/visit-csv.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
const sites = ['Selasih Park', 'Kingfisher Rise'];
const bytes = (text: string) => new TextEncoder().encode(text);
const heading = 'site,date,time,title,text,kind,photos,pdf,showing,reference';

async function read(...lines: string[]) {
  const { sites: plans, defects } = await readVisitCsv(readCsv(bytes([heading, ...lines].join('\r\n'))), sites, now);
  return { plans, problems: defects.map(({ row, problem, remedy }) => `${row}: ${problem} ${remedy}`) };
}

describe('a CSV', () => {
  it.each([
    ['a BOM, CRLF and quotation marks', bytes('\u{FEFF}a,b\r\n"x, ""y""\nz",2\r\n')],
    ['semicolons', bytes('a;b\n"x, ""y""\nz";2\n')],
    ['tabs', bytes('a\tb\n"x, ""y""\nz"\t2\n')],
    ['UTF-16', new Uint8Array(Buffer.from('\u{FEFF}a,b\n"x, ""y""\nz",2\n', 'utf16le'))],
  ])('is read with %s', (_, file) => {
    expect(readCsv(file).filter((row) => row.length > 1)).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ]);
  });

  it('is read as old spreadsheets save it, without the apostrophe that guards against formulas', () => {
    expect(readCsv(new Uint8Array([0x61, 0x2c, 0x62, 0x0a, 0xe9, 0x2c, 0x27, 0x3d]))).toEqual([
      ['a', 'b'],
      ['é', '='],
    ]);
  });

  it('with an open quotation mark is refused', () => {
    expect(() => readCsv(bytes('a,b\n"x,2\ny,3\n'))).toThrow('The quotation marks near row');
  });
});

const lineOf = (reference: string) => `Selasih Park,2025-03-17,10:05,Monthly,Tested,,,,,${reference}`;

describe('a CSV of visits', () => {
  it('may be the template', async () => {
    const { sites: plans, defects } = await readVisitCsv(readCsv(bytes(visitTemplate())), sites, now);
    expect(defects).toEqual([]);
    expect(plans).toHaveLength(1);
    expect(plans[0]?.visits).toEqual([
      {
        row: 'row 2',
        source: 'reference V-1001',
        visit: {
          time: '2025-03-17T10:05:00+08:00',
          year: '2025',
          month: 'mar',
          title: 'Monthly maintenance',
          tasks: 'Loop detectors tested at all posts.',
          showing: 'True',
          kind: 'preventive',
        },
        photos: ['gate-1.jpg', 'gate-2.jpg'],
        pdf: 'report-march.pdf',
      },
      {
        row: 'row 3',
        source: 'reference V-1002',
        visit: {
          time: '2025-03-21T20:40:00+08:00',
          year: '2025',
          month: 'mar',
          title: 'Arm hit by a lorry',
          tasks: 'Arm and spring replaced at P2.',
          showing: 'True',
          kind: 'emergency',
        },
        photos: [],
        pdf: null,
      },
    ]);
  });

  it('identifies a visit without a reference by its content, in any row', async () => {
    const line = 'selasih park,2025-03-17,10:05,Monthly,Tested,,,,,';
    const sources = await Promise.all(
      [[line], ['Kingfisher Rise,2025-01-01,,A,B', line]].map(
        async (lines) => (await read(...lines)).plans.at(-1)?.visits[0]?.source,
      ),
    );
    expect(sources[0]).toMatch(/^content [\da-f]{40}$/u);
    expect(sources[1]).toBe(sources[0]);
  });

  it.each([
    [
      'Nowhere,2025-03-17,,T,X',
      'row 2: There is no site named “Nowhere”. Left out. Correct the name, or add the site first.',
    ],
    ['Selasih Park,soon,,T,X', 'row 2: The time “soon” is not a date. Left out.'],
    ['Selasih Park,2025-03-17,25:00,T,X', 'row 2: The time “2025-03-17 25:00” is not a date. Left out.'],
    ['Selasih Park,2019-03-17,,T,X', 'row 2: It is dated 2019; visits are kept from 2022 to 2030. Left out.'],
    [
      'Selasih Park,2025-03-17,,T,X,,../secret.jpg',
      'row 2: The photo “../secret.jpg” is not a file that can be fetched. Imported without it.',
    ],
  ])('%s', async (line, text) => expect((await read(line)).problems).toEqual([text]));

  it.each([
    ['the same words', '', ''],
    ['the same reference', 'V-1', 'V-1'],
    ['the same long reference', 'V'.repeat(120), 'V'.repeat(120)],
  ])('imports two rows with %s only once', async (_, one, other) => {
    const { plans, problems } = await read(lineOf(one), '', lineOf(other));
    expect(plans[0]?.visits).toHaveLength(1);
    expect(problems).toEqual(['row 4: It repeats the visit of row 2. Left out.']);
  });

  it('distinguishes long references with the same beginning, in a source short enough to be stored', async () => {
    const long = 'V'.repeat(90);
    const sources = await Promise.all([`${long}1`, `${long}2`].map(referenceSource));
    expect(new Set(sources).size).toBe(2);
    expect(sources.map(({ length }) => length <= 100)).toEqual([true, true]);
  });

  it('without its columns is refused', async () => {
    await expect(readVisitCsv([['Date', 'Description']], sites, now)).rejects.toThrow('Missing: site, title.');
  });
});
