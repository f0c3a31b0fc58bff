import { describe, expect, it } from 'vitest';
import { big5, gbk, readFile, utf16be, utf16le, utf8, windows1252 } from './table-bytes.ts';

// Files as people and spreadsheets write them. Each is read completely, or the import reports what is left out.

type Made = [name: string, file: Uint8Array, expected: object];

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');
const heads = 'site,date,time,title,text,kind';
const comma = { encoding: 'utf-8', separator: ',' };
const bom = '\u{FEFF}';

/** Files that the portal once read wrongly, or not at all. */
const misreadFiles: Made[] = [
  [
    'of a Chinese Excel',
    gbk(lines(heads, 'Kingfisher Rise,2025-08-11,10:05,栅栏维修,更换弹簧，检测地感线圈，一切正常。,other')),
    {
      encoding: 'gb18030',
      separator: ',',
      imported: ['Kingfisher Rise 2025-08-11 10:05 other | 栅栏维修 | 更换弹簧，检测地感线圈，一切正常。'],
    },
  ],
  [
    'with a no-break space in a name',
    utf8(lines(heads, 'Kingfisher\u00A0Rise,2025-08-15,10:05,Nbsp,Name pasted from a web page.,other')),
    { ...comma, imported: ['Kingfisher Rise 2025-08-15 10:05 other | Nbsp | Name pasted from a web page.'] },
  ],
  [
    'with a line that names the separator',
    utf8(
      lines('sep=;', heads.replaceAll(',', ';'), 'Kingfisher Rise;2025-08-13;10:05;Sep line;Saved for Excel.;other'),
    ),
    {
      encoding: 'utf-8',
      separator: ';',
      heading: 1,
      imported: ['Kingfisher Rise 2025-08-13 10:05 other | Sep line | Saved for Excel.'],
    },
  ],
  [
    'with short years, numbers of dates and dots in times',
    utf8(
      lines(
        heads,
        'Kingfisher Rise,17-Mar-25,10:05,Excel short,Typed 17 Mar 2025 in Excel.,other',
        'Kingfisher Rise,18/3/25,10:05,Short two,dd/mm/yy.,other',
        'Kingfisher Rise,45733,10:05,Serial,General format.,other',
        'Kingfisher Rise,2025-03-19,10.05,Dot time,Dot.,other',
        'Kingfisher Rise,2025-03-20,3.05PM,Dot pm,Dot.,other',
      ),
    ),
    {
      ...comma,
      notation: { order: 'day-first', epoch: 1900 },
      imported: [
        'Kingfisher Rise 2025-03-17 10:05 other | Excel short | Typed 17 Mar 2025 in Excel.',
        'Kingfisher Rise 2025-03-18 10:05 other | Short two | dd/mm/yy.',
        'Kingfisher Rise 2025-03-17 10:05 other | Serial | General format.',
        'Kingfisher Rise 2025-03-19 10:05 other | Dot time | Dot.',
        'Kingfisher Rise 2025-03-20 15:05 other | Dot pm | Dot.',
      ],
    },
  ],
  [
    'with the month first',
    utf8(
      lines(
        heads,
        'Kingfisher Rise,12/31/2025,10:05,Year end check,All lanes tested.,preventive',
        'Kingfisher Rise,12/01/2025,10:05,December check,Loops tested.,preventive',
        'Kingfisher Rise,11/02/2025,09:00,November check,Readers tested.,preventive',
        'Kingfisher Rise,10/13/2025,09:00,October check,Arms tested.,preventive',
      ),
    ),
    {
      ...comma,
      notation: { order: 'month-first' },
      imported: [
        'Kingfisher Rise 2025-12-31 10:05 preventive | Year end check | All lanes tested.',
        'Kingfisher Rise 2025-12-01 10:05 preventive | December check | Loops tested.',
        'Kingfisher Rise 2025-11-02 09:00 preventive | November check | Readers tested.',
        'Kingfisher Rise 2025-10-13 09:00 preventive | October check | Arms tested.',
      ],
    },
  ],
];

const english = 'Site Name,Date,Time In,Type,Title,Remarks';
const monthly = 'Selasih Park 2025-03-17 14:15 preventive | Monthly check | Loops tested.';

/** Files by the known rules of each program and language. */
const programs: Made[] = [
  [
    'Excel in French, few letters with accents',
    windows1252(lines(english, 'Selasih Park,17/3/2025,14:15,PM (monthly),Révision,Détecteurs vérifiés à Montréal.')),
    {
      encoding: 'windows-1252',
      imported: ['Selasih Park 2025-03-17 14:15 preventive | Révision | Détecteurs vérifiés à Montréal.'],
    },
  ],
  [
    'a system that cut a character of UTF-8',
    new Uint8Array([
      ...utf8(lines(english, 'Selasih Park,17/3/2025,14:15,PM,检查，更换弹簧，一切正常。')),
      ...utf8('Selasih Park,18/3/2025,14:15,PM,检查，更换弹簧，'),
      0xe6,
    ]),
    { encoding: 'utf-8', lost: 1 },
  ],
  [
    'Excel in English (Singapore)',
    windows1252(lines(english, 'Selasih Park,17/3/2025,2:15 PM,PM,Monthly check,“Loops” tested – all fine.')),
    {
      encoding: 'windows-1252',
      separator: ',',
      imported: ['Selasih Park 2025-03-17 14:15 preventive | Monthly check | “Loops” tested – all fine.'],
    },
  ],
  [
    'Excel in English (United States), CSV UTF-8',
    utf8(bom + lines(english, 'Selasih Park,3/17/2025,2:15 PM,PM,Monthly check,Loops tested.')),
    { ...comma, notation: { order: 'month-first' }, imported: [monthly] },
  ],
  [
    'Excel, Unicode text',
    utf16le(
      bom + lines(english.replaceAll(',', '\t'), 'Selasih Park\t17/3/2025\t14:15\tPM\tMonthly check\tLoops tested.'),
    ),
    { encoding: 'utf-16le', separator: '\t', imported: [monthly] },
  ],
  [
    'Excel in Chinese',
    gbk(lines('站点,日期,时间,标题,内容,类型', 'Selasih Park,2025/3/17,14:15,月度保养,检测地感线圈。,保养')),
    {
      encoding: 'gb18030',
      separator: ',',
      imported: ['Selasih Park 2025-03-17 14:15 preventive | 月度保养 | 检测地感线圈。'],
    },
  ],
  [
    'Excel in Malay',
    windows1252(
      lines(
        'Nama Tapak,Tarikh,Masa,Jenis,Tajuk,Butiran',
        'Selasih Park,17/03/2025,2:15 PTG,Kecemasan,Palang rosak,Spring diganti.',
      ),
    ),
    {
      separator: ',',
      imported: ['Selasih Park 2025-03-17 14:15 emergency | Palang rosak | Spring diganti.'],
    },
  ],
  [
    'Excel with German settings',
    windows1252(lines(english.replaceAll(',', ';'), 'Selasih Park;17.03.2025;14:15;PM;Monthly check;Müller, Söhne')),
    {
      encoding: 'windows-1252',
      separator: ';',
      imported: ['Selasih Park 2025-03-17 14:15 preventive | Monthly check | Müller, Söhne'],
    },
  ],
  [
    'Excel with German settings and cells without a format',
    utf8(lines(english.replaceAll(',', ';'), 'Selasih Park;45733;0,59375;PM;Monthly check;Loops tested.')),
    { separator: ';', imported: [monthly] },
  ],
  [
    'Excel with date and time as one number',
    utf8(lines('Site,Date,Title,Text,Kind', 'Selasih Park,45733.59375,Monthly check,Loops tested.,PM')),
    { imported: [monthly] },
  ],
  [
    'an old Excel for Mac: numbers from 1904, CR alone',
    utf8(
      `${english}\rSelasih Park,44271,0.59375,PM,Monthly check,Loops tested.\rSelasih Park,43101,0.5,PM,January,Arms.\r`,
    ),
    {
      notation: { epoch: 1904 },
      imported: [monthly, 'Selasih Park 2022-01-02 12:00 preventive | January | Arms.'],
    },
  ],
  [
    'Excel with days of two digits and named months',
    utf8(lines(english, 'Selasih Park,17-Mar-25,14:15:00,PM,Monthly check,Loops tested.')),
    { imported: [monthly] },
  ],
  [
    'Numbers, with the name of its table',
    utf8(
      'Service log,,,,,\nSite,Date,Time,Kind,Title,Notes\nSelasih Park,17 Mar 2025,2:15 PM,PM,Monthly check,Loops tested.\n',
    ),
    { heading: 2, imported: [monthly] },
  ],
  [
    'Numbers, date and time in one cell',
    utf8('Site,Date,Kind,Title,Notes\nSelasih Park,"17/3/2025, 2:15 PM",PM,Monthly check,Loops tested.\n'),
    { imported: [monthly] },
  ],
  [
    'WPS in Chinese, dates and times in words',
    gbk(lines('小区,维护日期,到达时间,类型,事项,处理情况', 'Selasih Park,2025年3月17日,下午2:15,维护,月度检查,正常。')),
    { encoding: 'gb18030', imported: ['Selasih Park 2025-03-17 14:15 preventive | 月度检查 | 正常。'] },
  ],
  [
    'WPS, date and time in one cell, with its weekday',
    utf8(bom + lines('站点,日期时间,类型,标题,内容', 'Selasih Park,2025/3/17 星期一 14:15,其他,检查,正常。')),
    { imported: ['Selasih Park 2025-03-17 14:15 other | 检查 | 正常。'] },
  ],
  [
    'Excel in traditional Chinese',
    big5(
      lines(
        '大廈,日期,到達時間,類型,標題,處理情況',
        'Selasih Park,2025年3月17日,下午2:15,保養,月度檢查,檢測地感線圈。',
      ),
    ),
    {
      encoding: 'big5',
      alternative: null,
      imported: ['Selasih Park 2025-03-17 14:15 preventive | 月度檢查 | 檢測地感線圈。'],
    },
  ],
  [
    'Excel in Chinese, with one word of it that is a word in both encodings',
    big5(lines('Site,Date,Title,備註', 'Selasih Park,17/3/2025,Monthly check,Loops tested.')),
    { encoding: 'gb18030', alternative: 'big5' },
  ],
  [
    'Excel in English (Singapore), degrees',
    windows1252(lines(english, 'Selasih Park,17/3/2025,14:15,PM,Monthly check,Motor at 48°C.')),
    {
      encoding: 'windows-1252',
      alternative: null,
      imported: ['Selasih Park 2025-03-17 14:15 preventive | Monthly check | Motor at 48°C.'],
    },
  ],
  [
    'a database, cells parted by bars',
    utf8(lines(english.replaceAll(',', '|'), 'Selasih Park|17/3/2025|14:15|PM|Monthly check|Loops tested.')),
    { separator: '|', imported: [monthly] },
  ],
  [
    'an Excel that says bars in its first line',
    utf8(lines('sep=|', english.replaceAll(',', '|'), 'Selasih Park|17/3/2025|14:15|PM|Monthly check|Loops tested.')),
    { separator: '|', heading: 1, imported: [monthly] },
  ],
  [
    'the date in three columns',
    utf8(
      lines(
        'Site,Year,Month,Day,Time,Kind,Title,Text',
        'Selasih Park,2025,3,17,14:15,PM,Monthly check,Loops tested.',
        'Selasih Park,25,March,17,15:15,PM,By name,Loops tested.',
        'Selasih Park,2025,2,30,14:15,PM,No such day,Loops tested.',
        'Selasih Park,2025,,17,14:15,PM,No month,Loops tested.',
        'Selasih Park,,,,14:15,PM,Nothing,Loops tested.',
      ),
    ),
    {
      imported: [monthly, 'Selasih Park 2025-03-17 15:15 preventive | By name | Loops tested.'],
      leftOut: ['row 4: “2025-2-30” is not a date.', 'row 5: “2025 ? 17” is not a date.', 'row 6: It has no date.'],
    },
  ],
  [
    'the date in three columns, in Malay',
    utf8(
      lines(
        'Tapak,Hari,Bulan,Tahun,Masa,Jenis,Tajuk,Butiran',
        'Selasih Park,17,Mac,2025,14:15,PM,Monthly check,Loops tested.',
      ),
    ),
    { imported: [monthly] },
  ],
  [
    'the date in three columns, in Chinese',
    utf8(
      lines(
        '小区,年,月,日,时间,类型,标题,内容',
        'Selasih Park,2025年,3月,17日,14:15,保养,Monthly check,Loops tested.',
        'Selasih Park,2025,四月,1号,14:15,保养,April,Loops tested.',
      ),
    ),
    { imported: [monthly, 'Selasih Park 2025-04-01 14:15 preventive | April | Loops tested.'] },
  ],
  [
    'a date, and the month that it is filed under',
    utf8(
      lines(`${english},Year,Month,Day`, 'Selasih Park,17/3/2025,14:15,PM,Monthly check,Loops tested.,2024,5,Monday'),
    ),
    { imported: [monthly] },
  ],
  [
    'the date in three columns, beside a date of something else',
    utf8(
      lines(
        'Site,Year,Month,Day,Next visit date,Time,Kind,Title,Text',
        'Selasih Park,2025,March,17th,17/4/2025,14:15,PM,Monthly check,Loops tested.',
      ),
    ),
    { imported: [monthly] },
  ],
  [
    'whole dates under Day',
    utf8(lines('Site,Day,Time,Kind,Title,Text', 'Selasih Park,17/3/2025,14:15,PM,Monthly check,Loops tested.')),
    { imported: [monthly] },
  ],
  [
    'LibreOffice, all text quoted, a line break in a cell',
    utf8(
      '"Site","Date","Time","Kind","Title","Text"\n"Selasih Park",2025-03-17,14:15:00,"PM","Monthly check","Loops tested.\nArms ""fine""."\n',
    ),
    { imported: ['Selasih Park 2025-03-17 14:15 preventive | Monthly check | Loops tested.\nArms "fine".'] },
  ],
  [
    'LibreOffice in English (United States)',
    utf8('Site,Date,Time,Kind,Title,Text\nSelasih Park,03/17/25,02:15 PM,PM,Monthly check,Loops tested.\n'),
    { notation: { order: 'month-first' }, imported: [monthly] },
  ],
  [
    'LibreOffice, UTF-16 without a mark',
    utf16le('Site;Date;Time;Kind;Title;Text\nSelasih Park;17.03.25;14.15;PM;Monthly check;Loops tested.\n'),
    { encoding: 'utf-16le', separator: ';', imported: [monthly] },
  ],
  [
    'UTF-16, big-endian',
    utf16be(bom + lines(english, 'Selasih Park,17/3/2025,14:15,PM,Monthly check,Loops tested.')),
    { encoding: 'utf-16be', imported: [monthly] },
  ],
  [
    'a form of Google, one timestamp',
    utf8(
      'Timestamp,Building,Job type,Subject,Work done\n3/17/2025 14:15:09,Selasih Park,PM,Monthly check,Loops tested.\n',
    ),
    { notation: { order: 'month-first' }, imported: [monthly] },
  ],
  [
    'a system that writes ISO in UTC',
    utf8('site,date,kind,title,text\nSelasih Park,2025-03-17T06:15:00.000Z,preventive,Monthly check,Loops tested.\n'),
    { notation: { dependsOnOrder: false }, imported: [monthly] },
  ],
  [
    'people who type: Malay months, wide digits, four digits of time, a name of the record',
    utf8(
      lines(
        english,
        'Residensi  Selasih Park,17 Mac 2025,2:15 petang,PM,Monthly check,Loops tested.',
        'selasih park,２０２５／３／１７,０８３０,Breakdown,Arm hit,Arm replaced.',
        'Selasih Park,Isnin 17 Mac 25,1945 hrs,Others,Reader,Cable.',
      ),
    ),
    {
      imported: [
        monthly,
        'Selasih Park 2025-03-17 08:30 emergency | Arm hit | Arm replaced.',
        'Selasih Park 2025-03-17 19:45 other | Reader | Cable.',
      ],
    },
  ],
  [
    'a report with a title, totals, heads on every page and empty columns',
    utf8(
      lines(
        'SERVICE RECORD 2025,,,,,,,',
        ',,,,,,,',
        `No.,${english},`,
        '1,Selasih Park,17/3/2025,14:15,PM,Monthly check,Loops tested.,',
        `No.,${english},`,
        ',,,,,,,',
        '2,Kingfisher Rise,18/3/2025,,PM,Check,Arms tested.,',
        ',Total,2,,,,,',
        'Prepared by: Office,,,,,,,',
      ),
    ),
    {
      heading: 3,
      imported: [monthly, 'Kingfisher Rise 2025-03-18 no time preventive | Check | Arms tested.'],
      leftOut: [
        'row 5: It repeats the names of the columns.',
        'row 8: It is a row of totals.',
        'row 9: It has only “Prepared by: Office”.',
      ],
    },
  ],
];

describe('a file', () => {
  it.each([...misreadFiles, ...programs])(
    'is read completely, or says what is left out: %s',
    async (_, file, expected) => {
      const reading = await readFile(file);
      expect(reading).toMatchObject({
        leftOut: [],
        questions: [],
        ...expected,
      });
    },
  );
});
