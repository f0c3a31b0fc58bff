import { beforeAll, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { objectName } from '../support/base-rows.ts';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
  return () => portal.stop();
});

const sites = 'select name from public.maintables';
const save =
  'update public.maintable set tasks2024 = tasks2024 || $1, revision = $2 where id = $3 returning revision::int';

test('a technician reads and adds to its own sites only, on stock PostgreSQL', async () => {
  const [owner, api, field] = [
    await portal.connect('postgres'),
    await portal.connect('authenticator'),
    await portal.connect('authenticator'),
  ];
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  const admin = await login(api, String(rows[0]?.['key']));
  await request(api, admin, `insert into public.maintable (name, tasks2024) values ('One', $1), ('Two', '[]')`, [
    JSON.stringify([newTask(1)]),
  ]);
  await request(api, admin, 'insert into public.carpost (site_id) values (1), (2)');
  expect(await request(api, admin, save, [JSON.stringify([newTask(2)]), 2, 1])).toEqual([{ revision: 2 }]);
  const [made] = await request(api, admin, `select public.issue_key('technician', 'Field', site_ids => '{1}') as made`);
  const technician = await login(field, keyIn(made?.['made']).key);
  expect(await request(field, technician, 'select name from public.maintable')).toEqual([{ name: 'One' }]);
  expect(await request(field, technician, 'select site_id::int from public.carpost')).toEqual([{ site_id: 1 }]);
  expect(await request(field, technician, save, [JSON.stringify([newTask(3)]), 3, 1])).toEqual([{ revision: 3 }]);
  expect(await request(field, technician, save, [JSON.stringify([newTask(3)]), 2, 2])).toEqual([]);
  expect(await request(field, technician, 'select public.my_visits(1) as ids')).toEqual([{ ids: [3] }]);
  const hide = `update public.maintable set tasks2024 = jsonb_set(tasks2024, '{0,showing}', '"False"'), revision = 4 where id = 1`;
  await expect(request(field, technician, hide)).rejects.toMatchObject({ code: 'PT403' });
  const file = `insert into storage.objects (bucket_id, name, metadata) values ('rfidboomgatephoto', $1, '{"mimetype": "image/jpeg"}')`;
  await request(field, technician, file, [objectName(1)]);
  await expect(request(field, technician, file, [objectName(2)])).rejects.toMatchObject({ code: '42501' });
  await expect(request(field, technician, file, [objectName(1, 2, 'pdf')])).rejects.toMatchObject({ code: '42501' });
  expect(await request(field, technician, 'select name from storage.objects')).toEqual([{ name: objectName(1) }]);
  expect(await request(field, technician, 'delete from storage.objects returning 1')).toEqual([]);

  expect(await request(api, admin, 'select public.end_sessions($1) as ended', [keyIn(made?.['made']).id])).toEqual([
    { ended: 1 },
  ]);
  await expect(request(field, technician, sites)).rejects.toMatchObject({ code: 'PT401' });
});
