import { http, HttpResponse } from 'msw';
import type { Fault, FaultVoice } from '../../../src/records/fault/fault.ts';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { answerSave, failureEntry, listedSite, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const rpc = `${origin}/rest/v1/rpc`;

export function voice(values: Partial<FaultVoice> = {}): FaultVoice {
  return {
    id: 410,
    at: '2026-11-22T09:12:00+08:00',
    noticed_at: null,
    origin: 'client',
    text: 'The arm stays down.',
    name: 'Pn. Noraini',
    phone: '012-345 6789',
    photos: [],
    forgotten: false,
    ...values,
  };
}

/** A fault that is open since 09:12 at the exit of Selasih Park, which is promised help within three hours. */
export function fault(values: Partial<Fault> = {}): Fault {
  return {
    id: 41,
    site_id: 1,
    site: 'Selasih Park',
    post: 'Exit',
    what: 'Does not open',
    known: true,
    origin: 'client',
    sticker: null,
    reported_at: '2026-11-22T09:12:00+08:00',
    noticed_at: null,
    closed: null,
    answers: [],
    contract_until: null,
    promised_hours: 3,
    voices: [voice()],
    more_voices: 0,
    ...values,
  };
}

type Asked = Record<string, unknown>;

/**
 * Serves faults, their sites and posts. `faults` can be changed. Each call of `list_faults` is in `asked`, each change in
 * `changed`.
 */
export function serveFaults(...faults: Fault[]) {
  const served = {
    faults,
    total: null as number | null,
    news: { open: faults.length, newest: 410 },
    asked: [] as Asked[],
    changed: [] as (Asked & { call: string; attempt: string | null })[],
    /** The answer to a change. */
    answer: (): Response => HttpResponse.json({}),
    site: { tasks: [task({ id: 131, title: 'Arm bolts replaced' }), task({ id: 130 })] as StoredTask[], revision: 1 },
  };
  const changes = ['close_fault', 'reopen_fault', 'correct_fault', 'forget_voice', 'report_fault'].map((call) =>
    http.post(`${rpc}/${call}`, async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the portal writes
      const body = (await request.json()) as Asked;
      served.changed.push({ ...body, call, attempt: request.headers.get('x-portal-attempt') });
      return served.answer();
    }),
  );
  server.use(
    http.post(`${rpc}/list_faults`, async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the portal asks
      served.asked.push((await request.json()) as Asked);
      return HttpResponse.json({ faults: served.faults, total: served.total ?? served.faults.length });
    }),
    http.post(`${rpc}/fault_news`, () => HttpResponse.json(served.news)),
    ...changes,
    http.get(`${origin}/rest/v1/maintable`, ({ request }) =>
      new URL(request.url).searchParams.get('select')?.includes('tasks2024')
        ? HttpResponse.json([{ id: 1, revision: served.site.revision, tasks2024: served.site.tasks }])
        : HttpResponse.json([listedSite(), listedSite({ id: 2, name: 'Kingfisher Rise' })], {
            headers: { 'content-range': '0-1/2' },
          }),
    ),
    http.patch(`${origin}/rest/v1/maintable`, ({ request }) => answerSave(served.site, request)),
    http.get(`${origin}/rest/v1/maintables`, ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')?.replace('eq.', '') ?? 'Selasih Park';
      const id = name === 'Selasih Park' ? 1 : 2;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are of this form
      const tasks2024 = (id === 1 ? served.site.tasks : []) as never;
      return HttpResponse.json([siteRow({ id, name, tasks2024 })]);
    }),
    http.get(`${origin}/rest/v1/carpost`, ({ request }) => {
      const isFirst = new URL(request.url).searchParams.get('site_id') === 'eq.1';
      const json = isFirst ? { Exit: [failureEntry('Spring Broken', 1, 0)], Entrance: [] } : { 'Main Gate': [] };
      return HttpResponse.json([{ json, revision: 1, renames: [] }]);
    }),
  );
  return served;
}
