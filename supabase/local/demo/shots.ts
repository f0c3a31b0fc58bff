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
  /** Matches the title and the text, on separate lines, of the visits that may use the album. */
  pattern: RegExp;
  /** In the order of the work. A visit shows as many as its record has photos. */
  shots: readonly Shot[];
}

/** The photos of a call: first the fault, then the work. A visit uses the first album that matches. */
const albums: readonly Album[] = [
  {
    pattern: /^spring broken/iu,
    shots: ['spring-2', 'spring-4', 'arm-3', 'spring-1'],
  },
  {
    pattern: /palang tersekat/iu,
    shots: ['spring-2', 'cabinet-3', 'spring-4', 'arm-3'],
  },
  {
    pattern: /dilanggar lori/iu,
    shots: ['before-2', 'before-1', 'after-3'],
  },
  {
    pattern: /^道闸无法落下/u,
    shots: ['arm-2', 'loop-4', 'meter-4', 'loop-2', 'loop-1', 'meter-1'],
  },
  {
    pattern: /^lightning surge/iu,
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
    pattern: /^power trip/iu,
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
    pattern: /^lan fault/iu,
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
  { pattern: /metallic film/iu, shots: ['tag-1', 'tag-3', 'tag-4', 'tag-2'] },
  { pattern: /^motor overheating/iu, shots: ['cabinet-3', 'spring-1', 'arm-2'] },
  { pattern: /天线线缆/u, shots: ['reader-3', 'reader-1', 'reader-4'] },
  {
    pattern: /kunci capaian/iu,
    shots: ['tag-2', 'controller-1', 'tag-1', 'lan-2', 'reader-1', 'controller-2'],
  },
  {
    pattern: /false presence/iu,
    shots: ['loop-4', 'loop-2', 'meter-1', 'cabinet-1', 'loop-3', 'arm-2'],
  },
  { pattern: /photocell/iu, shots: ['photocell-1', 'photocell-2'] },
  { pattern: /开启缓慢/u, shots: ['meter-3', 'cabinet-3', 'arm-2'] },
  { pattern: /^server moved/iu, shots: ['lan-2', 'controller-1'] },
  { pattern: /^firmware update/iu, shots: ['reader-1', 'controller-1', 'reader-4'] },
  { pattern: /kawalan akses luar talian/iu, shots: ['lan-4', 'controller-1'] },
  { pattern: /控制板进水/u, shots: ['controller-4', 'cabinet-1', 'controller-1'] },
  { pattern: /stuck down/iu, shots: ['arm-1', 'cabinet-3'] },
  { pattern: /^loop detector inductance/iu, shots: ['meter-1', 'meter-4'] },
  { pattern: /^rfid read range/iu, shots: ['reader-4', 'controller-1', 'reader-1', 'tag-2'] },
];

/** The photos of routine visits, in several orders. The first photo always shows a reading of that day. */
const routine: readonly (readonly Shot[])[] = [
  ['meter-1', 'arm-3', 'cabinet-4', 'reader-1', 'spring-1', 'arm-1'],
  ['reader-4', 'spring-1', 'arm-1', 'cabinet-4', 'reader-1', 'arm-3'],
  ['meter-1', 'cabinet-4', 'reader-1', 'arm-1', 'arm-3', 'spring-1'],
  ['reader-4', 'arm-3', 'spring-1', 'reader-1', 'cabinet-4', 'arm-1'],
];

/** The photos of visits to several posts: a reading at the first post, and the lane of the second. */
const quarterly: readonly (readonly Shot[])[] = [
  ['meter-1', 'arm-3'],
  ['reader-4', 'arm-1'],
  ['meter-1', 'cabinet-2'],
];

/** The drawings that match the work of a visit: as many as its record has photos, all different. */
export function shotsOf({ id, title, tasks, urls }: Pick<DemoTask, 'id' | 'title' | 'tasks' | 'urls'>): Shot[] {
  const album = albums.find(({ pattern }) => pattern.test(`${title}\n${tasks}`));
  const choice = /^quarterly|suku tahunan|^季度/iu.test(title) ? quarterly : routine;
  const shots = album?.shots ?? choice[id % choice.length] ?? [];
  if (shots.length < urls.length) throw new Error(`${title}: ${shots.length} drawings for ${urls.length} photos`);
  return shots.slice(0, urls.length);
}

/** Whether a visit was a call or other work, not routine maintenance. */
export const isCall = ({ title }: Pick<DemoTask, 'title'>): boolean => kindOfVisit({ title }) !== 'preventive';

const firstMatch = (text: string, ...patterns: readonly RegExp[]): string | null =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((value) => value !== undefined) ?? null;

/** The text on the instrument in a drawing, from the text of the visit; null when the visit's text does not have it. */
export function readingOn(shot: Shot, { tasks }: Pick<DemoTask, 'tasks'>): string | null {
  if (shot === 'meter-1') return firstMatch(tasks, /L\d[:：]? ?(\d+) uH/u, /(\d+) uH/u);
  if (shot === 'meter-4') return firstMatch(tasks, /(0\.4) 兆欧/u, /above (200) Mohm/u);
  if (shot === 'meter-3') return firstMatch(tasks, /AVR output (\d+) V/u);
  if (shot === 'loop-4') return /兆欧/u.test(tasks) ? '0.4 MΩ to earth' : 'Now 70 mm deep';
  const metres = firstMatch(tasks, /(?:read at|dibaca pada|读取距离|恢复至|entrance) ?(\d\.\d) ?(?:m|米)/u);
  return shot === 'reader-4' && metres !== null ? `${metres} m` : null;
}

export const loopIn = ({ tasks }: Pick<DemoTask, 'tasks'>): string => firstMatch(tasks, /\b(L\d)/u) ?? 'L1';
