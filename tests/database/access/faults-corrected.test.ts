import { expect, test } from 'vitest';
import { answerIn, jpegOf, makeSticker, reportBy, gateReport, upload } from '../stickers/sticker-door.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import { listFaults } from '../support/reports.ts';
import { send } from './outcomes.ts';

// A fault is moved to another site. What the clients of both sites read of its reporters (decisions §15), over raw HTTP.

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});

const ask = async (request: string, body: object, session: string) =>
  send(portal.backend, { request: `POST /rest/v1/rpc/${request}`, body }, session);
const person = (name: string) => ({ text: `Words of ${name}`, name, phone: `+60 ${name.length}` });

test('a client reads and finds the words of its own site and of the office, and only learns that others reported', async () => {
  const { secret } = await makeSticker(portal, 'Main gate');
  const sticker = answerIn(await reportBy(portal.backend, secret, gateReport({ ...person('Siti'), photos: 1 })));
  const photo = sticker.photos[0] ?? '';
  expect(await upload(portal.backend, photo, { body: jpegOf() })).toBe(200);
  const [first, second] = [
    await portal.backend.sessionFor(keys.siteOne),
    await portal.backend.sessionFor(keys.siteTwo),
  ];
  const add = (name: string, session: string, site_id: number) =>
    ask(
      'report_fault',
      { site_id, ...(site_id === 1 && { post: 'Main gate' }), report: gateReport(person(name)) },
      session,
    );
  for (const [name, session] of [
    ['Mei', first],
    ['Caller', portal.session],
  ] as const)
    expect((await add(name, session, 1)).status).toBe(200);
  await ask('correct_fault', { fault_id: 1, site_id: 2 }, portal.session);
  expect((await add('Ravi', second, 2)).text).toContain('"joined":true');

  const names = ['Siti', 'Mei', 'Caller', 'Ravi'];
  /** Whose words a session reads, and whose it finds. */
  const readAndFound = async (session: string) => {
    const { text } = await ask('list_faults', { state: 'all' }, session);
    const found = await Promise.all(
      names.map(async (words) =>
        (await ask('list_faults', { state: 'all', words }, session)).text.includes('"total":1'),
      ),
    );
    return { read: names.filter((name) => text.includes(name)), found: names.filter((_, index) => found[index]) };
  };
  expect(await readAndFound(first)).toEqual({ read: [], found: [] });
  const ofSiteAndOffice = ['Caller', 'Ravi'];
  expect(await readAndFound(second)).toEqual({ read: ofSiteAndOffice, found: ofSiteAndOffice });
  const { session: technician } = await technicianOf(portal.backend, [2]);
  for (const session of [portal.session, technician])
    expect(await readAndFound(session)).toEqual({ read: names, found: names });

  const { faults } = await listFaults(portal.backend.clientFor(second), { state: 'all' });
  expect(faults[0]?.voices).toMatchObject([
    { origin: 'sticker', text: '', name: null, phone: null, photos: [], forgotten: false },
    { origin: 'client', text: '', name: null, phone: null, photos: [], forgotten: false },
    { origin: 'office', ...person('Caller') },
    { origin: 'client', ...person('Ravi') },
  ]);
  expect((await ask('list_faults', {}, portal.session)).text).toContain(photo);
  // back at their own site, the clients read their words again
  await ask('correct_fault', { fault_id: 1, site_id: 1 }, portal.session);
  expect((await readAndFound(first)).read).toEqual(['Siti', 'Mei', 'Caller']);
});
