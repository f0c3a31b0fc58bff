import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('of two who write over the same revision at the same moment, one is refused', async () => {
  const [one, other] = [await portal.connect('postgres'), await portal.connect('postgres')];
  await one.query(`insert into public.maintable (name) values ('One')`);
  await one.query(`insert into public.carpost (site_id) values (1)`);
  const save = 'update public.carpost set json = $1, revision = 2 where site_id = 1';
  const responses = await Promise.allSettled(
    [one, other].map((side, index) => side.query(save, [JSON.stringify({ [`Post ${index}`]: [] })])),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(responses.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PT409' } });
});
