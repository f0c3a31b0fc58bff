import { describe, expect, it } from 'vitest';
import { readFile, utf8 } from './table-bytes.ts';

type Read = Awaited<ReturnType<typeof readFile>>;
const csv = (...rows: string[]) => utf8(rows.join('\r\n'));
const roleOf = ({ columns, roles }: Read, head: string) =>
  roles.get(columns.find((column) => column.head === head)?.index ?? -1);
const remarks = ({ plan }: Read) => plan.defects.map(({ problem, remedy }) => `${problem} ${remedy}`);
const visitOf = ({ rows }: Read) => rows[0]?.visit?.visit;

const shortStamp = (stamp: unknown) => (typeof stamp === 'string' ? stamp.slice(0, 16).replace('T', ' ') : '-');

/** A visit as `2026-05-02 23:50 | 2026-05-03 00:40 | …`: reported, arrived, left, and after `of` the time of the visit. */
const shortTimes = (result: Read) => {
  const visit = visitOf(result);
  return `${[visit?.reported, visit?.arrived, visit?.left].map(shortStamp).join(' | ')} of ${shortStamp(visit?.time)}`;
};

describe('the column heads of offices', () => {
  it.each<['by' | 'reported' | 'arrived' | 'left' | 'follow', string, string[]]>([
    [
      'by',
      'Aziz',
      [
        'Technician, Technician Name, Serviced by, Attended By, Engineer, Who came, Done by:',
        'Juruteknik, Nama Juruteknik, Dihadiri oleh, Diservis oleh, Jurutera, Siapa yang datang',
        '技术员, 维修人员, 到场人员, 工程师, 师傅, 上门人员, 技術員',
      ],
    ],
    [
      'reported',
      '08:10',
      [
        'Reported, Call time, Reported at, Time Reported, Complaint Time, Time Call Received',
        'Masa lapor, Dilaporkan, Masa aduan, Masa panggilan, Masa laporan, Dilaporkan pada',
        '报修时间, 报修, 来电时间, 接报时间, 报障时间, 投诉时间, 報修時間',
      ],
    ],
    [
      'arrived',
      '09:12',
      [
        'Time In, Time-In, Arrived, Arrival Time, Check In, Time of arrival',
        'Masa masuk, Masa tiba, Tiba, Masa sampai, Waktu tiba, Masa ketibaan',
        '到场时间, 到场, 到达时间, 抵达时间, 签到时间, 进场时间, 到場時間',
      ],
    ],
    [
      'left',
      '10:30',
      [
        'Time Out, Time out (24h), Left, Departure Time, Check out, Time Left',
        'Masa keluar, Pulang, Masa pulang, Masa balik, Masa beredar, Waktu keluar',
        '离开时间, 离场, 离场时间, 签退时间, 退场时间, 离开, 離開時間',
      ],
    ],
    [
      'follow',
      'Replace the spring',
      [
        'Follow up, Follow-up, Recommendation, Recommendations, Further action, Suggestions',
        'Cadangan, Susulan, Tindakan susulan, Saranan, Syor, Tindakan lanjut',
        '建议, 后续, 后续建议, 跟进, 维修建议, 建议措施, 後續',
      ],
    ],
  ])('for %s are recognized', async (column, cell, heads) => {
    for (const head of heads.flatMap((list) => list.split(', '))) {
      const result = await readFile(csv(`site,date,title,${head}`, `Selasih Park,2026-05-03,T,${cell}`));
      expect([head, roleOf(result, head), result.rows[0]?.cells[column]]).toEqual([head, column, cell]);
      expect(visitOf(result)).toHaveProperty(column);
    }
  });

  it('do not match columns with other contents', async () => {
    const result = await readFile(
      csv('site,date,Time In,title,Response time,Checked by', 'Selasih Park,2026-05-03,09:12,T,02:10,Ali'),
    );
    expect(['Time In', 'Response time', 'Checked by'].map((head) => roleOf(result, head))).toEqual([
      'arrived',
      undefined,
      undefined,
    ]);
    expect(shortTimes(result)).toBe('- | 2026-05-03 09:12 | - of 2026-05-03 09:12');
  });
});

it('a day without a time is no time of a call-out: the dialog asks which of two days is that of the visit', async () => {
  const days = csv('site,Date,Reported,title', 'Selasih Park,2026-05-03,2026-05-02,T');
  expect(await readFile(days)).toMatchObject({ questions: ['date'], foundRoles: { dates: [1, 2] } });
  const fileWithDay = csv('site,Date,Reported,title', 'Selasih Park,2026-05-03,2026-05-02 18:00,T');
  expect(roleOf(await readFile(fileWithDay), 'Reported')).toBe('reported');
});

const reported = (...cells: string[]) =>
  readFile(csv('site,Date,title,Reported', ...cells.map((cell, index) => `Selasih Park,2026-05-1${index},T,${cell}`)));

describe('a column named Reported', () => {
  it.each([
    ['a dash', '-'],
    ['n/a', 'n/a'],
    ['a word', 'unknown'],
    ['nothing', ''],
    ['an error of the spreadsheet', '#N/A'],
    ['a day with a remark', '2026-05-03 by phone'],
    ['midnight, which comes from an export', '2026-05-03 00:00:00'],
    ['midnight in Singapore, which another export writes in UTC', '2026-05-02T16:00:00.000Z'],
    ['the number of a day', '46145'],
  ])('has days if its other cells are days and one has %s', async (_, cell) => {
    const result = await reported('2026-05-01', '2026-05-02', '2026-05-03', cell);
    expect(result).toMatchObject({ questions: ['date'], foundRoles: { dates: [1, 3] } });
    expect(roleOf(result, 'Reported')).toBeUndefined();
    expect(remarks(result).filter((remark) => remark.startsWith('Reported'))).toEqual([]);
  });

  it.each([
    ['one day and a dash', ['2026-05-01', '-']],
    ['numbers of days', ['46143', '46144', '46145']],
  ])('is not used if it has %s', async (_, cells) => {
    const result = await reported(...cells);
    expect(roleOf(result, 'Reported')).toBeUndefined();
    expect(remarks(result)).toEqual([]);
  });

  it.each([
    ['a day with a time', '2026-05-03 18:00'],
    ['a time without a day', '6.10pm'],
    ['midnight in UTC, which is eight in the morning', '2026-05-03T00:00:00Z'],
    ['the number of a day with a time', '46145.75'],
  ])('has times of call-outs if one of its cells has %s', async (_, cell) => {
    expect(roleOf(await reported('2026-05-01', '2026-05-02', '2026-05-03', cell), 'Reported')).toBe('reported');
  });
});

const heads = 'site,date,time,title,reported,arrived,left';
const times = (row: string) => readFile(csv(heads, `Selasih Park,${row}`));

describe('the times of a row', () => {
  it.each([
    [
      'clock times',
      '25/3/2026,,T,8.10am,9.12am,10.30am',
      '2026-03-25 08:10 | 2026-03-25 09:12 | 2026-03-25 10:30 of 2026-03-25 09:12',
    ],
    [
      'a time and no arrival',
      '2026-05-03,09:12,T,08:10,,10:30',
      '2026-05-03 08:10 | - | 2026-05-03 10:30 of 2026-05-03 09:12',
    ],
    ['the same time twice', '2026-05-03,09:12,T,,9.12am,', '- | 2026-05-03 09:12 | - of 2026-05-03 09:12'],
    [
      'whole moments',
      '2026-05-03,,T,2026-04-30 18:00,2026-05-03 09:12,2026-05-03 10:30',
      '2026-04-30 18:00 | 2026-05-03 09:12 | 2026-05-03 10:30 of 2026-05-03 09:12',
    ],
    [
      'moments of tasks',
      '2026-05-03,,T,2026-05-03T08:10:00+08:00,2026-05-03T09:12:00+08:00,2026-05-03T10:30:00+08:00',
      '2026-05-03 08:10 | 2026-05-03 09:12 | 2026-05-03 10:30 of 2026-05-03 09:12',
    ],
    [
      'a day that an export writes as midnight in another zone',
      '2026-05-02T16:00:00.000Z,09:12,T,08:10,,10:30',
      '2026-05-03 08:10 | - | 2026-05-03 10:30 of 2026-05-03 09:12',
    ],
    [
      'a date in another zone that says the same time',
      '2026-05-02T23:10:00Z,7.10am,T,,7.10am,',
      '- | 2026-05-03 07:10 | - of 2026-05-03 07:10',
    ],
    [
      'moments of another zone',
      '2026-05-03,,T,2026-05-02T23:10:00Z,2026-05-03T01:12:00Z,',
      '2026-05-03 07:10 | 2026-05-03 09:12 | - of 2026-05-03 09:12',
    ],
    [
      'no date, but an arrival with its day',
      ',,T,08:10,2026-05-03 09:12,10:30',
      '2026-05-03 08:10 | 2026-05-03 09:12 | 2026-05-03 10:30 of 2026-05-03 09:12',
    ],
    ['words for nothing', '2026-05-03,,T,-,N/A,nil', '- | - | - of 2026-05-03 00:00'],
    [
      'parts of a day',
      '2026-05-03,,T,0.25,0.5,0.75',
      '2026-05-03 06:00 | 2026-05-03 12:00 | 2026-05-03 18:00 of 2026-05-03 12:00',
    ],
  ])('are read from %s', async (_, row, expected) => {
    const result = await times(row);
    expect(shortTimes(result)).toBe(expected);
    expect(remarks(result)).toEqual([]);
  });

  it.each([
    [
      'a report after the arrival is of the day before',
      '2026-05-03,,T,23:50,00:40,01:30',
      '2026-05-02 23:50 | 2026-05-03 00:40 | 2026-05-03 01:30 of 2026-05-03 00:40',
      ['It was reported at 23:50, and the arrival is at 00:40. The report is taken as of the day before, 2 May 2026.'],
    ],
    [
      'who left before he came left on the next day',
      '2026-05-03,,T,22:10,23:50,00:30',
      '2026-05-03 22:10 | 2026-05-03 23:50 | 2026-05-04 00:30 of 2026-05-03 23:50',
      ['The arrival is at 23:50, and the leaving at 00:30. The leaving is taken as of the next day, 4 May 2026.'],
    ],
    [
      'New Year',
      '2025-12-31,,T,23:10,23:50,00:30',
      '2025-12-31 23:10 | 2025-12-31 23:50 | 2026-01-01 00:30 of 2025-12-31 23:50',
      ['The arrival is at 23:50, and the leaving at 00:30. The leaving is taken as of the next day, 1 January 2026.'],
    ],
  ])('follow each other across midnight: %s', async (_, row, expected, remark) => {
    const result = await times(row);
    expect(shortTimes(result)).toBe(expected);
    expect(remarks(result)).toEqual(remark);
    expect(result.rows[0]?.repairs).toEqual([]);
  });

  const forms = 'Write it as 14:15, 2.15pm, 0930 or 下午2:15.';
  it.each<[string, string, string, string[]]>([
    [
      '2026-05-03,,T,2026-05-03 10:00,09:12,10:30',
      '- | 2026-05-03 09:12 | 2026-05-03 10:30 of 2026-05-03 09:12',
      'Reported: The report cannot be later than the arrival. Imported without this value.',
      ['reported', 'arrived', 'left'],
    ],
    [
      '2026-05-03,,T,,09:12,2026-05-03 08:00',
      '- | 2026-05-03 09:12 | - of 2026-05-03 09:12',
      'Left: Nobody leaves before he arrives. Imported without this value.',
      ['arrived', 'left'],
    ],
    [
      '2026-05-03,10:00,T,11:00,,09:00',
      '2026-05-03 11:00 | - | - of 2026-05-03 10:00',
      'Left: Nobody leaves before it is reported. Imported without this value.',
      ['reported', 'left'],
    ],
    [
      '2026-11-22,,T,,09:12,2026-11-24 09:00',
      '- | 2026-11-22 09:12 | - of 2026-11-22 09:12',
      'Left: This cannot be in the future. Today is 22 November 2026. Imported without this value.',
      ['arrived', 'left'],
    ],
    [
      '2026-05-03,,T,soon,09:12,',
      '- | 2026-05-03 09:12 | - of 2026-05-03 09:12',
      `Reported: “soon” is not a time. Imported without this value. ${forms}`,
      ['reported'],
    ],
    [
      '2026-05-03,,T,1926-05-03 08:00,09:12,',
      '- | 2026-05-03 09:12 | - of 2026-05-03 09:12',
      `Reported: “1926-05-03 08:00” is not a time. Imported without this value. ${forms}`,
      ['reported'],
    ],
    [
      '2026-05-03,,T,,09:12,#N/A',
      '- | 2026-05-03 09:12 | - of 2026-05-03 09:12',
      'left: “#N/A” is an error of the spreadsheet. Imported without this value.',
      ['left'],
    ],
  ])('are left out if they are wrong, and offered for repair: %s', async (row, expected, remark, repairs) => {
    const result = await times(row);
    expect(shortTimes(result)).toBe(expected);
    expect(remarks(result)).toEqual([remark]);
    expect(result.rows[0]?.repairs.toSorted()).toEqual(repairs.toSorted());
  });

  it('are empty if a cell has only the day', async () => {
    const result = await readFile(
      csv(heads, 'Selasih Park,2026-05-03,,T,,09:12,2026-05-03', 'Selasih Park,2026-05-04,,T,,09:12,2026-05-04 10:30'),
    );
    expect(remarks(result)).toEqual([`Left: “2026-05-03” is not a time. Imported without this value. ${forms}`]);
    expect(result.rows.map(({ visit }) => visit?.visit.left)).toEqual([undefined, '2026-05-04T10:30:00+08:00']);
  });

  const choose = 'Correct one of them, or choose that one of the columns is not used.';
  it.each<[string, string, string[]]>([
    ['2026-05-03,,T,,soon,', `Arrived: “soon” is not a time. Left out. ${forms}`, ['arrived']],
    ['2026-05-03,10:00,T,,09:12,', `Its time says 10:00, its arrival 09:12. Left out. ${choose}`, ['time', 'arrived']],
    ['2026-05-03 10:00,,T,,09:12,', `Its date says 10:00, its arrival 09:12. Left out. ${choose}`, ['date', 'arrived']],
    [
      '2026-05-03,,T,,2026-05-04 00:40,',
      `Its date says 3 May 2026, its arrival 4 May 2026. Left out. ${choose}`,
      ['date', 'arrived'],
    ],
  ])('exclude the row if they leave open when the visit was: %s', async (row, remark, fields) => {
    const result = await times(row);
    expect(remarks(result)).toEqual([remark]);
    expect(result.rows[0]?.defect).toMatchObject({ kind: 'time', fields });
  });

  it('are repaired in their cells', async () => {
    const file = csv(heads, 'Selasih Park,2026-05-03,,T,,09:12,soon');
    const result = await readFile(file, { choices: { cells: new Map([[2, { left: '10.30am' }]]) } });
    expect(shortTimes(result)).toBe('- | 2026-05-03 09:12 | 2026-05-03 10:30 of 2026-05-03 09:12');
    expect(result.rows[0]?.repairs).toEqual([]);
  });

  it('show the order of day and month, if they have days and the date column leaves it open', async () => {
    const file = csv(
      'site,date,title,Reported',
      'Selasih Park,5/3/2026,A,4/3/2026 18:00',
      'Selasih Park,6/3/2026,B,17/3/2026 9:00',
    );
    const result = await readFile(file);
    expect(result.questions).toEqual([]);
    expect(result.imported[0]).toMatch(/^Selasih Park 2026-03-05/u);
    // if the columns have two orders, that of the dates counts
    const otherOrder = await readFile(csv('site,date,title,Reported', 'Selasih Park,25/3/2026,A,3/24/2026 18:00'));
    expect(otherOrder.imported[0]).toMatch(/^Selasih Park 2026-03-25/u);
    expect(remarks(otherOrder)[0]).toMatch(/^Reported: “3\/24\/2026 18:00” is not a time\./u);
  });
});

const row = (by: string, follow: string) =>
  readFile(csv('site,date,title,by,follow', `Selasih Park,2026-05-03,T,"${by}","${follow}"`));

describe('names and recommendations', () => {
  it.each([
    [' Aziz  bin\u00A0Ali ', 'Aziz bin Ali'],
    ['Aziz\nWei Jie', 'Aziz, Wei Jie'],
    ['N/A', undefined],
  ])('the name %j is read', async (cell, by) => expect(visitOf(await row(cell, ''))?.by).toBe(by));

  it.each([
    ['Replace the spring\n\n- Order an arm\r\n', ['Replace the spring', '- Order an arm']],
    ["'=1+1", ['=1+1']],
    ['Tiada', null],
    ['无', null],
  ])('%j is recommended', async (cell, lines) => {
    const follow = visitOf(await row('', cell))?.follow;
    expect(follow ?? null).toEqual(lines && lines.map((text, index) => ({ line: index + 1, text })));
  });

  it('that are too long or too many are left out, and can be shortened in the table', async () => {
    const longText = 'x'.repeat(301);
    const result = await row('y'.repeat(121), [longText, 'A', 'B', 'C', 'D', 'E', 'F'].join('\n'));
    expect(visitOf(result)).not.toHaveProperty('by');
    expect(visitOf(result)?.follow).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((text, index) => ({ line: index + 1, text })),
    );
    expect(remarks(result)).toEqual([
      'The name of who came has 121 characters; 120 can be kept. Imported without this value.',
      `The recommendation “${'x'.repeat(60)}…” has 301 characters; 300 can be kept. Imported without it.`,
      'It has 6 recommendations; 5 can be kept. Imported with the first 5 of them.',
    ]);
    expect(result.rows[0]?.repairs).toEqual(['by', 'follow']);
  });
});
