import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { equipmentLabels, keysOf } from '../../src/records/maintenance-form/maintenance-form.ts';
import { addCallers, callers, sessionOf, strangers } from './access/callers.ts';
import { send, summary, type Attempt } from './access/outcomes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
beforeEach(() => backend.reset());

const rows = { prefer: 'return=representation' };
const equipment = { avr: '1.5 kVA', barrierGate: 'KBG-600S\n24 V DC' };

const write = (body: object): Attempt => ({
  request: 'PATCH /rest/v1/maintable?id=eq.1&revision=eq.1&select=equipment',
  body: { revision: 2, ...body },
  headers: rows,
});

async function savedEquipment(): Promise<unknown> {
  return (await backend.sql<{ equipment: unknown }>('select equipment from public.maintable where id = 1'))[0]
    ?.equipment;
}

describe('the equipment of a site', () => {
  test('is written by admins, seen by the clients and technicians of the site, and by nobody else', async () => {
    await addCallers(backend);
    const ask = async (attempt: Attempt, caller: (typeof callers)[number]) =>
      summary(await send(backend, attempt, sessionOf(caller)), attempt.request.split(' ')[0] ?? '');
    const seen = { request: 'GET /rest/v1/maintables?select=equipment&equipment=not.is.null' };
    const insert = { request: 'POST /rest/v1/maintable', body: { name: 'New', equipment }, headers: rows };
    for (const caller of callers.filter((name) => name !== 'admin')) {
      const refusal = strangers.includes(caller) ? /^401/u : caller === 'technician of One' ? /^403/u : /^200 rows 0$/u;
      // one after the other, to name the first that fails
      expect(await ask(write({ equipment }), caller), caller).toMatch(refusal);
      expect(await ask(insert, caller), caller).toMatch(/^40[13]/u);
    }
    expect(await savedEquipment()).toBeNull();
    expect(await ask(write({ equipment }), 'admin')).toBe('200 rows 1');
    expect(await savedEquipment()).toEqual(equipment);
    expect(await ask(insert, 'admin')).toBe('201 rows 1');
    const responses = await Promise.all(callers.map((caller) => ask(seen, caller)));
    // the callers with a session, in the order of `callers`
    expect(responses.slice(strangers.length)).toEqual([
      '200 rows 0',
      '200 rows 0',
      '200 rows 1',
      '200 rows 1',
      '200 rows 1',
      '200 rows 2',
    ]);
    for (const response of responses.slice(0, strangers.length)) expect(response).toMatch(/^401/u);
  });

  test('is saved with every field of the form, and is cleared with null', async () => {
    const admin = await backend.sessionFor(keys.admin);
    const all = Object.fromEntries(keysOf(equipmentLabels).map((field) => [field, 'x'.repeat(500)]));
    expect((await send(backend, write({ equipment: all }), admin)).status).toBe(200);
    expect(await savedEquipment()).toEqual(all);
    const again = { ...write({ equipment: null, revision: 3 }), request: 'PATCH /rest/v1/maintable?id=eq.1&select=id' };
    expect((await send(backend, again, admin)).status).toBe(200);
    expect(await savedEquipment()).toBeNull();
  });

  test.each([
    ['a number alone', 3, 'Equipment: not an object'],
    ['an array', ['1.5 kVA'], 'Equipment: not an object'],
    ['an empty object', {}, 'Equipment: nothing in it; it is null where none is kept'],
    ['an unknown field', { colour: 'red' }, 'Equipment, colour: no such field'],
    ['a number', { avr: 3 }, 'Equipment, avr: not a text'],
    ['null inside', { avr: null }, 'Equipment, avr: not a text'],
    ['an object inside', { avr: { volts: '230' } }, 'Equipment, avr: not a text'],
    ['an empty text', { avr: ' \n' }, 'Equipment, avr: empty'],
    ['an invisible text', { avr: '\u00A0' }, 'Equipment, avr: empty'],
    ['a text too long', { avr: 'x'.repeat(501) }, 'Equipment, avr: must be at most 500 characters of plain text'],
    ['a control character', { avr: 'a\u0007' }, 'Equipment, avr: must be at most 500 characters of plain text'],
    ['a direction mark', { avr: 'a\u202E' }, 'Equipment, avr: must be at most 500 characters of plain text'],
    ['one bad field of two', { spd: 'Type 2', avr: 3 }, 'Equipment, avr: not a text'],
  ])('is refused with a reason if it is %s, and nothing changes', async (_, bad, reason) => {
    const admin = await backend.sessionFor(keys.admin);
    const { status, text } = await send(backend, write({ equipment: bad }), admin);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
    expect(await savedEquipment()).toBeNull();
    await expect(
      backend.sql('update public.maintable set equipment = $1::jsonb, revision = revision + 1 where id = 1', [
        JSON.stringify(bad),
      ]),
    ).rejects.toThrow(reason);
  });

  test('is refused without the next revision', async () => {
    const admin = await backend.sessionFor(keys.admin);
    const { status } = await send(backend, write({ equipment, revision: 1 }), admin);
    expect(status).toBe(409);
    expect(await savedEquipment()).toBeNull();
  });

  test('is in the change log, and can be restored from it', async () => {
    const token = await backend.sessionFor(keys.admin);
    const admin = backend.clientFor(token);
    await send(backend, write({ equipment }), token);
    await admin
      .from('maintable')
      .update({ equipment: { avr: '2 kVA' }, revision: 3 })
      .eq('id', 1)
      .eq('revision', 2);
    const { data } = await admin.rpc('list_changes', { page_size: 2 });
    expect(data?.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { equipment }, after: { equipment: { avr: '2 kVA' } } },
      { before: { equipment: null }, after: { equipment } },
    ]);
    const [second, first] = data ?? [];
    expect((await admin.rpc('restore_change', { change_id: first?.id ?? 0 })).error?.message).toBe(
      'Changed again since',
    );
    expect((await admin.rpc('restore_change', { change_id: second?.id ?? 0 })).error).toBeNull();
    expect(await savedEquipment()).toEqual(equipment);
  });
});
