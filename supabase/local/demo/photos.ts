import type { DemoTask, DemoData, DemoSite } from './demo-data.ts';
import { pick, type Variant, type Scene } from './drawing.ts';
import { arm, after, before, reader, tag, loop } from './scenes/lane-scenes.ts';
import { cabinet, controller, spd, spring } from './scenes/cabinet-scenes.ts';
import { lan, meter } from './scenes/tool-scenes.ts';

/** The name of a drawing by its scene, e.g. arm-3, or of no scene, for the file that is missing on purpose. */
type PhotoName = string;

/** The year on each of the four drawings of a scene. */
const stampedYear: Record<Variant, string> = { 1: '2024', 2: '2025', 3: '2026', 4: '2026' };

const forYear: Record<string, readonly Variant[]> = { '2024': [1], '2025': [2], '2026': [3, 4] };

/**
 * The scenes that a task's record names, each in a drawing with the task's year. Neighbouring tasks of a year get
 * different drawings, and no task shows one twice.
 */
export function photosOfTask(task: DemoTask, all: boolean): PhotoName[] {
  const chosen: PhotoName[] = [];
  for (const url of task.urls) {
    const name = url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('.'));
    const [scene = '', number = ''] = name.split('-');
    if (!/^[1-4]$/.test(number)) {
      chosen.push(name);
      continue;
    }
    const fitting = forYear[task.year] ?? [3];
    const first = (all ? fitting[task.id % fitting.length] : fitting[0]) ?? 3;
    const variant = ([first, 4, 3, 2, 1] as const).find((candidate) => !chosen.includes(`${scene}-${candidate}`));
    chosen.push(`${scene}-${variant ?? first}`);
  }
  return chosen;
}

export interface Photo {
  site: DemoSite;
  name: string;
  scene: SceneName;
  variant: Variant;
  width: number;
  height: number;
  year: string;
  /** Old photos have no small rendition; two here test that the portal copes. */
  hasSmall: boolean;
}

const variants = [1, 2, 3, 4] as const;
const withoutSmall = new Set(['1/lan-2', '1/tag-3']);

/** The size of a photo. One has the size of a large camera; phones of other sites take smaller photos. */
function size(name: string, portrait: boolean, first: boolean): [number, number] {
  if (first && name === 'cabinet-3') return [4000, 3000];
  const [long, short] = first ? [1600, 1200] : [1200, 900];
  return portrait ? [short, long] : [long, short];
}

/** The photos of the demo: all 48 drawings for the first site, for other sites those that their tasks show. */
export function listPhotos(data: DemoData): Photo[] {
  return data.maintable.flatMap((site, index) => {
    const shown = new Set(site.tasks2024.flatMap((task) => photosOfTask(task, index === 0)));
    return sceneNames.flatMap((scene) =>
      variants.flatMap((variant): Photo[] => {
        const name = `${scene}-${variant}`;
        if (index > 0 && !shown.has(name)) return [];
        const [width, height] = size(name, pick(scenes[scene].portrait, variant), index === 0);
        return [
          {
            site,
            name,
            scene,
            variant,
            width,
            height,
            year: stampedYear[variant],
            hasSmall: !withoutSmall.has(`${site.id}/${name}`),
          },
        ];
      }),
    );
  });
}

export const scenes = {
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
} as const satisfies Record<string, Scene>;

type SceneName = keyof typeof scenes;
const sceneNames = Object.keys(scenes).filter((name): name is SceneName => name in scenes);
