import type { StockPortal } from '../database/stock/portal.ts';

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const english = `gate motor checked arm reader loop tested cleaned spring relay replaced controller barrier antenna photocell balance bolts
  flange torque gear power supply cable tag range lane entry exit guard reported vehicle stuck raised lowered alarm reset firmware updated
  configured card access visitor resident panel battery voltage measured within limit inspection quarterly emergency lightning surge trip
  breaker fuse bracket bent straightened painted greased noise bearing belt worn adjusted calibration calibrated server network switch port
  address camera intercom button emergency release manual handle hinge cover rust water leak sealed tightened installed removed tuned`;
const malay = `palang pintu motor diganti diperiksa pemeriksaan dibersihkan pembersihan lori pengawal kecemasan siap rosak kerosakan dibaiki pembaikan
  pagar masuk keluar kenderaan sensor gelung pembaca kad antena kabel bekalan kuasa terputus dipasang pemasangan dilaras pelarasan spring
  lemah tersekat dilanggar bengkok ditukar pertukaran panel kawalan suis bateri voltan normal penyelenggaraan bulanan minyak gris skru`;
const chinese =
  '道闸 臂杆 更换 天线 读卡器 控制板 电机 弹簧 检查 清洁 线圈 绝缘 测试 正常 主闸门 出口 入口 车辆 卡住 保安 报告 雷击 电源 跳闸 修复 调整 年度 保养 螺丝 松动'.split(
    ' ',
  );
const names = ['Tower', 'Park', 'Rise', 'Court', 'Villa', 'Heights', 'Residence', 'Menara'];
const kinds = ['preventive', 'preventive', 'emergency', 'other', null];
const months = ['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
const syllables = 'ba ke ri to mu sa ne lo pi du ga wi ra te no'.split(' ');

/** One of 54,000 made-up words, so that each is rare. */
const rareWord = (pick: (below: number) => number) =>
  Array.from({ length: 3 + pick(2) }, () => syllables[pick(syllables.length)]).join('');

/** A text of about 300 characters: 60% English, 25% Malay, 15% Chinese, with plates, telephone numbers and codes. */
function textOf(pick: (below: number) => number): string {
  const share = pick(100);
  const [list, between] =
    share < 60 ? [english.split(/\s+/u), ' '] : share < 85 ? [malay.split(/\s+/u), ' '] : [chinese, ''];
  const part = (count: number) =>
    // the first words of a list are frequent, the last rare
    Array.from({ length: count }, () => list[Math.floor((pick(1_000) * pick(1_000) * list.length) / 1_000_000)]).join(
      between,
    );
  // `search.ts` asks for a plate, a telephone number and a rare word of these
  const plate = ['WVB8813', 'wvb 8813', 'WVB-8813'][pick(3)];
  const facts = [
    pick(40) === 0 && plate,
    pick(4) === 0 && `JHR ${1_000 + pick(9_000)}`,
    pick(60) === 0 && '012-345 6000',
    pick(6) === 0 && `01${pick(9)}-${200 + pick(700)} ${1_000 + pick(9_000)}`,
    pick(5) === 0 && ['RS485', 'RS-485', '24 V', 'P1', 'E-17'][pick(5)],
    pick(3_000) === 0 && 'zirconium',
  ].filter(Boolean);
  return `${part(18)}. ${rareWord(pick)}, ${facts.join(', ')}. ${part(16)}; ${rareWord(pick)}.`;
}

/** Fills an empty portal with sites of this many visits each, in three languages; the older tenth says *legacy*. */
export async function fillWithLanguages(portal: StockPortal, sites: number, visits: number): Promise<void> {
  const owner = await portal.connect('postgres');
  const pick = numbers(7);
  for (let site = 1; site <= sites; site += 1) {
    const tasks = Array.from({ length: visits }, (_, index) => {
      // a visit every 42 hours until the end of October 2026
      const at = new Date(Date.UTC(2026, 9, 30, 9, (site * 7) % 60) - (visits - index) * 42 * 3_600_000);
      const kind = kinds[pick(kinds.length)];
      const text = textOf(pick);
      return {
        id: index + 1,
        time: `${at.toISOString().slice(0, 19)}+08:00`,
        year: String(at.getUTCFullYear()),
        month: months[at.getUTCMonth()],
        urls: [],
        pdf: '',
        title: text.split(' ').slice(0, 4).join(' ').slice(0, 60),
        tasks: index < visits / 10 ? `${text} legacy` : text,
        showing: index % 20 === 0 ? 'False' : 'True',
        ...(kind && { kind }),
      };
    });
    await owner.query('insert into public.maintable (name, tasks2024) values ($1, $2)', [
      `${names[site % names.length]} ${site}`,
      JSON.stringify(tasks),
    ]);
  }
  await owner.query('vacuum analyze');
}
