import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import { inEnglish, said } from '../../../lib/language/translate.ts';
import { headForm, headingRow, headList, knownHeads, type FileColumn } from '../../../records/import/visit-columns.ts';
import { siteColumns, type SiteField } from '../../../records/site/site-columns.ts';

// Finds the role of each column of a table of sites by its head. The label of a field of the site record is always a known head, in English
// and in the current language. A new field also needs a line here with the other heads that offices write.

/** The known heads besides the labels, in English, Malay and Chinese, the least ambiguous first; in the notation of `headForm`. */
export const otherSiteHeads: Readonly<Partial<Record<SiteField, readonly string[]>>> = {
  name: headList(
    'name, site, site name, name of site, site short name, property, property name, building, building name, project, project name, customer, customer name, client, client name, premises, location name, location',
    'nama, tapak, nama tapak, nama premis, premis, nama bangunan, bangunan, nama projek, projek, pelanggan, nama pelanggan, klien, lokasi',
    '名称, 站点, 站点名称, 地点, 地点名称, 项目, 项目名称, 楼盘, 物业, 物业名称, 客户, 客户名称, 名稱, 站點, 站點名稱, 地點, 項目名稱, 物業, 物業名稱, 客戶, 客戶名稱',
  ),
  sitename: headList(
    'site name, full name, full site name, official name, registered name, title, display name',
    'nama tapak, nama penuh, nama rasmi, nama berdaftar',
    '站点名称, 全称, 全名, 正式名称, 站點名稱, 全稱, 正式名稱',
  ),
  address: headList(
    'address, site address, full address, postal address, property address, addr',
    'alamat, alamat tapak, alamat penuh, alamat premis, alamat surat menyurat',
    '地址, 站点地址, 详细地址, 物业地址, 站點地址, 詳細地址',
  ),
  status: headList(
    'status, system status, site status, online, system, working',
    'status, status sistem, status tapak, sistem, dalam talian',
    '状态, 系统状态, 运行状态, 在线, 狀態, 系統狀態, 在線',
  ),
  building_type: headList(
    'building type, type of building, property type, type of property, site type, type, category',
    'jenis bangunan, jenis hartanah, jenis premis, jenis tapak, jenis, kategori',
    '建筑类型, 楼宇类型, 物业类型, 类型, 建築類型, 樓宇類型, 物業類型, 類型',
  ),
  capacity: headList(
    'capacity, car park capacity, carpark capacity, parking capacity, parking lots, car park lots, carpark lots, no of lots, number of lots, lots, parking bays, no of parking bays, number of parking bays, no of bays, bays, vehicles, no of vehicles',
    'kapasiti, kapasiti tempat letak kereta, kapasiti parkir, bilangan petak, bil petak, petak, bilangan kenderaan, jumlah petak',
    '容量, 车位, 车位数, 车位数量, 停车位, 停车位数, 停车容量, 车辆数, 車位, 車位數, 停車位, 車位數量',
  ),
  gate_numbers: headList(
    'gate numbers, gate number, gates, no of gates, number of gates, boom gates, no of boom gates, number of boom gates, barriers, barrier gates, no of barriers, number of barriers, no of barrier gates, lanes, no of lanes, number of lanes, equipment',
    'bilangan palang, bil palang, palang, jumlah palang, bilangan pagar, bilangan get, bilangan lorong, lorong, peralatan',
    '闸机数量, 道闸数量, 道闸, 道闸数, 闸口数量, 闸口, 闸门数量, 闸数, 车道数, 设备, 閘機數量, 道閘數量, 道閘, 閘口數量, 車道數, 設備',
  ),
  rfid_unit: headList(
    'rfid reader units, rfid readers, rfid reader, rfid units, rfid, readers, no of readers, number of readers, no of rfid readers, number of rfid readers, reader units',
    'unit pembaca rfid, pembaca rfid, bilangan pembaca, bil pembaca, bilangan pembaca rfid, pembaca',
    'rfid 读卡器数量, rfid 读卡器, 读卡器, 读卡器数量, rfid 读写器, rfid 讀卡器, 讀卡器, 讀卡器數量',
  ),
  jmb_name: headList(
    'jmb in charge, jmb, jmb name, mcst, mc, management, management office, manager, building manager, property manager, site manager, contact name, name of contact, contact person name, pic name, management contact, managing agent',
    'pegawai bertanggungjawab jmb, jmb, penanggung jawab jmb, pengurus, pengurus bangunan, pengurusan, pejabat pengurusan, nama pegawai, pegawai bertugas, nama pic, wakil jmb',
    'jmb 负责人, 管理处, 物业经理, 经理, 负责人姓名, 联系人姓名, 管理人, jmb 負責人, 管理處, 物業經理, 經理, 負責人姓名, 聯繫人姓名',
  ),
  contract_until: headList(
    'contract end date, contract end, contract ends, contract until, contract expiry, contract expiry date, contract expires, contract valid until, end of contract, expiry date, expiry, end date, contract to, amc expiry, amc end, amc end date, warranty and contract end, valid until, contract period',
    'tarikh tamat kontrak, kontrak tamat, tamat kontrak, kontrak hingga, tarikh luput kontrak, tarikh tamat, tarikh akhir kontrak, tempoh kontrak, sah hingga',
    '合同到期日, 合同结束日期, 合同到期, 合约到期日, 合约到期, 合同截止日期, 到期日, 到期日期, 截止日期, 合同期, 合約到期日, 合約到期, 合同結束日期',
  ),
  preventive_maintenance: headList(
    'preventive maintenance, pm, pm frequency, pm schedule, maintenance, maintenance frequency, maintenance schedule, maintenance interval, frequency of maintenance, service frequency, servicing frequency, frequency, ppm, ppm frequency',
    'penyelenggaraan pencegahan, kekerapan penyelenggaraan, jadual penyelenggaraan, penyelenggaraan, kekerapan servis, kekerapan',
    '预防性保养, 预防性维护, 维护频率, 保养频率, 保养周期, 维护周期, 定期保养, 保养, 維護頻率, 保養頻率, 保養週期, 定期保養',
  ),
  visit_every_months: headList(
    'visit every, visit every months, visit interval, visit interval months, interval, interval months, months between visits, service interval, every months, pm interval',
    'lawatan setiap, selang lawatan, selang bulan, lawatan setiap bulan, selang',
    '巡检间隔, 上门间隔, 每隔几个月, 间隔月数, 访问间隔, 巡檢間隔, 上門間隔, 間隔月數',
  ),
  emergency_visit: headList(
    'emergency visits, emergency visit, emergency, emergency calls, emergency service, emergency response, call outs, callouts, call out, breakdown calls, breakdown, ad hoc calls',
    'lawatan kecemasan, kecemasan, panggilan kecemasan, perkhidmatan kecemasan, panggilan kerosakan',
    '紧急上门, 紧急服务, 紧急维修, 应急服务, 抢修, 紧急召修, 緊急上門, 緊急服務, 緊急維修, 搶修',
  ),
  response_hours: headList(
    'response within, response hours, response time, response, sla, sla hours, response sla, time to respond, max response time, hours to respond',
    'tiba dalam masa, respons dalam, masa respons, masa tindak balas, tempoh respons, jam respons',
    '到场时限, 响应时间, 响应时限, 响应小时, 回应时间, 響應時間, 響應時限, 到場時限',
  ),
  emergency_calls_a_year: headList(
    'emergency calls a year, emergency calls per year, calls a year, calls per year, no of emergency calls, number of emergency calls, emergency visits per year, emergency visits a year, free calls, free call outs, calls included, callouts per year, call outs per year',
    'panggilan kecemasan setahun, panggilan setahun, bilangan panggilan kecemasan, lawatan kecemasan setahun',
    '每年紧急维修次数, 每年紧急召修次数, 每年紧急次数, 紧急次数, 每年上门次数, 每年召修次数, 每年緊急次數, 緊急次數',
  ),
  person_in_charge: headList(
    'person in charge, telephone, telephone no, telephone number, tel, tel no, phone, phone no, phone number, contact no, contact number, contact, mobile, mobile no, mobile number, handphone, hp, hp no, pic, pic no, pic contact, contact person, whatsapp',
    'telefon pegawai bertanggungjawab, orang yang bertanggungjawab, telefon, no telefon, nombor telefon, tel, no tel, hubungi, no untuk dihubungi, no hp, telefon bimbit, no pic, orang untuk dihubungi',
    '负责人, 负责人电话, 电话, 电话号码, 联系电话, 联系方式, 手机, 手机号, 联系人, 負責人, 電話, 電話號碼, 聯繫電話, 聯絡電話, 手機, 聯繫人, 聯絡人',
  ),
};

const headsOf = ({ column, label }: (typeof siteColumns)[number]): string[] =>
  [inEnglish(label), said(label)].map((text) => headForm(text)).concat(otherSiteHeads[column] ?? []);

/** The fields that several columns may have: the texts of these columns are joined. */
const joinedFields: ReadonlySet<SiteField> = new Set(['address']);
/** The fields whose heads may mean the name of a person or a telephone number. */
const contactFields: readonly SiteField[] = ['person_in_charge', 'jmb_name'];

interface PossibleField {
  field: SiteField;
  /** The position of the head in the list of the field: the smaller, the less ambiguous. */
  rank: number;
}

/** All fields of the site record that a head may mean, the most likely first. */
function fieldsOfHead(head: string): PossibleField[] {
  // a `#` at the end means *number*
  const form = headForm(head.replace(/#\s*$/u, ' no'));
  if (form === '') return [];
  return siteColumns
    .flatMap((column) => {
      const rank = headsOf(column).indexOf(form);
      return rank === -1 ? [] : [{ field: column.column, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

/** Counts the different fields of the site record that the cells of a row name. */
export function knownSiteHeads(row: readonly string[]): number {
  return new Set(row.flatMap((cell) => fieldsOfHead(cell)[0]?.field ?? [])).size;
}

/** The least number of known heads that decides between a table of visits and a table of sites. */
const minKnownHeads = 3;

/** Whether a table has visits or sites, judged by its heads; null if they do not decide. */
export function tableSubject(rows: readonly (readonly string[])[]): 'visits' | 'sites' | null {
  const headsIn = (countHeads: typeof knownHeads) => countHeads(rows[headingRow(rows, countHeads)] ?? []);
  const visits = headsIn(knownHeads);
  const sites = headsIn(knownSiteHeads);
  if (visits === sites || Math.max(visits, sites) < minKnownHeads) return null;
  return visits > sites ? 'visits' : 'sites';
}

/** The field of the site record that each column of the file has, by the index of the column. Other columns are not used. */
export type SiteRoles = ReadonlyMap<number, SiteField>;

/** Added to the rank of an empty column, so that it comes after all columns with cells. */
const emptyColumnRank = 1_000;

/**
 * Finds the roles of the columns of a file by their heads. A hidden column gets no role. If several columns have the head of a field, a
 * column with cells goes before an empty column. The column of the name should have another text in each row. A column such as *Contact*
 * may have names or telephone numbers; its cells decide.
 */
export function findSiteRoles(columns: readonly FileColumn[], rows: readonly (readonly string[])[]): SiteRoles {
  const candidates = columns
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ index, head, samples }) =>
      fieldsOfHead(head).map(({ field, rank }) => {
        const actualField = contactFields.includes(field) ? contactField(field, rows, index) : field;
        return { index, field: actualField, rank: rank + (samples.length === 0 ? emptyColumnRank : 0) };
      }),
    )
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index);
  const roles = new Map<number, SiteField>();
  const takenFields = new Set<SiteField>();
  const assign = (index: number, field: SiteField) => {
    if (roles.has(index) || (takenFields.has(field) && !joinedFields.has(field))) return;
    roles.set(index, field);
    takenFields.add(field);
  };
  const nameColumns = candidates.filter(({ field }) => field === 'name');
  const titleColumns = candidates.filter(({ field }) => field === 'sitename');
  const [firstNameColumn] = nameColumns;
  // the first column may name customers with several sites: then another column names the sites
  const nameColumn =
    firstNameColumn && repeatsNames(rows, firstNameColumn.index, columns)
      ? ([...nameColumns, ...titleColumns].find(({ index }) => isUnique(rows, index)) ?? firstNameColumn)
      : firstNameColumn;
  if (nameColumn) assign(nameColumn.index, 'name');
  for (const { index } of titleColumns) assign(index, 'sitename');
  // *Site Name* is the title beside *Name*, but the name if it is the only such column
  if (!takenFields.has('name') && titleColumns[0]) {
    roles.set(titleColumns[0].index, 'name');
    takenFields.add('name');
  }
  for (const { index, field } of candidates) if (field !== 'name' && field !== 'sitename') assign(index, field);
  return roles;
}

/** Heads of customers, who may have several sites. */
const customers = headList(
  'customer, customer name, client, client name',
  'pelanggan, nama pelanggan, klien',
  '客户, 客户名称, 客戶, 客戶名稱',
);
/** The largest share (0 to 1) of repeated cells in a column that names sites: a few rows may be in the file twice. */
const maxRepeatedShare = 0.1;

const filledCells = (rows: readonly (readonly string[])[], index: number) =>
  rows.map((row) => comparedForm(row[index] ?? '')).filter((cell) => cell !== '');

/** Whether a column seems to name something with several sites, such as customers, because its cells repeat. */
function repeatsNames(rows: readonly (readonly string[])[], index: number, columns: readonly FileColumn[]): boolean {
  const cells = filledCells(rows, index);
  const repeated = cells.length - new Set(cells).size;
  const isCustomer = customers.includes(headForm(columns.find((column) => column.index === index)?.head ?? ''));
  return isCustomer ? repeated > 0 : repeated > cells.length * maxRepeatedShare;
}

/** Whether a column is filled in more than half of the rows, with a different text in each. */
function isUnique(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = filledCells(rows, index);
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;
  return cells.length * 2 > filled && new Set(cells).size === cells.length;
}

/** How many cells of a column are read to distinguish names from numbers. */
const probedCells = 60;

/** Returns the field for telephone numbers or for names, whichever most cells have; the given field if neither. */
function contactField(field: SiteField, rows: readonly (readonly string[])[], index: number): SiteField {
  const cells = rows
    .map((row) => row[index] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, probedCells);
  const share = (test: (cell: string) => boolean) =>
    cells.filter((cell) => test(cell)).length / Math.max(1, cells.length);
  if (share(hasNumber) > 0.5) return 'person_in_charge';
  return share((cell) => /\p{L}{2}/u.test(cell) && !hasNumber(cell)) > 0.5 ? 'jmb_name' : field;
}

/** Whether a cell has at least six digits in a row, apart from blanks, dashes, dots and brackets, as a telephone number has. */
const hasNumber = (cell: string) => /\d{6}/u.test(cell.normalize('NFKC').replaceAll(/[\s\-.()]/gu, ''));

/** Gives a column another role, or none for null. Another column with that role loses it, unless the field joins several columns. */
export function withSiteRole(roles: SiteRoles, index: number, field: SiteField | null): SiteRoles {
  const next = new Map(
    [...roles].filter(
      ([other, role]) => other !== index && (field === null || joinedFields.has(field) || role !== field),
    ),
  );
  if (field !== null) next.set(index, field);
  return next;
}
