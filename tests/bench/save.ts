import { startPortal } from '../database/stock/portal.ts';
import { longTask, startSaving } from '../database/stock/saving.ts';
import { medianText, processorTime } from './tables.ts';

const sizes = [100, 1000, 5000, 20_000];
const runs = 9;

const portal = await startPortal();
try {
  const save = await startSaving(portal);
  const owner = await portal.connect('postgres');
  const [apiProcess] = (await owner.query(`select pid from pg_stat_activity where usename = 'authenticator'`)).rows;
  console.log(`Milliseconds per save on stock PostgreSQL: the median of ${runs} (shortest to longest)\n`);
  console.log(
    '| Tasks | MB | Parsing alone | One added | One changed | Another field | Processor time of the two saves |',
  );
  console.log(
    '| ----- | -- | ------------- | --------- | ----------- | ------------- | ------------------------------- |',
  );
  const tasks: ReturnType<typeof longTask>[] = [];
  for (const size of sizes) {
    // in parts, as a site grows; the timed saves below add the last tasks up to the size
    while (tasks.length < size - runs) {
      const end = Math.min(tasks.length + 2000, size - runs);
      while (tasks.length < end) tasks.push(longTask(tasks.length + 1));
      await save({ tasks2024: tasks });
    }
    const times = { json: [] as number[], more: [] as number[], changed: [] as number[], field: [] as number[] };
    let worked = 0;
    for (let run = 1; run <= runs; run += 1) {
      // the API parses the body before it saves anything: no save can take less than this on this machine
      const body = JSON.stringify({ tasks2024: tasks });
      const start = performance.now();
      await owner.query('select jsonb_typeof(tasks2024) from json_to_record($1::json) as _(tasks2024 jsonb)', [body]);
      times.json.push(performance.now() - start);
      const before = await processorTime(apiProcess?.['pid']);
      tasks.push(longTask(tasks.length + 1));
      times.more.push(await save({ tasks2024: tasks }));
      tasks[size / 2] = longTask(size / 2 + 1, `Changed ${run}`);
      times.changed.push(await save({ tasks2024: tasks }));
      worked += (await processorTime(apiProcess?.['pid'])) - before;
      times.field.push(await save({ capacity: `${size}, ${run}` }));
    }
    const mb = (JSON.stringify(tasks).length / 1e6).toFixed(1);
    const cells = [
      size,
      mb,
      medianText(times.json),
      medianText(times.more),
      medianText(times.changed),
      medianText(times.field),
    ];
    console.log(`| ${[...cells, Math.round(worked / runs / 2)].join(' | ')} |`);
  }
} finally {
  await portal.stop();
}
