import { createHash } from 'node:crypto';
import { shortDay, siteTime } from '../../../src/records/time.ts';
import type { DemoData, DemoSite, DemoTask } from './demo-data.ts';
import { pick, random, type Light, type Place, type Scene, type Variant } from './drawing.ts';
import { frame } from './frame.ts';
import { factsOf, postsOfVisit } from './posts.ts';
import { cabinet, controller, spd, spring } from './scenes/cabinet-scenes.ts';
import { arm, after, before, reader, tag, loop } from './scenes/lane-scenes.ts';
import { lan, meter, photocell } from './scenes/tool-scenes.ts';
import { isCall, loopIn, readingOn, shotsOf, type SceneName, type Shot } from './shots.ts';

const scenes = {
  arm,
  cabinet,
  spring,
  loop,
  reader,
  controller,
  spd,
  meter,
  lan,
  tag,
  before,
  after,
  photocell,
} as const satisfies Record<SceneName, Scene>;

/** The details from which a photo of the demo is drawn. */
export interface DemoPhoto {
  siteId: number;
  /** The name of the file, without extension. It begins with the day, or with the year when several visits show the photo. */
  name: string;
  shot: Shot;
  place: Place;
  light: Light;
  /** The day and time, or the year, in the caption of the photo. */
  taken: string;
  width: number;
  height: number;
  /** False for two photos: old photos may have no small rendition, and the portal has to show them too. */
  hasSmall: boolean;
}

/** The name of a photo that a task lists although the storage does not have it, on purpose. */
export const missingPhoto = 'missing-file';

/** The number of a visit's photos that belong to this visit alone. The visits to a post in a year share the others. */
const photosOfTheDay = (task: DemoTask) => (isCall(task) ? 4 : 1);

const sceneOf = (shot: Shot): [Scene, Variant] => {
  const [name, number] = shot.split('-');
  const match = Object.entries(scenes).find(([scene]) => scene === name)?.[1];
  const variant = ([1, 2, 3, 4] as const).find((candidate) => String(candidate) === number);
  if (!match || !variant) throw new Error(`There is no drawing ${shot}`);
  return [match, variant];
};

const isOutside = (shot: Shot) => /^(?:arm|before|after|photocell|reader-[124]|loop|tag-[134]|cabinet-2)/u.test(shot);

/** The light of a photo at the time of the visit. Rain and dusk are visible only in drawings of the lane. */
function lightOf(shot: Shot, { time, title, tasks }: DemoTask, indoors: boolean, seed: number): Light {
  const { clock } = siteTime(time);
  if (clock >= '19' || clock < '06') return 'night';
  if (indoors || !isOutside(shot)) return 'day';
  if (/storm|lightning|branch/iu.test(title + tasks)) return 'rain';
  if (clock < '08') return 'dusk';
  return seed % 5 === 0 ? 'dusk' : 'day';
}

const seedOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7);

/** Whether the instrument shows the same at every visit: a value above the end of its scale. */
const isSameEveryTime = (shot: Shot) => shot === 'meter-4';

const slug = (post: string) => post.toLowerCase().replaceAll(' ', '-');

/** The size of a photo. Only a single photo is as large as those of a camera; the others are small. */
function photoSize(siteId: number, name: string, portrait: boolean): [number, number] {
  if (siteId === 1 && name.startsWith('2026-11-12') && name.endsWith('arm-4')) return [4000, 3000];
  return portrait ? [540, 720] : [720, 540];
}

/** Whether a photo is one of the two without a small rendition, which are from the first months. */
const withoutSmall = (siteId: number, name: string) => siteId === 1 && /^2024-0(?:1-08|2-13)/u.test(name);

function photoOf(site: DemoSite, task: DemoTask, shot: Shot, index: number): DemoPhoto {
  const posts = postsOfVisit(site, task);
  const post = posts[index % posts.length] ?? factsOf(site).main;
  const isOfTheDay = index < photosOfTheDay(task);
  const day = task.time.slice(0, 10);
  const name = isOfTheDay
    ? `${day}-${slug(post)}-${task.id}-${index + 1}-${shot}`
    : `${task.year}-${slug(post)}-${shot}`;
  const seed = seedOf(isOfTheDay ? name : slug(post) + task.year);
  const indoors = factsOf(site).indoors.includes(post);
  const [scene, variant] = sceneOf(shot);
  const [width, height] = photoSize(site.id, name, pick(scene.portrait, variant));
  return {
    siteId: site.id,
    name,
    shot,
    place: {
      post,
      indoors,
      lane: seedOf(`${site.id} ${post}`),
      seed,
      year: Number(task.year),
      loop: loopIn(task),
      reading: isOfTheDay || isSameEveryTime(shot) ? readingOn(shot, task) : null,
    },
    light: isOfTheDay ? lightOf(shot, task, indoors, seed) : 'day',
    taken: isOfTheDay ? `${shortDay(day)}, ${siteTime(task.time).clock}` : task.year,
    width,
    height,
    hasSmall: !withoutSmall(site.id, name),
  };
}

/** The photos that a visit shows, null for the one that is missing on purpose. */
export function photosOfVisit(site: DemoSite, task: DemoTask): (DemoPhoto | null)[] {
  return shotsOf(task).map((shot, index) =>
    task.urls[index]?.includes(missingPhoto) ? null : photoOf(site, task, shot, index),
  );
}

/** Every photo of the demo, once. */
export function listPhotos(data: DemoData): DemoPhoto[] {
  const photos = data.maintable.flatMap((site) =>
    site.tasks2024.flatMap((task) => photosOfVisit(site, task).filter((photo) => photo !== null)),
  );
  return [...new Map(photos.map((photo) => [`${photo.siteId}/${photo.name}`, photo])).values()];
}

/** The photo as SVG: its scene, seen from the position of the camera. */
export function svgOf({ shot, place, light, taken, width, height, name }: DemoPhoto): string {
  const [scene, variant] = sceneOf(shot);
  const next = random(seedOf(name));
  const cut = Math.round(next() * 130);
  return frame({
    layers: scene.draw(variant, place),
    light,
    held: [Math.round(next() * cut), Math.round(next() * cut * 0.75), cut],
    width,
    height,
    post: place.post,
    taken,
  });
}

/** The hashes of the photos' drawings, by site and name. They show which stored photos are out of date. */
export const drawingsOf = (photos: readonly DemoPhoto[]): Record<string, string> =>
  Object.fromEntries(
    photos.map((photo) => [
      `${photo.siteId}/${photo.name}`,
      createHash('sha256').update(svgOf(photo)).digest('hex').slice(0, 12),
    ]),
  );
