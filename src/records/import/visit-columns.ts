import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { clockNotationOf, isMidnight, readClock } from '../../lib/calendar/read-clock.ts';
import { clockBehind, writtenDate } from '../../lib/calendar/written-date.ts';
import { message, t } from '../../lib/language/translate.ts';
import { isTimeMember, listMembers, textMembers, timeMembers, type TextMember } from '../task/optional-members.ts';

/** The roles of the columns in a table of visits: the head in the template, and the label on the screen. */
export const visitColumns = [
  { value: 'site', label: message('Site') },
  { value: 'date', label: message('Date') },
  { value: 'year', label: message('Year') },
  { value: 'month', label: message('Month') },
  { value: 'day', label: message('Day') },
  { value: 'time', label: message('Time') },
  { value: 'title', label: message('Title') },
  { value: 'text', label: message('Text') },
  { value: 'kind', label: message('Kind') },
  { value: 'photos', label: message('Photos') },
  { value: 'pdf', label: message('PDF') },
  { value: 'showing', label: message('Shown') },
  { value: 'reference', label: textMembers.ref.label },
  { value: 'by', label: textMembers.by.label },
  { value: 'reported', label: timeMembers.reported.label },
  { value: 'arrived', label: timeMembers.arrived.label },
  { value: 'left', label: timeMembers.left.label },
  { value: 'follow', label: listMembers.follow.label },
] as const;

export type VisitColumn = (typeof visitColumns)[number]['value'];

/** The column role of a text member. */
export function columnOfMember(member: TextMember): VisitColumn {
  return member === 'ref' ? 'reference' : member;
}

/** Whether a column has a call-out time. */
const hasTimes = (column: VisitColumn | null) => column !== null && isTimeMember(column);

/** The columns of a date that is split into three columns. */
export const datePartColumns = ['year', 'month', 'day'] as const;

/** Whether a column is one of the three columns of a split date. */
export const isDatePart = (column: VisitColumn | null) => datePartColumns.some((part) => part === column);

/** The roles that several columns may have; their cells are joined. */
const repeatableColumns: ReadonlySet<VisitColumn> = new Set(['text', 'photos']);

/** The roles of columns with file names. In an export of the portal, these columns have counts or *yes* and *no* instead of names. */
const fileNameColumns: ReadonlySet<VisitColumn> = new Set(['photos', 'pdf']);

/** The known heads of each role in the form of `headForm`, the likeliest first. */
const headForms: Readonly<Record<VisitColumn, readonly string[]>> = {
  site: headList(
    'site, site name, name of site, name, building, building name, condo, condominium, condo name, property, property name, project, project name, premises, customer, customer name, client, client name, location',
    'tapak, nama tapak, bangunan, nama bangunan, kondominium, projek, pelanggan, lokasi',
    '站点, 站点名称, 小区, 小区名称, 楼盘, 大厦, 项目, 项目名称, 公寓, 客户, 客户名称, 地点',
    '站點, 站點名稱, 小區, 小區名稱, 屋苑, 樓盤, 大廈, 項目, 項目名稱, 公寓, 客戶, 客戶名稱, 地點',
  ),
  date: headList(
    'date, visit date, date of visit, service date, date of service, date serviced, job date, work date, attendance date, date attended, date time, date and time, datetime, timestamp, when',
    'tarikh, tarikh lawatan, tarikh servis, tarikh kerja, tarikh dan masa, hari bulan',
    '日期, 访问日期, 维护日期, 保养日期, 服务日期, 维修日期, 检修日期, 上门日期, 日期时间, 日期和时间',
    '維護日期, 保養日期, 服務日期, 維修日期, 檢修日期, 上門日期, 日期時間, 日期和時間',
  ),
  year: headList('year, visit year, service year', 'tahun', '年, 年份, 年度'),
  month: headList('month, visit month, service month', 'bulan', '月, 月份'),
  day: headList('day, day of month, day of the month', 'hari, haribulan', '日, 号, 號, 日子'),
  time: headList(
    'time, visit time, time of visit, start time, time start, start',
    'masa, waktu, masa mula, masa lawatan',
    '时间, 开始时间, 上门时间, 时刻',
    '時間, 開始時間, 上門時間, 時刻',
  ),
  title: headList(
    'title, subject, summary, heading, headline, job title, job, work order title, issue, activity',
    'tajuk, perkara, ringkasan, isu, aktiviti',
    '标题, 主题, 题目, 摘要, 事项, 事由',
    '標題, 主題, 題目, 事項',
  ),
  text: headList(
    'text, tasks, task, description, details, work, works, work done, job done, service done, work performed, work carried out, job description, scope of work, report, action taken, action, findings, finding, remarks, remark, notes, note, comments, comment',
    'teks, keterangan, butiran, kerja, kerja dilakukan, kerja yang dilakukan, penerangan, laporan, tindakan, tindakan diambil, penemuan, catatan, ulasan, nota',
    '正文, 内容, 描述, 说明, 详情, 工作内容, 维护内容, 维修内容, 处理, 处理情况, 处理结果, 备注',
    '正文, 內容, 說明, 詳情, 工作內容, 維護內容, 維修內容, 處理, 處理情況, 處理結果, 備註',
  ),
  kind: headList(
    'kind, type, visit type, type of visit, job type, type of job, service type, type of service, work type, maintenance type, category',
    'jenis, jenis lawatan, jenis servis, jenis kerja, kategori',
    '类型, 类别, 种类, 服务类型, 工作类型, 维护类型',
    '類型, 類別, 種類, 服務類型, 工作類型, 維護類型',
  ),
  photos: headList('photos, photo, pictures, picture, images, image', 'gambar, foto', '照片, 图片, 相片, 圖片'),
  pdf: headList('pdf, report pdf, document, attachment', 'dokumen, lampiran', '文件, 附件, 报告文件, 報告文件'),
  showing: headList('showing, shown, visible', 'dipaparkan', '显示, 显示中, 是否显示, 顯示, 顯示中, 是否顯示'),
  reference: [
    ...headList('reference, ref, ticket, work order, wo, w o, rujukan, 编号, 单号, 編號, 單號'),
    ...headPairs(
      'reference, ref, job, job sheet, job card, job order, ticket, work order, wo, w o, report, service report, service order, case, call, docket, sr, s r',
      [' no', ' number', ' num', ' id', ' ref', ' reference', 'no'],
    ),
    ...['no ', 'nombor ', 'no'].flatMap((number) =>
      headList('rujukan, kerja, tiket, laporan, laporan servis, arahan kerja, pesanan kerja, aduan').map(
        (noun) => number + noun,
      ),
    ),
    ...headPairs(
      '工单, 工作单, 维修单, 报修单, 报修, 保养单, 服务单, 派工单, 任务单, 单据, 参考, 报告, 工單, 工作單, 維修單, 報修單, 報修, 保養單, 服務單, 派工單, 任務單, 單據, 參考, 報告',
      ['号', '编号', '号码', '號', '編號', '號碼'],
    ),
  ],
  by: headList(
    'by, who came, technician, technicians, technician name, name of technician, technician in charge, engineer, engineer name, service engineer, attending technician, serviceman, service personnel, service by, serviced by, attended by, done by, performed by, carried out by, repaired by, visited by',
    'siapa yang datang, juruteknik, nama juruteknik, juruteknik bertugas, jurutera, mekanik, dihadiri oleh, diservis oleh, dibuat oleh, dilakukan oleh, dibaiki oleh, dikendalikan oleh',
    '到场人员, 技术员, 技术员姓名, 技术人员, 维修人员, 维修员, 维修师傅, 师傅, 服务人员, 上门人员, 工程师, 维护人员, 保养人员',
    '到場人員, 技術員, 技術員姓名, 技術人員, 維修人員, 維修員, 維修師傅, 師傅, 服務人員, 上門人員, 工程師, 維護人員, 保養人員',
  ),
  reported: headList(
    'reported, reported at, reported on, time reported, reported time, report time, time of report, date time reported, reported date time, call time, time of call, called at, call received, time call received, call received at, time received, complaint time, time of complaint',
    'dilaporkan, dilaporkan pada, masa lapor, masa laporan, masa dilaporkan, waktu lapor, masa aduan, masa panggilan, masa terima aduan',
    '报修, 报修时间, 报修日期时间, 报障时间, 来电时间, 接报时间, 投诉时间, 通知时间',
    '報修, 報修時間, 報修日期時間, 報障時間, 來電時間, 接報時間, 投訴時間, 通知時間',
  ),
  arrived: headList(
    'arrived, arrived at, time arrived, arrival, arrival time, time of arrival, time in, timein, check in, check in time, checkin, checked in, on site time, time attended, attended at',
    'tiba, tiba pada, masa tiba, waktu tiba, masa ketibaan, masa sampai, masa masuk, waktu masuk',
    '到场, 到场时间, 到达, 到达时间, 抵达时间, 签到时间, 进场时间',
    '到場, 到場時間, 到達, 到達時間, 抵達時間, 簽到時間, 進場時間',
  ),
  left: headList(
    'left, left at, time left, time out, timeout, departed, departure, departure time, time of departure, leaving time, time of leaving, check out, check out time, checkout, checked out',
    'pulang, masa pulang, waktu pulang, masa keluar, waktu keluar, masa balik, masa beredar',
    '离场, 离场时间, 离开, 离开时间, 离去时间, 签退时间, 退场时间',
    '離場, 離場時間, 離開, 離開時間, 離去時間, 簽退時間, 退場時間',
  ),
  follow: headList(
    'follow, follow up, follow ups, followup, follow up action, follow up actions, recommendation, recommendations, recommended action, recommended actions, recommended work, suggestion, suggestions, further action, further actions, next action',
    'tindakan susulan, susulan, cadangan, saranan, syor, tindakan lanjut, tindakan lanjutan, tindakan yang disyorkan',
    '后续建议, 后续, 建议, 建议措施, 维修建议, 后续措施, 后续跟进, 跟进, 跟进事项',
    '後續建議, 後續, 建議, 建議措施, 維修建議, 後續措施, 後續跟進, 跟進, 跟進事項',
  ),
};

/** All combinations of a name and an ending. */
function headPairs(names: string, endings: readonly string[]): string[] {
  return endings.flatMap((ending) => headList(names).map((name) => name + ending));
}

/** The heads in lists whose items are separated by a comma and a blank. */
export function headList(...lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(', '));
}

/** The form in which heads are compared: `Time-In *` and `TIME IN (24h)` become `time in`. */
export function headForm(head: string): string {
  return plainWords(wordsOfHead(head));
}

const wordsOfHead = (head: string) => comparedForm(head).replaceAll(/\(.*?\)|[([].*$/gu, ' ');
const plainWords = (words: string) => words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** The same as `headForm`, but a final `#` becomes `no`: `Job #` is a job number, not the title of a job. */
const numberedForm = (head: string) => plainWords(wordsOfHead(head).replace(/#\s*$/u, ' no'));

function columnOfHead(head: string): { column: VisitColumn; rank: number } | null {
  for (const form of new Set([numberedForm(head), headForm(head)]))
    for (const { value: column } of visitColumns) {
      const rank = form === '' ? -1 : headForms[column].indexOf(form);
      if (rank !== -1) return { column, rank };
    }
  return null;
}

/** Counts the different roles whose known heads are in a row. */
export type CountHeads = (row: readonly string[]) => number;

/** Counts the heads of visits. */
export function knownHeads(row: readonly string[]): number {
  return new Set(row.flatMap((cell) => columnOfHead(cell)?.column ?? [])).size;
}

/** The row of heads is among this many rows, because a spreadsheet may have its title above. */
const headingDepth = 30;

/**
 * The index of the row with the heads: the first of the rows with the most known heads, or without any, the first filled row. -1 when that row
 * has a date and so is a visit, which means that there are no heads.
 * @param countHeads counts the known heads in a row, for the kind of records in the file; visits by default
 */
export function headingRow(rows: readonly (readonly string[])[], countHeads: CountHeads = knownHeads): number {
  const counts = rows.slice(0, headingDepth).map((row) => countHeads(row));
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  const first = rows.findIndex((row) => row.some((cell) => cell !== ''));
  return rows[first]?.some((cell) => writtenDate(cell) !== null) ? -1 : Math.max(0, first);
}

/** A column of the file. */
export interface FileColumn {
  /** Its index in every row. */
  index: number;
  /** Its head, or `Column F` without a head. */
  head: string;
  /** Its first three different cells that are not empty. */
  samples: readonly string[];
  /** Whether its workbook hides it. */
  isHidden: boolean;
}

/** The columns of a file that are not completely empty. */
export function fileColumns(
  rows: readonly (readonly string[])[],
  heading: number,
  hidden: ReadonlySet<number> = new Set(),
): FileColumn[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const below = rows.slice(heading + 1);
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const head = (rows[heading]?.[index] ?? '').replaceAll(/\s+/gu, ' ').trim();
    const samples = firstFilled(below, index, 3);
    return head === '' && samples.length === 0
      ? []
      : [
          {
            index,
            head: head || t('Column {letters}', { letters: columnLetters(index) }),
            samples,
            isHidden: hidden.has(index),
          },
        ];
  });
}

function firstFilled(rows: readonly (readonly string[])[], index: number, limit: number): string[] {
  const cells: string[] = [];
  for (const row of rows) {
    const cell = row[index] ?? '';
    if (cell !== '' && !cells.includes(cell)) cells.push(cell);
    if (cells.length === limit) break;
  }
  return cells;
}

/** `A` to `Z`, then `AA`, as spreadsheets name their columns. */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`;
}

/** The role of each column of the file, by index; a column without an entry is not used. */
export type ColumnRoles = ReadonlyMap<number, VisitColumn>;

export interface FoundRoles {
  roles: ColumnRoles;
  /** The indexes of the columns that could be the date; empty when a person has nothing to choose. */
  dates: readonly number[];
  /** The same for the time. */
  times: readonly number[];
}

/** The number of cells that are examined to find the content of a column. */
const probedCells = 60;

/** Match the heads of columns that may be the date or the time, if their cells fit. */
const dateWords = /date|tarikh|日期/u;
const timeWords = /\btime\b|masa|waktu|时间|時間|finish|\bend\b|\bout\b|depart/u;

/**
 * Finds the roles of the columns of a file by their heads and their cells. It never guesses which of several dates or times is that of the
 * visit: these columns have no role and are returned in `dates` and `times`. A hidden column gets a role only from a person.
 */
export function findRoles(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  isSite: (cell: string) => boolean,
): FoundRoles {
  const visibleColumns = columns.filter(({ isHidden }) => !isHidden);
  const candidates = visibleColumns.map(({ index, head }) => {
    const holds = contentOfColumn(rows, index, isSite);
    const named = columnOfHead(head);
    // a column named *Reported* may have days without times, which are not call-out times
    const isDay = named !== null && hasTimes(named.column) && hasOnlyDays(rows, index);
    return { index, form: headForm(head), ...(named && !isDay ? named : { column: null, rank: 0 }), holds };
  });
  // an empty column is a candidate only if all are empty
  const filled = (list: typeof candidates) => {
    const nonEmpty = list.filter(({ holds }) => holds !== 'nothing');
    return nonEmpty.length > 0 ? nonEmpty : list.slice(0, 1);
  };
  const dated = filled(
    candidates.filter(
      ({ column, holds, form }) =>
        column === 'date' ||
        (holds === 'dates' && (column === null || isDatePart(column) || dateWords.test(form)) && !hasTimes(column)),
    ),
  );
  const parts = datePartColumns.flatMap((part) =>
    filled(candidates.filter((candidate) => candidate.column === part && !dated.includes(candidate))),
  );
  // a day may be a day of the week (`others`); a split date takes precedence over dates without a head for the visit's date
  const hasParts =
    parts.length === datePartColumns.length &&
    parts.at(-1)?.holds !== 'others' &&
    !dated.some(({ column }) => column === 'date');
  // without another date, a column named as a time that contains dates is the date
  const dates = hasParts
    ? []
    : dated.length > 0
      ? dated
      : candidates.filter(({ column, holds }) => column === 'time' && holds === 'dates');
  // the arrival is the time of the visit, so beside it another column is the time only if its head says so
  const hasArrival = candidates.some(({ column, holds }) => column === 'arrived' && holds !== 'nothing');
  const times = filled(
    candidates.filter(
      (candidate) =>
        !dates.includes(candidate) &&
        !hasTimes(candidate.column) &&
        (candidate.column === 'time' || (!hasArrival && candidate.holds === 'times' && timeWords.test(candidate.form))),
    ),
  );
  const roles = new Map<number, VisitColumn>();
  if (dates.length === 1 && dates[0]) roles.set(dates[0].index, 'date');
  if (times.length === 1 && times[0]) roles.set(times[0].index, 'time');
  if (hasParts) for (const { index, column } of parts) if (column) roles.set(index, column);
  const others = candidates
    .filter((candidate) => !dates.includes(candidate) && !times.includes(candidate) && !isDatePart(candidate.column))
    .toSorted((a, b) => Number(a.holds === 'nothing') - Number(b.holds === 'nothing') || a.rank - b.rank);
  for (const { value } of visitColumns) {
    const columnsWithHead = others.filter(
      ({ column, holds }) => column === value && (!fileNameColumns.has(value) || holds !== 'counts'),
    );
    // of several columns with a site's head, the one whose cells are known sites
    const best = (value === 'site' && others.find(({ holds }) => holds === 'sites')) || columnsWithHead[0];
    const chosen = repeatableColumns.has(value)
      ? columnsWithHead.filter(({ holds }) => holds !== 'nothing' || columnsWithHead.length === 1)
      : [best];
    for (const candidate of chosen) if (candidate && !roles.has(candidate.index)) roles.set(candidate.index, value);
  }
  const ambiguousIndexes = (list: typeof candidates) => (list.length > 1 ? list.map(({ index }) => index) : []);
  return { roles, dates: ambiguousIndexes(dates), times: ambiguousIndexes(times) };
}

/** Whether a column has days, and no time of day. Midnight behind a day comes from an export and is none. */
function hasOnlyDays(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = firstFilled(rows, index, probedCells);
  const notation = clockNotationOf(cells);
  const hasClock = (cell: string) => {
    const written = writtenDate(cell);
    const clock = written ? clockBehind(written) : readClock(cell, notation);
    return clock !== null && clock !== undefined && !isMidnight(clock);
  };
  return cells.some((cell) => writtenDate(cell) !== null) && !cells.some(hasClock);
}

/** The content of most cells of a column. */
function contentOfColumn(
  rows: readonly (readonly string[])[],
  index: number,
  isSite: (cell: string) => boolean,
): 'dates' | 'times' | 'sites' | 'counts' | 'days' | 'nothing' | 'others' {
  const cells = firstFilled(rows, index, probedCells);
  if (cells.length === 0) return 'nothing';
  const notation = clockNotationOf(cells);
  const share = (test: (cell: string) => boolean) => cells.filter((cell) => test(cell)).length / cells.length;
  // a plain number is not counted as a date or a time, because it may be anything
  if (share((cell) => writtenDate(cell) !== null && !/^\d+$/u.test(cell)) > 0.6) return 'dates';
  if (share((cell) => readClock(cell, notation) !== null && !/^\d+$/u.test(cell)) > 0.6) return 'times';
  if (share((cell) => /^(?:\d+|yes|no)$/iu.test(cell)) === 1) return 'counts';
  if (share((cell) => /^\d{1,2}(?: ?[日号號]|st|nd|rd|th)$/iu.test(cell)) > 0.6) return 'days';
  return share(isSite) > 0.5 ? 'sites' : 'others';
}

/** The roles after a column was given a role, or none. A column that had this role before loses it, unless several columns may have the role. */
export function withRole(roles: ColumnRoles, index: number, column: VisitColumn | null): ColumnRoles {
  const next = new Map(
    [...roles].filter(
      ([other, role]) => other !== index && (column === null || repeatableColumns.has(column) || role !== column),
    ),
  );
  if (column !== null) next.set(index, column);
  return next;
}
