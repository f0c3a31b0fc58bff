import { startPortal } from '../database/stock/portal.ts';
import { longTask, startSaving } from '../database/stock/saving.ts';

const sizes = [100, 1000, 5000, 20_000];
const runs = 9;

/** `136 (118 to 174)`: the middle one of the times, the shortest and the longest, in whole ms. */
function described(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
}

const portal = await startPortal();
try {
  const save = await startSaving(portal, '3s');
  console.log(`Milliseconds of a save on stock PostgreSQL: the middle one of ${runs} (the shortest to the longest)\n`);
  console.log('| Tasks | MB | One more | One changed | Another field |');
  console.log('| ----- | -- | -------- | ----------- | ------------- |');
  const tasks: ReturnType<typeof longTask>[] = [];
  for (const size of sizes) {
    // in parts, as a site grows; the saves that are timed lead up to the size
    while (tasks.length < size - runs) {
      const end = Math.min(tasks.length + 5000, size - runs);
      while (tasks.length < end) tasks.push(longTask(tasks.length + 1));
      await save({ tasks2024: tasks });
    }
    const times = { more: [] as number[], changed: [] as number[], field: [] as number[] };
    for (let run = 1; run <= runs; run += 1) {
      tasks.push(longTask(tasks.length + 1));
      times.more.push(await save({ tasks2024: tasks }));
      tasks[size / 2] = longTask(size / 2 + 1, `Changed ${run}`);
      times.changed.push(await save({ tasks2024: tasks }));
      times.field.push(await save({ capacity: `${size}, ${run}` }));
    }
    const mb = (JSON.stringify(tasks).length / 1e6).toFixed(1);
    console.log(
      `| ${[size, mb, described(times.more), described(times.changed), described(times.field)].join(' | ')} |`,
    );
  }
} finally {
  await portal.stop();
}
