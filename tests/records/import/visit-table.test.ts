import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { visitTemplate } from '../../../src/features/sites/import/visit-template.ts';
import { referenceSource } from '../../../src/records/import/visit-source.ts';
import { gbk, importSites, readFile, utf8 } from './table-bytes.ts';

const heading = 'site,date,time,title,text,kind,photos,pdf,showing,reference';
const csv = (...rows: string[]) => utf8(rows.join('\r\n'));
const visits = (...rows: string[]) => readFile(csv(heading, ...rows));
const remarks = ({ plan }: Awaited<ReturnType<typeof readFile>>) =>
  plan.defects.map(({ row, problem, remedy }) => `${row}: ${problem} ${remedy}`);

const lineOf = (reference: string) => `Selasih Park,2025-03-17,10:05,Monthly,Tested,,,,,${reference}`;

describe('a table of visits', () => {
  it('may be the template', async () => {
    const { plan } = await readFile(utf8(visitTemplate()));
    expect(plan.defects).toEqual([]);
    expect(plan.sites).toMatchObject([
      {
        name: 'Selasih Park',
        visits: [
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
              ref: 'V-1001',
            },
            photos: ['gate-1.jpg', 'gate-2.jpg'],
            pdf: 'report-march.pdf',
          },
          {
            source: 'reference V-1002',
            visit: { time: '2025-03-21T20:40:00+08:00', kind: 'emergency' },
            photos: [],
            pdf: null,
          },
        ],
      },
    ]);
  });

  it('identifies a visit without a reference by its content, in any row', async () => {
    const line = 'selasih park,2025-03-17,10:05,Monthly,Tested,,,,,';
    const result = await Promise.all([visits(line), visits('Kingfisher Rise,2025-01-01,,A,B', line)]);
    const [sourceAlone, sourceBelow] = result.map(({ plan }) => plan.sites.at(-1)?.visits[0]?.source);
    // as every earlier import has stored it
    expect(sourceAlone).toBe('content aec45d861d3867af5c51ee897c307bcfe1fdb182');
    expect(sourceBelow).toBe(sourceAlone);
  });

  const dateForms = 'Write the date as 17/03/2025, 17/3/25, 17 Mar 2025, 2025-03-17 or 2025年3月17日.';
  const clockForms = 'Write it as 14:15, 2.15pm, 0930 or 下午2:15.';
  it.each([
    ['Nowhere,2025-03-17,,T,X', 'There is no site named “Nowhere”. Left out. Correct the name, or add the site first.'],
    ['Selasih Park,soon,,T,X', `“soon” is not a date. Left out. ${dateForms}`],
    ['Selasih Park,,,T,X', `It has no date. Left out. ${dateForms}`],
    ['Selasih Park,2025-03-17,25:00,T,X', `“25:00” is not a time. Left out. ${clockForms}`],
    ['Selasih Park,2025-03-17 soonish,,T,X', `The time in “2025-03-17 soonish” is not read. Left out. ${dateForms}`],
    ['Selasih Park,2025-03-17 09:00,10:05,T,X', 'Its date says 09:00, its time 10:05. Left out.'],
    ['Selasih Park,2019-03-17,,T,X', 'It is dated 2019; visits are kept from 2022 to 2030. Left out.'],
    ['Selasih Park,2026-12-24,,T,X', 'It is dated 24 December 2026, which is in the future. Left out.'],
    ['Selasih Park,2025-03-17,,,', 'It has neither a title nor a text. Left out.'],
    ['Selasih Park,2025-03-17,,T,X,lunch', 'The kind “lunch” is not known. Imported without a kind.'],
    [
      'Selasih Park,2025-03-17,,T,X,,../secret/',
      'The photo “../secret/” is not a file that can be fetched. Imported without it.',
    ],
  ])('reports what is wrong in the row %s', async (line, text) =>
    expect(remarks(await visits(line))).toEqual([`row 2: ${text}`]),
  );

  it.each([
    ['2025-03-17 00:00:00', '10:05'],
    ['2025-03-17 10:05', ''],
    ['2025-03-17 10:05', '10:05'],
    ['2025-03-17', '2025-03-17 10:05'],
    ['17/3/2025', '17/3/2025 10.05am'],
  ])('combines the date %s and the time %s', async (date, time) =>
    expect((await visits(`Selasih Park,${date},${time},T,X`)).imported).toEqual([
      'Selasih Park 2025-03-17 10:05 no kind | T | X',
    ]),
  );

  it.each([
    ['the same words', '', []],
    ['the same reference', 'V-1', []],
    [
      'the same long reference',
      'V'.repeat(120),
      ['row 2: Its job number has 120 characters; 40 can be kept. Imported without its job number.'],
    ],
  ])('imports two rows with %s only once', async (_, reference, remarksBefore) => {
    const result = await visits(lineOf(reference), '', lineOf(reference));
    expect(result.imported).toHaveLength(1);
    expect(remarks(result)).toEqual([...remarksBefore, 'row 4: It repeats the visit of row 2. Left out.']);
  });

  it('uses the words of its language for shown and hidden, and reports words that it does not know', async () => {
    const rows = ['是', '否', '√', '也许'].map((word, index) => `2026年10月2${index}日,保养 ${index},甲,${word}`);
    const result = await readFile(csv('日期,标题,内容,是否显示', ...rows), { choices: { site: 'Selasih Park' } });
    expect(result.rows.map(({ visit, repairs }) => [visit?.visit.showing, ...repairs])).toEqual([
      ['True'],
      ['False'],
      ['True'],
      ['False', 'showing'],
    ]);
    expect(remarks(result)).toEqual([
      'row 5: Its “showing”, “也许”, is neither yes nor no. Imported as hidden; it can be restored.',
    ]);
  });

  it('imports every visit of a job number in the file', async () => {
    const result = await visits(
      'Selasih Park,2025-03-17,10:05,Arm replaced,X,,,,,J-7',
      'Selasih Park,2025-03-24,09:00,Arm adjusted,Y,,,,,J-7',
      'Selasih Park,2025-03-24,09:00,Arm adjusted,Y,,,,,J-7',
    );
    expect(result.imported).toHaveLength(2);
    expect(remarks(result)).toEqual(['row 4: It repeats the visit of row 3. Left out.']);
  });

  it('distinguishes long references with the same start, in a source short enough to be stored', async () => {
    const longReference = 'V'.repeat(90);
    const sources = await Promise.all([`${longReference}1`, `${longReference}2`].map(referenceSource));
    expect(new Set(sources).size).toBe(2);
    expect(sources.map(({ length }) => length <= 100)).toEqual([true, true]);
  });
});

const columnsUsed = ({ columns, roles }: Awaited<ReturnType<typeof readFile>>) =>
  Object.fromEntries(columns.map(({ index, head }) => [head, roles.get(index) ?? 'not used']));

describe('the columns', () => {
  it('are recognized by their heads, and the others are named', async () => {
    const result = await readFile(
      csv('Site Name,Visit Date,Start Time,Type,Subject,Work Done,Checked by', 'Selasih Park,17/3/2025,9am,PM,A,B,Ali'),
    );
    expect(columnsUsed(result)).toEqual({
      'Site Name': 'site',
      'Visit Date': 'date',
      'Start Time': 'time',
      Type: 'kind',
      Subject: 'title',
      'Work Done': 'text',
      'Checked by': 'not used',
    });
  });

  it('with several texts are joined, each with its head', async () => {
    const file = csv('site,date,title,Findings,Remarks', 'Selasih Park,2025-03-17,T,Arm bent,Ordered');
    expect(columnsUsed(await readFile(file))).toMatchObject({ Findings: 'text', Remarks: 'text' });
    const result = await readFile(file, { choices: { roles: new Map([[4, 'text' as const]]) } });
    expect(result.imported).toEqual([
      'Selasih Park 2025-03-17 no time no kind | T | Findings: Arm bent\nRemarks: Ordered',
    ]);
  });

  it('without titles start each title with the text', async () => {
    const { imported, plan } = await readFile(csv('site,date,remarks', 'Selasih Park,2025-03-17,Arm bent'));
    expect(imported).toEqual(['Selasih Park 2025-03-17 no time no kind | Arm bent | Arm bent']);
    expect(plan.defects).toEqual([]);
  });

  it('with several dates and times are asked for, whatever their order', async () => {
    const file = csv(
      'site,Date reported,Date attended,Start,End,title,text',
      'Selasih Park,16/3/2025,17/3/2025,9am,10am,T,X',
    );
    const withoutChoice = await readFile(file);
    expect(withoutChoice).toMatchObject({
      questions: ['date', 'time'],
      foundRoles: { dates: [1, 2], times: [3, 4] },
      rows: [],
    });
    const withChoice = await readFile(file, {
      choices: {
        roles: new Map([
          [2, 'date' as const],
          [3, 'time' as const],
        ]),
      },
    });
    expect(withChoice.imported).toEqual(['Selasih Park 2025-03-17 09:00 no kind | T | X']);
    const timeless = await readFile(file, {
      choices: {
        roles: new Map([
          [2, 'date' as const],
          [3, null],
        ]),
      },
    });
    expect(timeless.imported).toEqual(['Selasih Park 2025-03-17 no time no kind | T | X']);
  });

  it('of a table without heads are recognized by their cells, from the first row on', async () => {
    const file = csv('Selasih Park,17/3/2025,9am,Arm hit', 'Selasih Park,18/3/2025,9am,Loop cut');
    const result = await readFile(file);
    expect(result).toMatchObject({ heading: 0, questions: ['words'] });
    expect(columnsUsed(result)).toEqual({
      'Column A': 'site',
      'Column B': 'date',
      'Column C': 'not used',
      'Column D': 'not used',
    });
    const { imported } = await readFile(file, {
      choices: {
        roles: new Map([
          [2, 'time' as const],
          [3, 'title' as const],
        ]),
      },
    });
    expect(imported).toEqual([
      'Selasih Park 2025-03-17 09:00 no kind | Arm hit | Arm hit',
      'Selasih Park 2025-03-18 09:00 no kind | Loop cut | Loop cut',
    ]);
  });

  it('of an export of the portal are recognized, and its numbers of photos are not read as names', async () => {
    const result = await readFile(
      csv(
        'Date,Time,Year,Month,Kind,Title,Text,PDF,Photos',
        '2025-03-17,09:05,2025,March,Preventive maintenance,Monthly,Loops tested.,Yes,3',
      ),
      { choices: { site: 'Selasih Park' } },
    );
    expect(columnsUsed(result)).toMatchObject({ PDF: 'not used', Photos: 'not used' });
    expect(result.imported).toEqual(['Selasih Park 2025-03-17 09:05 preventive | Monthly | Loops tested.']);
    expect(result.plan.defects).toEqual([]);
  });

  it.each([
    [
      'Job No',
      'Job No.',
      'Job #',
      'Job#',
      'JOB NUMBER',
      'JobNo',
      'Job ID',
      'Job Sheet No',
      'Job Card No.',
      'Job Order No',
    ],
    [
      'Work Order',
      'Work Order #',
      'W/O No',
      'WO',
      'WO#',
      'WO Number',
      'SR No',
      'SR #',
      'Service Report No',
      'S.R. No.',
    ],
    [
      'Ticket',
      'Ticket #',
      'Ticket ID',
      'Ticket Number',
      'Case No',
      'Docket No',
      'Call No',
      'Ref.',
      'Ref #',
      'Report No',
    ],
    ['No. Tiket', 'No Kerja', 'No. Kerja', 'Nombor Kerja', 'No. Rujukan', 'Nombor Laporan', 'No. Arahan Kerja'],
    ['工单编号', '工单号', '报修单号', '维修单号', '服务单号', '编号', '工單編號', '報修單號', '参考编号', '派工单号'],
  ])('of job numbers are recognized: %s, %s and more', async (...heads) => {
    for (const head of heads) {
      const result = await readFile(csv(`site,date,title,text,${head}`, 'Selasih Park,2025-03-17,T,X,J-1'));
      expect([head, columnsUsed(result)[head], result.rows[0]?.visit?.visit.ref]).toEqual([head, 'reference', 'J-1']);
    }
  });

  it.each([
    ['Job', 'title'],
    ['Photo #', 'photos'],
    ['Remark #', 'text'],
    ['Report', 'text'],
  ])('named %s contain the %s', async (head, column) => {
    const result = await readFile(csv(`site,date,${head}`, 'Selasih Park,2025-03-17,A.jpg'));
    expect(columnsUsed(result)[head]).toBe(column);
  });

  it('that are ambiguous are asked for', async () => {
    expect((await readFile(csv('a,b', 'x,y'))).questions).toEqual(['site', 'date', 'words']);
    const file = csv('date,title', '2025-03-17,Arm bent');
    expect((await readFile(file)).questions).toEqual(['site']);
    expect((await readFile(file, { choices: { site: 'Kingfisher Rise' } })).imported).toHaveLength(1);
  });

  it('have an order of dates that is asked for, and then applies to every row', async () => {
    const file = csv('site,date,title', 'Selasih Park,5/3/2025,A', 'Selasih Park,2/1/2025,B');
    expect((await readFile(file)).questions).toEqual(['order']);
    const result = await readFile(file, { choices: { order: 'day-first' } });
    expect(result.imported.map((line) => line.slice(13, 23))).toEqual(['2025-03-05', '2025-01-02']);
  });
});

describe('unknown names of sites', () => {
  const file = csv(
    'site,date,title,kind',
    'Kingfisher Rise Condo,2025-03-17,A,PM',
    'KINGFISHER RISE CONDO,2025-03-18,B,lunch',
    'Residensi Selasih Park,2025-03-19,C,Lunch',
    'Zzz,2025-03-20,D,',
  );

  it('are listed with the nearest site and the number of their rows', async () => {
    const { unknownSites, unknownKinds, imported } = await readFile(file);
    expect(unknownSites).toMatchObject([
      { written: 'Kingfisher Rise Condo', rows: 2, nearest: 'Kingfisher Rise', chosen: null },
      { written: 'Zzz', rows: 1, nearest: null },
    ]);
    expect(unknownKinds).toMatchObject([{ written: 'lunch', rows: 2 }]);
    expect(imported).toEqual(['Selasih Park 2025-03-19 no time no kind | C | C']);
  });

  it('are corrected in all of their rows when a person says which site is meant', async () => {
    const { unknownSites, plan } = await readFile(file, {
      choices: {
        sites: new Map([['kingfisher rise condo', 'Kingfisher Rise']]),
        kinds: new Map([['lunch', 'other' as const]]),
      },
    });
    expect(plan.sites.map(({ name, visits: all }) => `${name} ${all.length}`)).toEqual([
      'Kingfisher Rise 2',
      'Selasih Park 1',
    ]);
    expect(plan.sites[0]?.visits[1]?.visit.kind).toBe('other');
    expect(unknownSites).toMatchObject([{ chosen: 'Kingfisher Rise' }, { written: 'Zzz' }]);
  });

  it('can also be corrected in their row', async () => {
    const { imported } = await readFile(file, {
      choices: { cells: new Map([[5, { site: importSites[0]?.name ?? '', date: '21/3/2025' }]]) },
    });
    expect(imported).toContain('Selasih Park 2025-03-21 no time no kind | D | D');
  });
});

describe('a workbook', () => {
  it('is read with its dates, times and texts, from the first sheet with rows', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Service log']] },
        {
          name: 'Visits',
          columns: [
            { header: 'Site' },
            { header: 'Date', numFmt: 'dd/mm/yyyy' },
            { header: 'Time', numFmt: 'h:mm AM/PM' },
            { header: 'Title' },
            { header: 'Ref' },
          ],
          rows: [
            ['Site', 'Date', 'Time', 'Title', 'Ref'],
            ['Selasih Park', new Date('2025-03-12T00:00:00Z'), 0.59375, 'Loops', 17],
            ['Selasih Park', '13/3/2025', '9.30am', 'Typed as text', 18],
            ['Selasih Park', 45730, 0.5, 'Without a format', 19],
          ],
        },
      ],
    });
    expect(await readFile(bytes)).toMatchObject({
      encoding: null,
      separator: null,
      imported: [
        'Selasih Park 2025-03-12 14:15 no kind | Loops | Loops',
        'Selasih Park 2025-03-13 09:30 no kind | Typed as text | Typed as text',
        'Selasih Park 2025-03-14 12:00 no kind | Without a format | Without a format',
      ],
      leftOut: [],
    });
  });

  it('that would fill the memory is refused before it is unpacked, with advice', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Site'], ['Selasih Park']] }] });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // the last record of a ZIP has the offset of its list of contents 6 bytes before its end
    const directory = view.getUint32(bytes.length - 6, true);
    // the size of the first file according to the list of contents
    view.setUint32(directory + 24, 3_100_000_000, true);
    await expect(readFile(bytes)).rejects.toThrow(
      /^Unpacked, this workbook is 3100\.\d MB; up to 200\.0 MB are read\. Save its sheet as CSV UTF-8, or split it/u,
    );
  });

  it('that is damaged is refused', async () => {
    const bytes = (await writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }] })).slice(0, 700);
    await expect(readFile(bytes)).rejects.toThrow();
  });
});

const zip = (...names: string[]) => utf8(`PK\u0003\u0004${names.join(' ')}`);

describe('a file that is no table', () => {
  it.each([
    ['an empty file', new Uint8Array(), 'The file is empty.'],
    ['a PDF', utf8('%PDF-1.7'), 'This is a PDF.'],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 'an old Excel (.xls)'],
    [
      'a locked workbook',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')]),
      'has a password',
    ],
    ['LibreOffice', zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'), '(.ods)'],
    ['Numbers', zip('Index/Document.iwa'), 'a Numbers spreadsheet'],
    ['a binary workbook', zip('xl/workbook.bin'), '(.xlsb)'],
    ['a Word document', zip('word/document.xml'), 'a ZIP or a document'],
    ['a web page', utf8('\r\n<html><table><tr><td>Site'), 'a web page'],
    ['JSON', utf8('[{"site": 1}]'), 'npm run import'],
    ['a photo', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'a photo'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 0, 2, 0, 0, 0]), 'This is not a table.'],
    ['blank lines', utf8('\r\n \r\n'), 'There is no row in it.'],
  ])('%s is refused by its content', async (_, bytes, sentence) => expect(readFile(bytes)).rejects.toThrow(sentence));

  it('a table with an open quotation mark is refused, because everything behind it would be one cell', async () => {
    await expect(readFile(utf8('a,b\n"x,2\ny,3\n'))).rejects.toThrow('The quotation marks near row');
  });

  it('a table can be read in the chosen encoding and with the chosen separator', async () => {
    const file = gbk('site;date;title\r\nSelasih Park;2025-03-17;维修, 检查');
    expect((await readFile(file)).imported).toEqual([
      'Selasih Park 2025-03-17 no time no kind | 维修, 检查 | 维修, 检查',
    ]);
    const result = await readFile(file, { fileChoices: { encoding: 'utf-8', separator: ';' } });
    expect(result.lost).toBeGreaterThan(0);
    expect((await readFile(file, { fileChoices: { separator: ',' } })).columns).toHaveLength(2);
  });
});
