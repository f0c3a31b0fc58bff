import { beforeAll, expect, test } from 'vitest';
import { inTime, timeOf } from '../support/in-time.ts';
import { startPortal, type StockPortal } from './portal.ts';
import { longTask, startSaving } from './saving.ts';
import type { Client } from './server.ts';

let portal: StockPortal;
let owner: Client;

/** Milliseconds for reading the same body, which the server must do for every save, whatever it checks. */
function timeOfReading(text: string): Promise<number> {
  const statement = 'select tasks2024 is null from json_to_record($1::json) as _(tasks2024 jsonb)';
  return timeOf(() => owner.query(statement, [text]));
}

beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.connect('postgres');
  return () => portal.stop();
});

test('saving one task among 2,000 costs little more than reading them, and 20,000 can be saved', async () => {
  const save = await startSaving(portal);
  const tasks = Array.from({ length: 2_000 }, (_, index) => longTask(index + 1));
  await save({ tasks2024: tasks });

  let run = 0;
  await inTime(async () => {
    run += 1;
    tasks[1_000] = longTask(1_001, `Changed ${run}`);
    const reading = await timeOfReading(JSON.stringify({ tasks2024: tasks }));
    const saving = await save({ tasks2024: tasks });
    const field = await save({ capacity: String(run) });
    console.log(`read ${Math.round(reading)} ms, saved ${Math.round(saving)} ms, a field ${Math.round(field)} ms`);
    // checking every task would cost more than ten times the reading; the measured times are in tests/bench/database.md
    expect(saving).toBeLessThan(reading * 4);
    // tasks that are not written are not checked
    expect(field).toBeLessThan(saving / 2);
  });

  const most = Array.from({ length: 20_000 }, (_, index) => ({ ...longTask(index + 1), tasks: 'Done', urls: [] }));
  // task-rules.test.ts shows that one more is refused
  await save({ tasks2024: most });
});
