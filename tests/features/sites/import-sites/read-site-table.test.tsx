import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { otherSiteHeads, tableSubject } from '../../../../src/features/sites/import-sites/site-heads.ts';
import { languageCodes } from '../../../../src/lib/language/languages.ts';
import { said } from '../../../../src/lib/language/translate.ts';
import { headForm } from '../../../../src/records/import/visit-columns.ts';
import { siteColumns } from '../../../../src/records/site/site-columns.ts';
import { gbk, utf16le } from '../../../records/import/table-bytes.ts';
import { switchLanguage } from '../../../support/speak-in.ts';
import { readSites, siteCsv } from './table-of-sites.ts';

afterEach(() => switchLanguage('en'));
/** The bytes of an Excel workbook. */
const workbook = (...sheets: WriteSheet[]) => writeXlsx({ sheets });

describe('the columns of a table of sites', () => {
  it.each([
    ['Property Name', 'name'],
    ['CUSTOMER', 'name'],
    ['Nama Tapak', 'name'],
    ['项目名称', 'name'],
    ['Full name', 'sitename'],
    ['Site Address', 'address'],
    ['Alamat penuh', 'address'],
    ['地址', 'address'],
    ['System Status', 'status'],
    ['状态', 'status'],
    ['Type of building', 'building_type'],
    ['Jenis Bangunan', 'building_type'],
    ['物业类型', 'building_type'],
    ['Car park capacity', 'capacity'],
    ['No. of lots', 'capacity'],
    ['Bil. Petak', 'capacity'],
    ['车位数量', 'capacity'],
    ['No. of Barriers', 'gate_numbers'],
    ['Bilangan palang', 'gate_numbers'],
    ['道闸数量', 'gate_numbers'],
    ['RFID readers', 'rfid_unit'],
    ['Bilangan pembaca', 'rfid_unit'],
    ['读卡器数量', 'rfid_unit'],
    ['Building Manager', 'jmb_name'],
    ['Pengurus bangunan', 'jmb_name'],
    ['物业经理', 'jmb_name'],
    ['Contract Expiry', 'contract_until'],
    ['Tarikh tamat', 'contract_until'],
    ['合约到期日', 'contract_until'],
    ['PM Frequency', 'preventive_maintenance'],
    ['Kekerapan servis', 'preventive_maintenance'],
    ['保养频率', 'preventive_maintenance'],
    ['Visit interval (months)', 'visit_every_months'],
    ['Selang lawatan', 'visit_every_months'],
    ['上门间隔', 'visit_every_months'],
    ['Call-outs', 'emergency_visit'],
    ['Panggilan kecemasan', 'emergency_visit'],
    ['紧急服务', 'emergency_visit'],
    ['SLA (hours)', 'response_hours'],
    ['Masa tindak balas', 'response_hours'],
    ['响应时间', 'response_hours'],
    ['No. of emergency calls', 'emergency_calls_a_year'],
    ['Panggilan setahun', 'emergency_calls_a_year'],
    ['每年紧急次数', 'emergency_calls_a_year'],
    ['Contact No.', 'person_in_charge'],
    ['Tel #', 'person_in_charge'],
    ['No. Telefon', 'person_in_charge'],
    ['联系电话', 'person_in_charge'],
  ] as const)('%s is %s', async (head, field) => {
    const name = field === 'name' ? [] : ['Name'];
    const { roles } = await readSites(siteCsv([head, ...name].join(','), ['1', ...name.map(() => 'Park')].join(',')));
    expect(roles.get(0)).toBe(field);
  });

  it('are recognised by the labels of the portal in every language, whatever the reader’s', async () => {
    for (const code of languageCodes()) {
      switchLanguage(code);
      const labels = siteColumns.map(({ label }) => said(label));
      switchLanguage('en');
      const { roles, unused } = await readSites(
        siteCsv(labels.join(','), labels.map((_, index) => String(index)).join(',')),
      );
      expect([code, unused]).toEqual([code, []]);
      expect([code, Array.from(roles).toSorted(([a], [b]) => a - b)]).toEqual([
        code,
        siteColumns.map(({ column }, index) => [index, column]),
      ]);
    }
  });

  it('are recognised by at least five other heads each', () => {
    expect(
      siteColumns.filter(({ column }) => (otherSiteHeads[column] ?? []).length < 5).map(({ column }) => column),
    ).toEqual([]);
    const heads = Object.values(otherSiteHeads).flat();
    expect(heads.filter((head) => headForm(head) !== head)).toEqual([]);
  });

  it('use *Site Name* for the name only if no other column is the name', async () => {
    const alone = await readSites(siteCsv('Site Name,Address', 'Park,1 Road'));
    expect(alone.typed).toEqual([{ name: 'Park', address: '1 Road' }]);
    const both = await readSites(siteCsv('Site Name,Name', 'Residensi Park,Park'));
    expect(both.typed).toEqual([{ name: 'Park', sitename: 'Residensi Park' }]);
  });

  it('identify the sites by a column with distinct values', async () => {
    const rows = ['Meridian,Bukit Damai', 'Meridian,Taman Sari', 'Apex,Villa Indah'];
    for (const head of ['Location', 'Site name', 'Property']) {
      const { typed } = await readSites(siteCsv(`Customer,${head}`, ...rows));
      expect(typed.map(({ name }) => name)).toEqual(['Bukit Damai', 'Taman Sari', 'Villa Indah']);
    }
    const { typed } = await readSites(siteCsv('Customer,Location', 'Meridian,Puchong', 'Apex,Puchong'));
    expect(typed.map(({ name }) => name)).toEqual(['Meridian', 'Apex']);
  });

  it('tell a contact’s name from a number by the cells', async () => {
    const { typed } = await readSites(siteCsv('Site,Contact person,Contact', 'Park,Mr Tan,012-345 6789'));
    expect(typed).toEqual([{ name: 'Park', jmb_name: 'Mr Tan', person_in_charge: '012-345 6789' }]);
  });

  it('without a role are named, and a person can give them one: two columns of an address are joined', async () => {
    const file = siteCsv('Site,Address,Postcode,Remarks', 'Park,1 Road,50480,Near the school');
    expect((await readSites(file)).unused).toEqual(['Postcode', 'Remarks']);
    const chosen = await readSites(file, {
      choices: {
        roles: new Map([
          [2, 'address'],
          [3, 'emergency_visit'],
        ]),
      },
    });
    expect(chosen.typed).toEqual([{ name: 'Park', address: '1 Road, 50480', emergency_visit: 'Near the school' }]);
  });

  it('that are hidden in the workbook are used only if a person chooses them', async () => {
    const file = await workbook({
      name: 'Sites',
      columns: [
        { header: 'Site', key: 'site' },
        { header: 'Address', key: 'address', hidden: true },
      ],
      data: [{ site: 'Park', address: '1 Road' }],
    });
    expect((await readSites(file)).typed).toEqual([{ name: 'Park' }]);
    expect((await readSites(file, { choices: { roles: new Map([[1, 'address']]) } })).typed).toEqual([
      { name: 'Park', address: '1 Road' },
    ]);
  });
});

describe('the content of a table', () => {
  it.each([
    ['sites', 'Name,Address,Contract end,Tel', 'sites'],
    ['visits', 'Site,Date,Time,Title,Text', 'visits'],
    ['neither', 'Item,Price', null],
    ['too little', 'Site,Status', null],
  ])('is recognized by its heads: %s', (_, heads, subject) => {
    expect(tableSubject([heads.split(','), ['a', 'b']])).toBe(subject);
  });
});

describe('the rows', () => {
  it('are found below titles, groups of heads and blank lines, as offices write them', async () => {
    const { heading, typed, skipped } = await readSites(
      siteCsv(
        'LIST OF CUSTOMERS 2026,,,',
        'Prepared by: Aminah,,,',
        ',,,',
        'Site,,Contact,',
        'Site Name,Address,PIC,Tel',
        'Park,"1 Road',
        '50480 KL",Mr Tan,03-2345 6789',
        ',,,',
        'North,,,',
        'Site Name,Address,PIC,Tel',
        'Kayangan,2 Road,Ms Lim,012-345 6789',
        'Total,2,,',
      ),
    );
    expect(heading).toBe(5);
    expect(typed.slice(0, 1)).toEqual([
      { name: 'Park', address: '1 Road\n50480 KL', jmb_name: 'Mr Tan', person_in_charge: '03-2345 6789' },
    ]);
    expect(typed.map(({ name }) => name)).toEqual(['Park', 'North', 'Kayangan']);
    expect(skipped).toEqual(['row 9: It repeats the names of the columns.', 'row 11: It is a row of totals.']);
  });

  it.each([
    ['a byte order mark and semicolons', siteCsv('\u{FEFF}Nama;Alamat;No. Telefon', 'Park;1, Jalan;0123456789')],
    ['tabs in UTF-16', utf16le('\u{FEFF}Name\tAddress\tTel\r\nPark\t1, Jalan\t0123456789')],
    ['GBK', gbk('名称,地址,电话\r\nPark,"1, Jalan",0123456789')],
    ['a line that names the separator', siteCsv('sep=|', 'Site|Address|Phone', 'Park|1, Jalan|0123456789')],
  ])('are read in %s', async (_, bytes) => {
    expect((await readSites(bytes)).typed).toEqual([
      { name: 'Park', address: '1, Jalan', person_in_charge: '0123456789' },
    ]);
  });

  it('of an Excel workbook keep the dates and numbers as Excel stores them', async () => {
    const { typed, problems } = await readSites(
      await workbook({
        name: 'Sheet1',
        rows: [
          ['Customer list', null, null, null, null, null],
          ['Site', 'Contract end', 'Tel', 'Capacity', 'Visit every', 'Response (min)'],
          ['Park', new Date(Date.UTC(2027, 11, 31)), 123456789, 1250, 3, 90],
          ['Kayangan', '46752', 60123456789, '800 lots', 12, '2 jam'],
        ],
      }),
    );
    expect(typed).toEqual([
      {
        name: 'Park',
        contract_until: '2027-12-31',
        person_in_charge: '123456789',
        capacity: '1250',
        visit_every_months: '3',
        response_hours: '90 min',
      },
      {
        name: 'Kayangan',
        contract_until: '2027-12-31',
        person_in_charge: '60123456789',
        capacity: '800 lots',
        visit_every_months: '12',
        response_hours: '2 jam',
      },
    ]);
    expect(problems).toEqual([]);
  });

  it('of several sheets with the same columns are one table', async () => {
    const heads = ['Site', 'Address'];
    const { typed, rows, found } = await readSites(
      await workbook(
        { name: 'North', rows: [heads, ['Park', '1 Road']] },
        {
          name: 'South',
          rows: [
            ['Address', 'Site'],
            ['2 Road', 'Kayangan'],
          ],
        },
        { name: 'Notes', rows: [['Remember the tags']] },
      ),
      { how: { sheet: 'all' } },
    );
    expect(found.matchingSheets).toEqual([0, 1]);
    expect(typed).toEqual([
      { name: 'Park', address: '1 Road' },
      { name: 'Kayangan', address: '2 Road' },
    ]);
    expect(rows.map(({ row }) => row)).toEqual(['North, row 2', 'South, row 2']);
  });
});

/** The value of the cell below a head, or its problem. */
const readCell = async (head: string, cell: string) => {
  const { typed, problems } = await readSites(siteCsv(`Name,${head}`, `Park,"${cell}"`));
  const { name: _, ...others } = typed[0] ?? {};
  return problems[0] ?? Object.values(others)[0];
};

describe('a cell', () => {
  it.each([
    ['Contract end', '31/12/2027', '31/12/2027'],
    ['Contract end', 'Dec 2027', 'Dec 2027'],
    ['Contract end', 'hingga 31 Disember 2027', 'hingga 31 Disember 2027'],
    ['Contract end', '2027年12月31日', '2027年12月31日'],
    ['Status', 'Online', true],
    ['Status', 'rosak', false],
    ['Status', '在线', true],
    ['Status', 'No', false],
    ['Tel', '+65 8123 4567', '+65 8123 4567'],
    ['Visit every (months)', '3', '3'],
    ['SLA (days)', '2', '2 days'],
    ['SLA', '30 min', '30 min'],
    ['Capacity', '1,250 vehicles', '1,250 vehicles'],
    ['Building type', 'Condominium\nand shops', 'Condominium, and shops'],
    ['Address', '-', undefined],
    ['Address', 'N/A', undefined],
    ['Address', '无', undefined],
  ])('under *%s* with the text %s is read as %s', async (head, cell, value) => {
    expect(await readCell(head, cell)).toBe(value);
  });

  it.each([
    ['Contract end', 'open', 'contract_until: Not a date'],
    ['Contract end', '31/12/1927', 'contract_until: The year must be between 2000 and 2099'],
    ['Status', 'perhaps', 'status: This is neither online nor offline.'],
    ...['Active', 'INACTIVE', 'Tidak aktif', '停用'].map((cell) => [
      'Status',
      cell,
      'status: This may be about the contract. Say whether the system is online or offline, or leave it empty.',
    ]),
    ['Tel', '8123 4567', 'person_in_charge: Is this a number of Malaysia or of Singapore? Choose below.'],
    ['Tel', 'Mr Tan 012-345 6789', 'person_in_charge: Use digits only, for example 012-345 6789.'],
    ['Tel', '6.01E+10', 'person_in_charge: Person In-charge: “6.01E+10” is a number that lost its digits.'],
    ['Visit every (months)', '18', 'visit_every_months: Use a whole number from 1 to 12.'],
    ['SLA', '1000', 'response_hours: Use hours from 0.25 to 720, such as 3, 1.5 or 30 min.'],
    ['Emergency calls per year', 'unlimited', 'emergency_calls_a_year: Use a whole number from 1 to 366.'],
    ['Capacity', '-5', 'capacity: Use a whole number, 0 or more.'],
    ['Address', '#REF!', 'address: Address: “#REF!” is an error of the spreadsheet.'],
    ['JMB', 'x'.repeat(130), 'jmb_name: Use at most 120 characters. These are 130, 10 too many.'],
  ])('under *%s* with the text %s needs a decision', async (head, cell, problem) => {
    expect(await readCell(head, cell)).toBe(`row 2 ${problem}`);
  });

  it('with a date whose month is first decides for its whole column, and is read as a day', async () => {
    const file = siteCsv('Site,Contract end', 'A,12/31/2027', 'B,01/02/2028', 'C,06/30/2027', 'D,11/28/2027');
    const { typed, order } = await readSites(file);
    expect(order).toBe('month-first');
    expect(typed.map(({ contract_until: end }) => end)).toEqual([
      '2027-12-31',
      '2028-01-02',
      '2027-06-30',
      '2027-11-28',
    ]);
  });

  it('with an ambiguous date is read day first, unless a person chooses otherwise', async () => {
    const file = siteCsv('Site,Contract end', 'A,01/02/2028');
    const { typed, notation } = await readSites(file);
    expect([typed, notation.example?.days]).toEqual([
      [{ name: 'A', contract_until: '01/02/2028' }],
      { 'day-first': '1 February 2028', 'month-first': '2 January 2028' },
    ]);
    const chosen = await readSites(file, { choices: { order: 'month-first' } });
    expect(chosen.typed).toEqual([{ name: 'A', contract_until: '2028-01-02' }]);
  });

  it('with a problem can be repaired, emptied, or imported as it is written', async () => {
    const file = siteCsv('Site,Contract end,Tel', ',open,8123 4567');
    expect((await readSites(file)).problems.map((problem) => problem.split(':')[0])).toEqual([
      'row 2 name',
      'row 2 contract_until',
      'row 2 person_in_charge',
    ]);
    const { typed, problems } = await readSites(file, {
      choices: {
        cells: new Map([[2, { name: 'Park', person_in_charge: '' }]]),
        accepted: new Set(['2 contract_until open']),
      },
    });
    expect([typed, problems]).toEqual([[{ name: 'Park', contract_until: 'open' }], []]);
  });
});
