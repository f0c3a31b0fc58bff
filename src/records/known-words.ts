import { withCapital } from '../lib/capitals.ts';
import type { LanguageCode } from '../lib/language/languages.ts';
import { currentLanguage, inEnglish, message, said, t, type Message } from '../lib/language/translate.ts';
import { failureTypeNames } from './fault/failure-type-names.ts';

// Shows stored words of a known set in the reader's language, whatever language they were typed in (`decisions §17`). The stored text does not
// change, and editors and the change log show it as it is. Words are compared in whole clauses, without case and blanks. If a clause of a text is
// not known, the whole text is shown as it is stored, because a half translated text could be misunderstood.

interface KnownWord {
  /** The word in the reader's language. @param amount the number in the stored text; empty for a word without a number */
  say: (amount: string) => string;
  /** The spellings in each language; `#` stands for a number. */
  forms: Readonly<Record<LanguageCode, readonly string[]>>;
}

type Forms = [en: readonly string[], ms: readonly string[], zh: readonly string[]];

/** A word without a number. @param english the label, whose English text is a form too */
function word(english: Message, ...[en, ms, zh]: Forms): KnownWord {
  return { say: () => said(english), forms: { en: [inEnglish(english), ...en], ms, zh } };
}

/** A word with one number. */
function counted(say: KnownWord['say'], ...[en, ms, zh]: Forms): KnownWord {
  return { say, forms: { en, ms, zh } };
}

/** Known words, by the `comparedForm` of each of their forms. */
export type KnownWords = ReadonlyMap<string, KnownWord>;

function knownWords(words: readonly KnownWord[]): KnownWords {
  return new Map(
    words.flatMap((known) =>
      Object.values(known.forms)
        .flat()
        .map((form) => [comparedForm(form), known]),
    ),
  );
}

function comparedForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/\s+/gu, '');
}

/** Matches a separator between clauses, but not the comma in `1,250`. */
const clauseEnd = /[,;]\s+|[，；、]/u;
const amountPattern = /\d+(?:[.,]\d+)*/u;

/** A text in the reader's language if all its clauses are known words; otherwise the stored text. */
export function shownWords(words: KnownWords, stored: string): string {
  const text = stored.trim();
  const clauses = text.split(clauseEnd).map((clause) => clauseIn(words, clause));
  const [first = null, ...others] = clauses;
  const shown = others.reduce(
    (clause, next) =>
      clause === null || next === null ? null : t('{clause}, {nextClause}', { clause, nextClause: next }),
    first,
  );
  const isInOwnLanguage = clauses.join('') === text.split(clauseEnd).join('');
  if (shown === null || isInOwnLanguage) return stored;
  return /^\p{Ll}/u.test(text) ? shown : withCapital(shown);
}

/** Whether two texts are forms of the same known word without a number, in any languages. */
export function isSameWord(words: KnownWords, text: string, other: string): boolean {
  const known = words.get(comparedForm(text));
  return known !== undefined && known === words.get(comparedForm(other));
}

/** A clause in the reader's language, unchanged if it is written in that language already; null when it is not known. */
function clauseIn(words: KnownWords, clause: string): string | null {
  const form = comparedForm(clause);
  const amount = amountPattern.exec(form)?.[0] ?? '';
  const formWithoutAmount = amount === '' ? form : form.replace(amount, '#');
  for (const candidate of [form, formWithoutAmount]) {
    const known = words.get(candidate);
    if (!known) continue;
    const ownForms = Object.entries(known.forms).find(([code]) => code === currentLanguage().code)?.[1] ?? [];
    return ownForms.some((written) => comparedForm(written) === candidate) ? clause : known.say(amount);
  }
  return null;
}

export const buildingTypes = knownWords([
  word(message('condominium'), ['condo'], ['kondominium', 'kondo'], ['公寓', '共管公寓']),
  word(message('apartment'), ['apartments'], ['pangsapuri', 'apartmen'], ['公寓楼']),
  word(
    message('serviced apartment'),
    ['serviced apartments', 'service apartment'],
    ['pangsapuri servis', 'pangsapuri khidmat', 'apartmen servis', 'pangsapuri perkhidmatan'],
    ['服务式公寓', '服务公寓'],
  ),
  word(message('residential'), ['residence'], ['kediaman'], ['住宅', '住宅区', '住家']),
  word(message('residential (MCST)'), [], ['kediaman (MCST)'], ['住宅（MCST）']),
  word(message('residential (JMB)'), [], ['kediaman (JMB)'], ['住宅（JMB）']),
  word(message('residential (MC)'), [], ['kediaman (MC)'], ['住宅（MC）']),
  word(message('commercial'), [], ['komersial'], ['商业']),
  word(message('commercial building'), [], ['bangunan komersial'], ['商业楼', '商业大楼']),
  word(message('office'), ['office building'], ['pejabat', 'bangunan pejabat'], ['办公楼']),
  word(message('office tower'), [], ['menara pejabat'], ['办公大楼']),
  word(
    message('landed community'),
    ['landed'],
    ['komuniti rumah bertanah', 'rumah bertanah'],
    ['有地住宅区', '有地住宅', '有地房产'],
  ),
  word(
    message('gated community'),
    ['gated and guarded'],
    ['komuniti berpagar', 'komuniti berpagar dan berpengawal', 'berpagar dan berpengawal'],
    ['围篱社区', '围篱与保安社区', '封闭式社区'],
  ),
  word(message('townhouse'), ['townhouses'], ['rumah bandar'], ['城市排屋', '城市屋', '联排别墅']),
  word(message('industrial park'), [], ['taman perindustrian', 'kawasan perindustrian'], ['工业园']),
  word(message('industrial'), [], ['perindustrian', 'industri'], ['工业']),
  word(message('factory'), [], ['kilang'], ['工厂']),
  word(message('warehouse'), [], ['gudang'], ['仓库']),
  word(
    message('shopping mall'),
    ['mall', 'shopping centre'],
    ['pusat beli-belah', 'pusat membeli-belah', 'kompleks beli-belah'],
    ['购物中心', '购物商场', '商场'],
  ),
  word(
    message('mixed development'),
    ['mixed use', 'mixed-use', 'mixed use development'],
    ['pembangunan bercampur', 'pembangunan campuran'],
    ['综合发展项目', '综合发展', '混合发展项目'],
  ),
  word(message('school'), [], ['sekolah'], ['学校']),
  word(message('hospital'), [], ['hospital'], ['医院']),
  word(message('hotel'), [], ['hotel'], ['酒店']),
  word(
    message('car park'),
    ['carpark', 'parking'],
    ['tempat letak kereta', 'tempat parkir', 'medan letak kereta'],
    ['停车场', '泊车场'],
  ),
]);

export const capacities = knownWords([
  counted(
    (amount) => t('{amount} vehicles', { amount }),
    ['# vehicles', '# vehicle', '# cars'],
    ['# kenderaan', '# buah kenderaan', '# kereta', '# buah kereta'],
    ['# 辆车', '# 辆', '# 车辆', '# 部车', '# 架车'],
  ),
  counted(
    (amount) => t('{amount} parking lots', { amount }),
    ['# parking lots', '# lots', '# parking bays', '# bays', '# car park lots'],
    ['# petak letak kereta', '# petak', '# tempat letak kereta', '# petak parkir', '# tempat parkir'],
    ['# 个车位', '# 车位', '# 个停车位', '# 停车位', '# 个泊车位', '# 泊车位'],
  ),
]);

export const maintenanceIntervals = knownWords([
  word(
    message('Weekly'),
    ['every week', 'once a week'],
    ['mingguan', 'setiap minggu', 'seminggu sekali', 'sekali seminggu'],
    ['每周', '每星期', '每周一次', '每星期一次'],
  ),
  word(
    message('Every 2 weeks'),
    ['every two weeks', 'fortnightly'],
    ['setiap 2 minggu', 'setiap dua minggu', 'dua minggu sekali'],
    ['每 2 周', '每两周', '两周一次', '每两周一次', '每两个星期', '每两个星期一次'],
  ),
  word(
    message('Monthly'),
    ['every month', 'once a month', 'once every month', 'every 1 month'],
    ['bulanan', 'setiap bulan', 'sebulan sekali', 'sekali sebulan'],
    ['每月', '每个月', '每月一次', '每月 1 次', '每个月一次', '一个月一次'],
  ),
  word(
    message('Every 2 months'),
    ['every two months', 'once every 2 months', 'once every two months'],
    ['setiap 2 bulan', 'setiap dua bulan', 'dua bulan sekali', '2 bulan sekali'],
    ['每 2 个月', '每两个月', '每两个月一次', '每 2 个月一次', '两个月一次', '2 个月一次', '隔月'],
  ),
  word(
    message('Quarterly'),
    ['every quarter', 'once a quarter'],
    ['suku tahunan', 'setiap suku tahun', 'suku tahun sekali', 'setiap tiga bulan', 'tiga bulan sekali'],
    ['每季度', '每季', '每季度一次', '每季一次', '每三个月', '每三个月一次', '三个月一次'],
  ),
  counted(
    (amount) => t('Every {amount} months', { amount }),
    ['every # months', 'once every # months'],
    ['setiap # bulan', '# bulan sekali'],
    ['每 # 个月', '每 # 个月一次', '# 个月一次'],
  ),
  word(
    message('Half-yearly'),
    ['half yearly', 'half-yearly', 'semi-annually', 'semi-annual'],
    [
      'setengah tahunan',
      'separuh tahunan',
      'setengah tahun sekali',
      'setiap enam bulan',
      'enam bulan sekali',
      'dua kali setahun',
    ],
    ['每半年', '每半年一次', '半年一次', '每六个月', '每六个月一次'],
  ),
  word(
    message('Yearly'),
    ['annually', 'annual', 'every year', 'once a year'],
    ['tahunan', 'setiap tahun', 'setahun sekali', 'sekali setahun'],
    ['每年', '每年一次', '每年 1 次', '一年一次'],
  ),
  counted(
    (amount) => t('{amount} times a year', { amount }),
    ['# times a year', '# times per year', '#x a year'],
    ['# kali setahun'],
    ['每年 # 次', '一年 # 次'],
  ),
  word(
    message('On request'),
    ['on demand', 'upon request', 'ad hoc'],
    ['atas permintaan', 'mengikut permintaan', 'apabila diminta'],
    ['按要求', '按需', '应要求'],
  ),
]);

const hoursIn = (amount: string) => Number(amount.replace(',', '.'));

export const emergencyPromises = knownWords([
  word(
    message('Unlimited'),
    [],
    ['tanpa had', 'tidak terhad', 'tiada had'],
    ['不限次数', '无限次', '次数不限', '不限'],
  ),
  word(message('Included'), [], ['termasuk'], ['已包括', '包括在内', '包括', '已包含']),
  word(message('Not included'), ['excluded'], ['tidak termasuk'], ['不包括', '不包括在内', '不包含']),
  word(
    message('Next working day'),
    [],
    ['hari bekerja berikutnya', 'hari bekerja seterusnya'],
    ['下一个工作日', '次个工作日', '隔个工作日'],
  ),
  word(message('Same day'), [], ['hari yang sama'], ['当天', '当日', '即日']),
  word(message('24 hours a day'), ['24 hours', '24/7'], ['24 jam', '24 jam sehari'], ['24 小时', '全天 24 小时']),
  counted(
    (amount) => t('{amount} per year', { amount }),
    ['# per year', '# a year', '# times a year', '# times per year', '# calls a year', '# calls per year'],
    ['# kali setahun', '# setahun', '# panggilan setahun'],
    ['每年 # 次'],
  ),
  counted(
    (amount) => t('within {hours, plural, one {# hour} other {# hours}}', { hours: hoursIn(amount) }),
    ['within # hours', 'within # hour', 'within # hrs'],
    ['dalam masa # jam', 'dalam # jam', 'dalam tempoh # jam'],
    ['# 小时内', '# 小时内到场', '# 小时内到达', '# 个小时内', '# 小时以内'],
  ),
]);

/** The roles of contacts at a site. */
export const contactRoles = knownWords([
  word(
    message('Managing agent'),
    ['management agent'],
    ['ejen pengurusan', 'ejen pengurus'],
    ['管理代理', '管理代理公司', '物业管理公司'],
  ),
  word(
    message('Building manager'),
    ['property manager'],
    ['pengurus bangunan', 'pengurus hartanah', 'pengurus harta'],
    ['物业经理', '大厦经理', '大楼经理', '管理处经理'],
  ),
  word(
    message('Condo manager'),
    ['condominium manager'],
    ['pengurus kondominium', 'pengurus kondo'],
    ['公寓经理', '共管公寓经理'],
  ),
  word(message('Site supervisor'), ['supervisor'], ['penyelia tapak', 'penyelia'], ['现场主管', '主管']),
  word(
    message('Security'),
    ['guards', 'guard house', 'guardhouse'],
    ['pengawal keselamatan', 'keselamatan', 'pondok pengawal', 'pengawal', 'jaga'],
    ['保安', '保安亭', '保安员', '保安部'],
  ),
  word(
    message('Committee member'),
    ['committee'],
    ['ahli jawatankuasa pengurusan', 'ahli jawatankuasa', 'jawatankuasa', 'AJK', 'ahli AJK'],
    ['管理委员会成员', '委员会成员', '管委会成员', '管委', '委员'],
  ),
  word(message('Building technician'), [], ['juruteknik bangunan'], ['大楼技术员', '大厦技术员']),
  word(
    message('Accounts'),
    ['accounts department'],
    ['bahagian akaun', 'akaun', 'jabatan akaun'],
    ['会计部', '会计', '财务部', '财务'],
  ),
]);

/** The usual failure types with their Malay and Chinese forms. */
export const failureTypes = knownWords([
  word(failureTypeNames.armJammed, [], ['lengan palang tersekat'], ['闸杆卡住']),
  word(failureTypeNames.springBroken, [], ['spring patah'], ['弹簧断裂']),
  word(failureTypeNames.motorHot, [], ['motor terlalu panas'], ['电机过热']),
  word(failureTypeNames.limitError, [], ['ralat had / kedudukan'], ['限位 / 位置错误']),
  word(failureTypeNames.loopFault, [], ['kerosakan pengesan gelung'], ['地感检测器故障']),
  word(failureTypeNames.photocellFault, [], ['kerosakan sel foto / keselamatan'], ['光电 / 安全装置故障']),
  word(failureTypeNames.readerFault, [], ['pembaca RFID tidak membaca'], ['RFID 读卡器无法读取']),
  word(failureTypeNames.tagFault, [], ['kerosakan tag RFID'], ['RFID 标签故障']),
  word(failureTypeNames.crossRead, [], ['bacaan silang lorong'], ['跨车道误读']),
  word(failureTypeNames.controllerOffline, [], ['pengawal luar talian'], ['控制器离线']),
  word(failureTypeNames.subcontrollerFault, [], ['kerosakan subpengawal / RS-485'], ['分控制器 / RS-485 故障']),
  word(failureTypeNames.serverFault, [], ['kerosakan pelayan / perisian'], ['服务器 / 软件故障']),
  word(failureTypeNames.networkFault, [], ['kerosakan rangkaian'], ['网络故障']),
  word(failureTypeNames.powerTrip, [], ['gangguan kuasa / terpelantik akibat pusuan'], ['电源 / 电涌跳闸']),
  word(failureTypeNames.water, [], ['kemasukan air'], ['进水']),
  word(failureTypeNames.armHit, [], ['lengan palang dilanggar kenderaan'], ['闸杆被车撞']),
  word(failureTypeNames.vandalism, [], ['vandalisme / salah guna'], ['人为破坏 / 误用']),
]);

/** The stored English texts of the usual failure types. */
export const knownFailureTypes: readonly string[] = Object.values(failureTypeNames).map(inEnglish);
