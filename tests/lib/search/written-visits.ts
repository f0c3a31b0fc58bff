import { toSearchable } from '../../../src/lib/text-search.ts';
import { postNamer } from '../../../src/records/task/post-visits.ts';
import { visitSearchFacts } from '../../../src/records/task/visit-facts.ts';
import { periodOf, type VisitKind } from '../../../src/records/task/visit.ts';

/** A visit as offices write it. */
interface WrittenVisit {
  id: string;
  title: string;
  text: string;
  time: string;
  kind?: VisitKind;
  ref?: string;
}

/** The posts of the site. */
export const posts = ['P1 Main Gate', 'P2 Rear Gate', 'P3 Visitor Exit'];

const at = (day: string, clock: string) => `${day}T${clock}:00+08:00`;

/** Two years of a site in three languages, the newest visit first. */
export const writtenVisits: readonly WrittenVisit[] = [
  {
    id: 'palang',
    title: 'Palang patah dilanggar kereta',
    text: 'Penggantian lengan. Plat JQK 1234.',
    time: at('2026-11-03', '08:30'),
    kind: 'emergency',
  },
  {
    id: 'yearly',
    title: 'Annual inspection with the committee',
    text: 'All posts inspected, photos taken. The treasurer asked when the contract ends.',
    time: at('2026-10-28', '10:00'),
    kind: 'other',
  },
  {
    id: 'rats',
    title: 'Reader not reading tags, P1',
    text: 'Antenna cable chewed by rats. Cable renewed, range 6 m again.',
    time: at('2026-10-14', '13:25'),
    kind: 'emergency',
    ref: 'JB-2026-0287',
  },
  {
    id: 'firmware',
    title: 'Controller firmware updated to 2.4.17',
    text: 'Backup of 1,214 cards first. Server 192.168.10.4 answers.',
    time: at('2026-09-19', '11:00'),
    kind: 'other',
  },
  {
    id: 'pm',
    title: 'PM all posts',
    text: 'As per checklist. Bolts tightened, hinges greased, 20 cycles each.',
    time: at('2026-09-10', '09:00'),
    kind: 'preventive',
  },
  {
    id: 'cm',
    title: 'CM: loop detector u/s, P3',
    text: 'Loop cut by road works. New loop sealed, arm no longer drops on cars.',
    time: at('2026-09-02', '16:10'),
    kind: 'emergency',
  },
  {
    id: 'noise',
    title: '闸门有异响',
    text: '铰链缺油，已加机油。保安说晚上噪音大。',
    time: at('2026-08-25', '17:00'),
    kind: 'other',
  },
  {
    id: 'naik',
    title: 'Boom tak naik, P1',
    text: 'Palang tidak bergerak selepas hujan lebat. Suis had basah, dikeringkan dan diuji 20 kitaran.',
    time: at('2026-08-07', '19:40'),
    kind: 'emergency',
  },
  {
    id: 'belt',
    title: '闸杆坏了，升不起来',
    text: '入口闸杆卡在一半，皮带断裂，已更换皮带。',
    time: at('2026-07-21', '08:15'),
    kind: 'emergency',
  },
  {
    id: 'rider',
    title: 'Arm came down on motorcycle, P3',
    text: 'Plate VEA 6021. Photocell was dirty. Rider unhurt, police report 004512/26.',
    time: at('2026-07-02', '18:05'),
    kind: 'emergency',
  },
  {
    id: 'flood',
    title: 'Flooded basement, controller replaced',
    text: 'RS485 bus rewired after lightning.',
    time: at('2026-06-30', '16:45'),
    kind: 'other',
    ref: 'JB-2026-0117',
  },
  {
    id: 'camera',
    title: 'Quotation for new LPR camera',
    text: 'Lens fogged. Camera CAM-02 to be replaced, quotation Q2026-088 sent to Encik Rahman 03-5555 0100.',
    time: at('2026-06-03', '15:00'),
    kind: 'other',
  },
  {
    id: 'motor',
    title: 'Motor replaced, P2 Rear Gate',
    text: 'Motor hummed, winding open. New motor fitted, warranty 12 months. Old one 230 V, 0.18 kW.',
    time: at('2026-05-18', '11:20'),
    kind: 'other',
    ref: 'JB-2026-0142',
  },
  {
    id: 'outage',
    title: 'Gate stuck open after power failure',
    text: 'TNB outage since 9 pm. Guard released the arm by key. UPS battery swollen.',
    time: at('2026-05-02', '22:05'),
    kind: 'emergency',
  },
  {
    id: 'sticker',
    title: '住户车贴读不到',
    text: '更换3张车贴，读卡器距离调整到5米。',
    time: at('2026-04-22', '14:40'),
    kind: 'other',
  },
  {
    id: 'monthly',
    title: 'Monthly maintenance',
    text: 'Loop detector and reader tested. Cards of residents checked.',
    time: at('2026-04-01', '09:00'),
    kind: 'preventive',
  },
  {
    id: 'baoyang',
    title: '3月保养，P2',
    text: '清洁读卡器，检查弹簧和皮带，闸杆速度正常。',
    time: at('2026-03-25', '14:30'),
    kind: 'preventive',
  },
  {
    id: 'lorry',
    title: 'Emergency: barrier hit by lorry, P1',
    text: 'Arm broken, spring bent. Lorry plate WVB 8813. Called 012-345 6000.',
    time: at('2026-03-12', '10:05'),
    kind: 'emergency',
  },
  {
    id: 'bulanan',
    title: 'Penyelenggaraan bulanan, P1',
    text: 'Bolt diketatkan, gelung diuji, pembaca dibersihkan. Semua baik.',
    time: at('2026-03-05', '09:30'),
    kind: 'preventive',
  },
  {
    id: 'kad',
    title: 'Kad hilang, dua kad baru',
    text: 'Penduduk A-12-3 kehilangan kad, kad lama 00451873 disekat.',
    time: at('2026-02-10', '15:30'),
    kind: 'other',
  },
  {
    id: 'guest',
    title: '访客撞断闸臂',
    text: '车牌 SJK 5521 Z，访客电话 9123 4567，已更换臂杆。',
    time: at('2026-02-03', '17:20'),
    kind: 'emergency',
  },
  {
    id: 'tags',
    title: '40 windscreen tags issued',
    text: 'For Block B. Two could not be read through tinted film.',
    time: at('2026-01-15', '10:30'),
    kind: 'other',
  },
  {
    id: 'mtce',
    title: 'Quarterly mtce, P3 Visitor Exit',
    text: 'All in order but the UPS batt, which is u/s.',
    time: at('2025-12-09', '09:15'),
    kind: 'preventive',
  },
  {
    id: 'intercom',
    title: 'Interkom tiada suara di pondok pengawal',
    text: 'Wayar putus, disambung semula.',
    time: at('2025-11-20', '12:15'),
    kind: 'other',
  },
  {
    id: 'zha',
    title: '出口闸杆更换',
    text: '货车撞断栏杆，读卡器正常。',
    time: at('2025-09-22', '14:00'),
    kind: 'other',
  },
];

const postsIn = postNamer(posts);

/** The visits as the history of their site searches them. */
export const searchableVisits = () =>
  toSearchable(
    writtenVisits,
    ({ title, text, ref = '' }) => [title, text, ref],
    (visit) =>
      visitSearchFacts(
        { ...(periodOf(visit.time.slice(0, 10)) ?? { year: '', month: '' }), ...visit },
        postsIn(visit.title),
      ),
  );
