import type { DemoTask } from './demo-data.ts';
import type { Variant } from './scene.ts';

/** A drawn photo by its scene, e.g. arm-3; or a name that is no scene, for the file that is missing on purpose. */
export type PhotoName = string;

/** The year stamped into each of the four drawings of a scene. */
export const stampedYear: Record<Variant, string> = { 1: '2024', 2: '2025', 3: '2026', 4: '2026' };

const forYear: Record<string, readonly Variant[]> = { '2024': [1], '2025': [2], '2026': [3, 4] };

/**
 * The photos of a task: the scenes its record names, each in a drawing stamped with the task's year. Neighbouring
 * tasks of the same year take different drawings, and no task shows one drawing twice.
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
