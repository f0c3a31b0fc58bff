import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './server.ts';
import { startPortal, type StockPortal } from './portal.ts';
import { longTask, startSaving } from './saving.ts';
import { fastest, timeOf } from './timing.ts';

let portal: StockPortal;
let owner: Client;
beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.connect('postgres');
});
afterAll(() => portal.stop());

/** Milliseconds for reading the same body, which the server must do for every save, whatever it checks. */
function timeOfReading(text: string): Promise<number> {
  const statement = 'select tasks2024 is null from json_to_record($1::json) as _(tasks2024 jsonb)';
  return timeOf(() => owner.query(statement, [text]));
}

test('saving one task among 5,000 costs little more than reading them, and 20,000 are the limit', async () => {
  const save = await startSaving(portal);
  const tasks = Array.from({ length: 5_000 }, (_, index) => longTask(index + 1));
  await save({ tasks2024: tasks });

  const reading = await fastest(() => timeOfReading(JSON.stringify({ tasks2024: tasks })));
  const saving = await fastest((run) => {
    tasks[2_500] = longTask(2_501, `Changed ${run}`);
    return save({ tasks2024: tasks });
  });
  const field = await fastest((run) => save({ capacity: String(run) }));
  console.log(`read ${Math.round(reading)} ms, saved ${Math.round(saving)} ms, a field ${Math.round(field)} ms`);
  // checking every task would cost more than ten times the reading; the times themselves are in tests/bench/database.md
  expect(saving).toBeLessThan(reading * 4);
  // tasks that are not written are not checked
  expect(field).toBeLessThan(saving / 2);

  const most = Array.from({ length: 20_000 }, (_, index) => ({ ...longTask(index + 1), tasks: 'Done', urls: [] }));
  await save({ tasks2024: most });
  await expect(save({ tasks2024: [...most, longTask(20_001)] })).rejects.toThrow('Tasks: more than 20000');
});
