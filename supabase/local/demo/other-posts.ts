import { siteStamp } from '../../../src/records/time.ts';
import type { DemoData, DemoSite, DemoTask } from './demo-data.ts';

/*
 * The source of the demo has visits to the first posts of each site only. The visits to the other posts are added here, every quarter on
 * the day after the first post's visit. Their months have a visit of the agreed kind anyway, so they do not fulfil additional periods.
 */

interface OtherPosts {
  names: readonly string[];
  /** The short names of the posts in texts. */
  short: readonly string[];
  loops: readonly string[];
  months: readonly string[];
  /** In English, Malay and Chinese. */
  notes: readonly (readonly [string, string, string])[];
}

const otherPostsBySite: Record<number, OtherPosts> = {
  1: {
    names: ['P3 Visitor Lane', 'P4 Basement B1'],
    short: ['P3', 'P4'],
    loops: ['L3', 'L4'],
    months: ['02', '05', '08', '11'],
    notes: [
      [
        'Vent filter of the P3 drive changed: it carries most visitors at noon.',
        'Penapis udara pemacu P3 ditukar: ia paling sibuk pada waktu tengah hari.',
        '已更换 P3 驱动电机的通风滤网：该车道中午访客最多。',
      ],
      [
        'P4: dust blown off the basement controller, network plug secured.',
        'P4: habuk pada pengawal basemen dibersihkan, palam rangkaian diketatkan.',
        'P4：已清除地下层控制器的灰尘，并固定网线插头。',
      ],
      [
        'P3: release key tried with the guard, intercom and sign in order.',
        'P3: kunci lepas diuji bersama pengawal, interkom dan papan tanda baik.',
        'P3：与保安一起试用手动释放钥匙，对讲机与标牌正常。',
      ],
      [
        'P4: floor marking renewed in front of the loop, drain at the ramp clear.',
        'P4: tanda lantai di hadapan gelung dicat semula, longkang di tanjakan bersih.',
        'P4：已重画线圈前的地面标线，坡道排水口畅通。',
      ],
    ],
  },
  2: {
    names: ['Post 2 Visitor', 'Post 3 Service Lane'],
    short: ['Post 2', 'Post 3'],
    loops: ['L2', 'L3'],
    months: ['01', '04', '07', '10'],
    notes: [
      [
        'Post 3: hinge of the cabinet door greased, lock replaced by the management.',
        'Post 3: engsel pintu kabinet digris, kunci ditukar oleh pihak pengurusan.',
        'Post 3：已为机箱门铰链上油，管理处已换锁。',
      ],
      [
        'Post 2: visitor button and lamp tested with the guard house.',
        'Post 2: butang pelawat dan lampu diuji bersama pondok pengawal.',
        'Post 2：与保安亭一起测试访客按钮与指示灯。',
      ],
      [
        'Post 3: arm wiped, reflective tape renewed on one side.',
        'Post 3: palang dilap, pita pemantul diganti di sebelah sisi.',
        'Post 3：已清洁杆臂，单侧更换反光贴。',
      ],
    ],
  },
  3: {
    names: ['Tower B Ramp'],
    short: ['Tower B'],
    loops: ['L2'],
    months: ['01', '05', '07', '11'],
    notes: [
      [
        'RS-485 terminals tightened, converter answers at once.',
        'Terminal RS-485 diketatkan, penukar menjawab serta-merta.',
        '已拧紧 RS-485 端子，转换器立即响应。',
      ],
      [
        'Drain at the foot of the ramp clear, cabinet seal dry.',
        'Longkang di kaki tanjakan bersih, kedap kabinet kering.',
        '坡道底部排水口畅通，机箱密封条干燥。',
      ],
      [
        'Surge module of the data line healthy, event log read out.',
        'Modul lonjakan talian data baik, log kejadian dibaca.',
        '数据线防雷模块正常，已导出事件记录。',
      ],
    ],
  },
};

const titles = [
  { prefix: 'Quarterly preventive maintenance, ', and: ' and ' },
  { prefix: 'Penyelenggaraan suku tahunan, ', and: ' dan ' },
  { prefix: '季度例行保养：', and: '、' },
] as const;

/** An invented figure in a range, which depends on the visit and the post. */
const between = (least: number, range: number, visit: number, post: number): number =>
  least + ((visit * 7 + post * 13) % range);

const oneDecimal = (tenths: number): string => (tenths / 10).toFixed(1);

function workText({ short, loops, notes }: OtherPosts, visit: number, language: number): string {
  const note = notes[visit % notes.length]?.[language] ?? '';
  const perPost = short.map((post, index) => {
    const seconds = oneDecimal(between(29, 6, visit, index));
    const loop = loops[index] ?? 'L2';
    const inductance = between(121, 58, visit, index);
    const distance = oneDecimal(between(52, 19, visit, index));
    return [
      `${post}: 10 cycles, ${seconds} s average, loop ${loop}: ${inductance} uH, test tag read at ${distance} m.`,
      `${post}: 10 kitaran, purata ${seconds} s, gelung ${loop}: ${inductance} uH, tag ujian dibaca pada ${distance} m.`,
      `${post}：开闭 10 次，平均 ${seconds} 秒，地感线圈 ${loop}：${inductance} uH，测试标签读取距离 ${distance} 米。`,
    ][language];
  });
  const intro = [
    'Arm bolts re-torqued, spring balance holds at 45 degrees, safety reversal confirmed.',
    'Bolt palang diketatkan semula, imbangan spring kekal pada 45 darjah, fungsi keselamatan disahkan.',
    '重新紧固杆臂螺栓，45 度弹簧平衡可停留，防砸功能正常。',
  ][language];
  return [intro, ...perPost, note].join(language === 2 ? '' : ' ');
}

/** A little later on the next day. */
const dayAfter = (time: string): string => siteStamp(new Date(Date.parse(time) + (24 * 60 + 68) * 60_000));

/** The quarterly visits to those posts of a site that have no visits in the source, in order, with new ids. */
function visitsToOtherPosts(site: DemoSite): DemoTask[] {
  const other = otherPostsBySite[site.id];
  if (!other) return [];
  const highest = Math.max(...site.tasks2024.map(({ id }) => id));
  const mainVisits = site.tasks2024.filter(
    ({ title, time }) =>
      /preventive maintenance|Penyelenggaraan bulanan|例行保养/u.test(title) &&
      /P1 |Post 1 |Tower A /u.test(title) &&
      other.months.includes(time.slice(5, 7)),
  );
  return mainVisits.map((mainVisit, index) => {
    // of five texts three are in English, one is in Malay and one in Chinese
    const language = ([0, 1, 0, 2, 0] as const)[index % 5] ?? 0;
    const { prefix, and } = titles[language];
    const photoCount = other.short.length;
    return {
      id: highest + 1 + index,
      time: dayAfter(mainVisit.time),
      // only their number matters: photos get their names from what they show
      urls: Array.from({ length: photoCount }, (_, photo) => `demo/photos/post-${photo + 1}.jpg`),
      year: mainVisit.year,
      month: mainVisit.month,
      tasks: workText(other, index + site.id * 11, language),
      title: `${prefix}${other.names.join(and)}`,
      pdf: mainVisit.pdf,
      showing: 'True',
    };
  });
}

/** The demo's source, with the added visits to the other posts. */
export function withOtherPosts(data: DemoData): DemoData {
  return {
    ...data,
    maintable: data.maintable.map((site) => ({
      ...site,
      tasks2024: [...site.tasks2024, ...visitsToOtherPosts(site)],
    })),
  };
}
