import { beforeAll, expect, test } from 'vitest';
import { request, startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
  const owner = await portal.connect('postgres');
  await owner.query(`update private.settings set demo = true`);
  await owner.query(
    `insert into public.main (token, label, role, kind) values (private.key_hash('DEMO-KEY-0001'), 'Demo', 'admin', 'demo')`,
  );
  return () => portal.stop();
});

test('a transaction that cannot write gives the same answer to a right and a wrong key', async () => {
  const client = await portal.connect('authenticator');
  const ask = async (key: string) => {
    await client.query('begin read only');
    try {
      await client.query(`set local role anon`);
      await client.query('select public.login($1)', [key]);
      return 'answered';
    } catch (error) {
      return error instanceof Error ? [Reflect.get(error, 'code'), error.message, Reflect.get(error, 'detail')] : error;
    } finally {
      await client.query('rollback');
    }
  };
  const right = await ask('DEMO-KEY-0001');
  expect(right).toEqual(['25006', 'A key is checked by POST only', undefined]);
  expect(await ask('DEMO-KEY-0002')).toEqual(right);
});

test('of many guesses at once at most ten are checked, and the right key behind them waits too', async () => {
  const clients = await Promise.all(Array.from({ length: 16 }, () => portal.connect('authenticator')));
  const guess = async (index: number) => {
    const key = index === 15 ? 'DEMO-KEY-0001' : `DEMO-GUESS-${index}`;
    const client = clients[index % clients.length];
    const [row] = client
      ? await request(client, { 'cf-connecting-ip': '203.0.113.50' }, 'select public.login($1) as answer', [key])
      : [];
    return JSON.stringify(row?.['answer']);
  };
  // the right key comes last
  const wrong = await Promise.all(Array.from({ length: 15 }, (_, index) => guess(index)));
  expect(wrong.filter((answer) => answer.includes('PT401'))).toHaveLength(10);
  expect(wrong.filter((answer) => answer.includes('PT429'))).toHaveLength(5);
  expect(await guess(15)).toContain('PT429');
});
