import { kindOfVisit, type DemoTask } from './demo-data.ts';
import type { Variant } from './drawing.ts';

export type SceneName =
  | 'arm'
  | 'cabinet'
  | 'spring'
  | 'loop'
  | 'reader'
  | 'controller'
  | 'spd'
  | 'meter'
  | 'lan'
  | 'tag'
  | 'before'
  | 'after'
  | 'photocell';

/** One of the four drawings of a scene. */
export type Shot = `${SceneName}-${Variant}`;

interface Album {
  /** Matches the title and, below it, the text of the visits that the album fits. */
  about: RegExp;
  /** In the order of the work; a visit shows as many as its record has photos. */
  shots: readonly Shot[];
}

/** What is photographed at a call: what was found first, then what was done. The first that fits counts. */
const albums: readonly Album[] = [
  {
    about: /^spring broken/iu,
    shots: ['spring-2', 'spring-4', 'arm-3', 'spring-1'],
  },
  {
    about: /palang tersekat/iu,
    shots: ['spring-2', 'cabinet-3', 'spring-4', 'arm-3'],
  },
  {
    about: /dilanggar lori/iu,
    shots: ['before-2', 'before-1', 'after-3'],
  },
  {
    about: /^道闸无法落下/u,
    shots: ['arm-2', 'loop-4', 'meter-4', 'loop-2', 'loop-1', 'meter-1'],
  },
  {
    about: /^lightning surge/iu,
    shots: [
      'spd-2',
      'controller-3',
      'reader-2',
      'spd-1',
      'lan-4',
      'controller-2',
      'cabinet-3',
      'meter-3',
      'meter-2',
      'controller-1',
      'tag-2',
      'reader-1',
      'arm-2',
      'cabinet-2',
    ],
  },
  {
    about: /^power trip/iu,
    shots: [
      'spd-3',
      'arm-4',
      'meter-4',
      'meter-3',
      'cabinet-1',
      'spd-1',
      'spd-4',
      'controller-1',
      'lan-1',
      'reader-2',
      'arm-2',
      'cabinet-3',
      'after-4',
      'cabinet-2',
    ],
  },
  {
    about: /^lan fault/iu,
    shots: [
      'controller-3',
      'lan-3',
      'lan-4',
      'lan-1',
      'controller-2',
      'meter-3',
      'lan-2',
      'controller-1',
      'cabinet-3',
      'reader-2',
      'tag-2',
      'reader-1',
      'arm-1',
      'cabinet-2',
    ],
  },
  { about: /metallic film/iu, shots: ['tag-1', 'tag-3', 'tag-4', 'tag-2'] },
  { about: /^motor overheating/iu, shots: ['cabinet-3', 'spring-1', 'arm-2'] },
  { about: /天线线缆/u, shots: ['reader-3', 'reader-1', 'reader-4'] },
  {
    about: /kunci capaian/iu,
    shots: ['tag-2', 'controller-1', 'tag-1', 'lan-2', 'reader-1', 'controller-2'],
  },
  {
    about: /false presence/iu,
    shots: ['loop-4', 'loop-2', 'meter-1', 'cabinet-1', 'loop-3', 'arm-2'],
  },
  { about: /photocell/iu, shots: ['photocell-1', 'photocell-2'] },
  { about: /开启缓慢/u, shots: ['meter-3', 'cabinet-3', 'arm-2'] },
  { about: /^server moved/iu, shots: ['lan-2', 'controller-1'] },
  { about: /^firmware update/iu, shots: ['reader-1', 'controller-1', 'reader-4'] },
  { about: /kawalan akses luar talian/iu, shots: ['lan-4', 'controller-1'] },
  { about: /控制板进水/u, shots: ['controller-4', 'cabinet-1', 'controller-1'] },
  { about: /stuck down/iu, shots: ['arm-1', 'cabinet-3'] },
  { about: /^loop detector inductance/iu, shots: ['meter-1', 'meter-4'] },
  { about: /^rfid read range/iu, shots: ['reader-4', 'controller-1', 'reader-1', 'tag-2'] },
];

/** What a routine visit does, in the orders in which technicians photograph it: the reading of that day is the first. */
const routine: readonly (readonly Shot[])[] = [
  ['meter-1', 'arm-3', 'cabinet-4', 'reader-1', 'spring-1', 'arm-1'],
  ['reader-4', 'spring-1', 'arm-1', 'cabinet-4', 'reader-1', 'arm-3'],
  ['meter-1', 'cabinet-4', 'reader-1', 'arm-1', 'arm-3', 'spring-1'],
  ['reader-4', 'arm-3', 'spring-1', 'reader-1', 'cabinet-4', 'arm-1'],
];

/** The visits to several posts show the reading of one and the lane of another. */
const quarterly: readonly (readonly Shot[])[] = [
  ['meter-1', 'arm-3'],
  ['reader-4', 'arm-1'],
  ['meter-1', 'cabinet-2'],
];

/** The drawings that fit what a visit was about, as many as its record has photos, none twice. */
export function shotsOf({ id, title, tasks, urls }: Pick<DemoTask, 'id' | 'title' | 'tasks' | 'urls'>): Shot[] {
  const album = albums.find(({ about }) => about.test(`${title}\n${tasks}`));
  const choice = /^quarterly|suku tahunan|^季度/iu.test(title) ? quarterly : routine;
  const shots = album?.shots ?? choice[id % choice.length] ?? [];
  if (shots.length < urls.length) throw new Error(`${title}: ${shots.length} drawings for ${urls.length} photos`);
  return shots.slice(0, urls.length);
}

/** Whether a visit was a call or a piece of work, and no routine. */
export const isCall = ({ title }: Pick<DemoTask, 'title'>): boolean => kindOfVisit({ title }) !== 'preventive';

const first = (text: string, ...patterns: readonly RegExp[]): string | null =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? null;

/** What the instrument in a drawing shows, as the text of its visit says; null where the text says nothing. */
export function readingOn(shot: Shot, { tasks }: Pick<DemoTask, 'tasks'>): string | null {
  if (shot === 'meter-1') return first(tasks, /L\d[:：]? ?(\d+) uH/u, /(\d+) uH/u);
  if (shot === 'meter-4') return first(tasks, /(0\.4) 兆欧/u, /above (200) Mohm/u);
  if (shot === 'meter-3') return first(tasks, /AVR output (\d+) V/u);
  if (shot === 'loop-4') return /兆欧/u.test(tasks) ? '0.4 MΩ to earth' : 'Now 70 mm deep';
  const metres = first(tasks, /(?:read at|dibaca pada|读取距离|恢复至|entrance) ?(\d\.\d) ?(?:m|米)/u);
  return shot === 'reader-4' && metres !== null ? `${metres} m` : null;
}

export const loopIn = ({ tasks }: Pick<DemoTask, 'tasks'>): string => first(tasks, /\b(L\d)/u) ?? 'L1';
