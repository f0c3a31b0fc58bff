import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { cellFault } from '../../../src/records/import/read-fault.ts';
import { readFile, utf8 } from './table-bytes.ts';

const csv = (...rows: string[]) => utf8(rows.join('\r\n'));
const book = (...sheets: WriteSheet[]) => writeXlsx({ sheets });
type Read = Awaited<ReturnType<typeof readFile>>;
const remarks = ({ plan }: Read) => plan.defects.map(({ row, problem, remedy }) => `${row}: ${problem} ${remedy}`);
const heads = ['Site', 'Date', 'Time', 'Title', 'Text'];
const day = (number: number) => new Date(Date.UTC(2025, 2, number));

describe('a cell that the spreadsheet could not calculate', () => {
  it.each([
    '#N/A',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    '#NUM!',
    '#NULL!',
    '#SPILL!',
    '#CALC!',
    '#GETTING_DATA',
    '#FIELD!',
    '#NV',
    '#BEZUG!',
    '#WERT!',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#VALEUR!',
    '#Н/Д',
    '#YOK',
    '#ERROR!',
    'Err:502',
    '＃N/A',
    ' #n/a ',
  ])('counts %s as an error', (cell) => expect(cellFault(cell)).toBe('error'));
  it.each(['#', '##', '########', '#'.repeat(60)])('counts %s as a column that was too narrow', (cell) =>
    expect(cellFault(cell)).toBe('narrow'),
  );
  it.each(['1.2E+05', '6.01E+10', '1E+11', '1,2E+05', '4.5E-05'])(
    'counts %s as a number that has lost its digits',
    (cell) => expect(cellFault(cell)).toBe('digits'),
  );
  it.each(['#1', '#P2', '#12 arm', '#URGENT!', 'N/A', 'REF', '12E', 'E5', '#N/A was shown', 'Post #', '10', ''])(
    '%s is a value',
    (cell) => expect(cellFault(cell)).toBeNull(),
  );

  it('is never a title or a text: the rest of the row is imported with a remark, and can be repaired in the table', async () => {
    const file = csv(
      'Site,Date,Time,Title,Text,Kind,Job No',
      'Selasih Park,2025-12-14,12:00,#N/A,#REF!,pm,1.2E+11',
      'Selasih Park,2025-12-15,12:00,########,Column was too narrow,pm,#N/A',
      'Selasih Park,2025-12-16,12:00,Arm greased,#VALUE!,#NAME?,#N/A',
    );
    const result = await readFile(file);
    expect(result.imported).toEqual([
      'Selasih Park 2025-12-15 12:00 preventive | Column was too narrow | Column was too narrow',
      'Selasih Park 2025-12-16 12:00 no kind | Arm greased | Arm greased',
    ]);
    expect(result.leftOut).toEqual([
      'row 2: Title: “#N/A” is an error of the spreadsheet. Text: “#REF!” is an error of the spreadsheet. ' +
        'Job No: “1.2E+11” is a number that lost its digits. It has neither a title nor a text.',
    ]);
    expect(remarks(result).slice(1)).toEqual([
      'row 3: Title: “########” says that the column was too narrow to show what is in it. Imported without this value.',
      'row 3: Job No: “#N/A” is an error of the spreadsheet. Imported without this value.',
      'row 3: It has no title. The beginning of its text is used as its title.',
      'row 4: Text: “#VALUE!” is an error of the spreadsheet. Imported without this value.',
      'row 4: Kind: “#NAME?” is an error of the spreadsheet. Imported without this value.',
      'row 4: Job No: “#N/A” is an error of the spreadsheet. Imported without this value.',
      'row 4: It has no text. Its title is used as its text too.',
    ]);
    expect(result.rows.map(({ repairs }) => [...repairs].toSorted())).toEqual([
      [],
      ['reference', 'title'],
      ['kind', 'reference', 'text'],
    ]);
    const repairedFile = await readFile(file, {
      choices: { cells: new Map([[2, { title: 'Arm hit', text: '#N/A' }]]) },
    });
    expect(repairedFile.imported[0]).toBe('Selasih Park 2025-12-14 12:00 preventive | Arm hit | Arm hit');
  });

  it('is never a title in a workbook either', async () => {
    const result = await readFile(
      await book({ name: 'Visits', rows: [heads, ['Selasih Park', day(17), '09:00', '#N/A', 'Loops tested']] }),
    );
    expect(result.imported).toEqual(['Selasih Park 2025-03-17 09:00 no kind | Loops tested | Loops tested']);
  });

  it.each(['#N/A', '########'])('%s for a date or a time makes a row that has to be repaired', async (cell) => {
    const result = await readFile(
      csv(
        heads.join(','),
        `Selasih Park,${cell},09:00,A,B`,
        `Selasih Park,2025-03-17,${cell},A,B`,
        'Selasih Park,2025-03-18,09:00,A,B',
      ),
    );
    expect(result.rows.map(({ defect }) => defect?.kind)).toEqual(['date', 'time', undefined]);
  });
});

const texts = (...rows: string[]) => readFile(csv('Site,Date,Work done,Remarks,Findings,Action', ...rows));

describe('texts of several columns', () => {
  it.each([
    ['Loops tested,,,', 'Loops tested | Loops tested'],
    ['Loops tested,P2 weak,,', 'Loops tested | Remarks: P2 weak'],
    ['Loops tested,loops  TESTED,,', 'Loops tested | Loops tested'],
    [',P2 weak,Belt worn,', 'P2 weak | Findings: Belt worn'],
    ['"Loops tested\nArms greased",P2 weak,,', 'Loops tested | Arms greased\nRemarks: P2 weak'],
    ['#N/A,P2 weak,,', 'P2 weak | P2 weak'],
  ])('are joined: %s', async (line, words) =>
    expect((await texts(`Selasih Park,2025-03-17,${line}`)).imported).toEqual([
      `Selasih Park 2025-03-17 no time no kind | ${words}`,
    ]),
  );

  it('do not repeat a title that has its own column, and do not put their heads into an empty title', async () => {
    const result = await readFile(
      csv(
        'Site,Date,Title,Work done,Remarks',
        'Selasih Park,2025-03-17,Loops tested,Loops tested,P2 weak',
        'Selasih Park,2025-03-18,,Arms greased,P3 weak',
      ),
    );
    expect(result.imported).toEqual([
      'Selasih Park 2025-03-17 no time no kind | Loops tested | Remarks: P2 weak',
      'Selasih Park 2025-03-18 no time no kind | Arms greased | Remarks: P3 weak',
    ]);
  });
});

const cell = (value: string | number | Date, numFmt: string) => ({ value, style: { numFmt } });

describe('a workbook', () => {
  const row = (title: string, number = 17) => ['Selasih Park', day(number), '09:00', title, `Text of ${title}`];

  it('is read without its hidden rows, which is reported, unless a person includes them', async () => {
    const file = await book({
      name: 'Visits',
      rows: [heads, row('Seen', 1), row('Filtered away', 2), row('Seen too', 3)],
      rowDefs: new Map([[2, { hidden: true }]]),
    });
    const result = await readFile(file);
    expect([result.hiddenCount, result.imported.length, result.rows.map(({ number }) => number)]).toEqual([
      1,
      2,
      [2, 4],
    ]);
    const all = await readFile(file, { choices: { hidden: true } });
    expect([all.hiddenCount, all.imported.length]).toEqual([1, 3]);
  });

  it('is read without its hidden columns, unless a person chooses them', async () => {
    const file = await book({
      name: 'Visits',
      columns: [{}, {}, {}, {}, {}, { hidden: true }],
      rows: [
        [...heads, 'Remarks'],
        [...row('A'), 'internal'],
      ],
    });
    const result = await readFile(file);
    expect(result.columns.filter(({ isHidden }) => isHidden).map(({ head }) => head)).toEqual(['Remarks']);
    expect(result.imported).toEqual(['Selasih Park 2025-03-17 09:00 no kind | A | Text of A']);
    const withChosenColumn = await readFile(file, { choices: { roles: new Map([[5, 'text']]) } });
    expect(withChosenColumn.imported).toEqual([
      'Selasih Park 2025-03-17 09:00 no kind | A | Text: Text of A\nRemarks: internal',
    ]);
  });

  const months: WriteSheet[] = [
    { name: 'Summary', rows: [['Visits of 2025'], ['made by Ali']] },
    { name: 'Jan', rows: [heads, row('January', 1)] },
    { name: 'Feb', rows: [['Log'], ['Text', 'Title', 'Time', 'Date', 'Site'], row('February', 2).toReversed()] },
    {
      name: 'Parts',
      rows: [
        ['Part', 'Price', 'Date', 'Site'],
        ['Arm', 12, day(1), 'Selasih Park'],
      ],
    },
  ];
  it('names its other sheets with visits, and reads sheets with the same columns together', async () => {
    const file = await book(...months);
    const result = await readFile(file);
    expect(result.imported).toEqual(['Selasih Park 2025-03-01 09:00 no kind | January | Text of January']);
    expect([result.unread, result.matchingSheets]).toEqual([
      [
        { name: 'Feb', rows: 1 },
        { name: 'Parts', rows: 1 },
      ],
      [1, 2],
    ]);
    const all = await readFile(file, { fileChoices: { sheet: 'all' } });
    expect(all.imported).toEqual([
      'Selasih Park 2025-03-01 09:00 no kind | January | Text of January',
      'Selasih Park 2025-03-02 09:00 no kind | February | Text of February',
    ]);
    expect(all.rows.map(({ name }) => name)).toEqual(['Jan, row 2', 'Feb, row 3']);
    expect(all.unread).toEqual([{ name: 'Parts', rows: 1 }]);
  });

  it('is read by the shown text in texts, and by the stored value in dates', async () => {
    const cells = [
      { value: 'Selasih Park' },
      cell(day(1), 'mmm\\-yy'),
      cell(0.5, 'h:mm'),
      cell(12, '0%'),
      cell(day(3), 'd\\-mmm'),
      cell(123, '00000'),
    ];
    const file = await book({
      name: 'Visits',
      rows: [[...heads, 'Job No'], []],
      cells: new Map(cells.map((content, column) => [`1,${column}`, content])),
    });
    const result = await readFile(file);
    expect(result.imported).toEqual(['Selasih Park 2025-03-01 12:00 no kind | 1200% | 3-Mar']);
    expect(result.rows[0]?.cells.reference).toBe('00123');
    expect(remarks(result)).toEqual([
      'row 2: The file shows its date as “Mar-25”, without a day. Imported, dated 1 March 2025.',
    ]);
  });

  it.each(['dd/mm/yyyy', 'd\\-mmm', '[$-409]d\\-mmm\\-yyyy', 'yyyy"年"m"月"d"日"', 'm/d/yy', 'dddd, d mmmm yyyy'])(
    'that shows a date as %s has a day',
    async (numFmt) => {
      const cells = new Map([['1,1', { value: day(17), style: { numFmt } }]]);
      const file = await book({ name: 'V', rows: [heads, ['Selasih Park', '', '', 'A', 'B']], cells });
      expect(remarks(await readFile(file))).toEqual([]);
    },
  );
});
