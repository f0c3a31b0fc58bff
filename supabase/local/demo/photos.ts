import type { DemoData, DemoSite } from './demo-data.ts';
import { photosOfTask, stampedYear } from './photo-choice.ts';
import { pick, type Variant } from './scene.ts';
import { sceneNames, scenes, type SceneName } from './scenes/all.ts';

export interface Photo {
  site: DemoSite;
  name: string;
  scene: SceneName;
  variant: Variant;
  width: number;
  height: number;
  year: string;
  /** Old photos have no small rendition; two here, so that the portal is seen to cope. */
  hasSmall: boolean;
}

const variants = [1, 2, 3, 4] as const;
const withoutSmall = new Set(['1/lan-2', '1/tag-3']);

/** One photo of a large camera; the other sites' phone takes smaller pictures. */
function size(name: string, portrait: boolean, first: boolean): [number, number] {
  if (first && name === 'cabinet-3') return [4000, 3000];
  const [long, short] = first ? [1600, 1200] : [1200, 900];
  return portrait ? [short, long] : [long, short];
}

/** Every photo to draw: all 48 scenes for the first site, for the others the scenes their tasks show. */
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
