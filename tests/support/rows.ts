import { http, HttpResponse } from 'msw';
import { recordOf } from '../../src/lib/record-of.ts';
import type { AccessKey } from '../../src/records/access-key/access-key.ts';
import type { Change } from '../../src/records/change-log/change-log.ts';
import type { FailureEntry } from '../../src/records/failure/failure-record.ts';
import { siteColumns, type SiteField } from '../../src/records/site/site-columns.ts';
import type { SiteOverview } from '../../src/records/site/site-overview.ts';
import type { PromiseColumns } from '../../src/records/site/site-promise.ts';
import type { SiteRecord } from '../../src/records/site/site-queries.ts';
import type { StoredTask, Task } from '../../src/records/task/task.ts';
import { untypedMembers, type TypedTask } from '../../src/records/task/typed-task.ts';
import { origin, server } from './server.ts';

const uuid = '3f2b8a10-6c1d-4e5f-9a7b-0c1d2e3f4a5b';

/** The object name of a file of site 1. The number makes it unique. */
export function objectName(number: number, extension = 'jpg'): string {
  return `sites/1/${1_700_000_000_000 + number}-${uuid}.${extension}`;
}

/** The URL of a file as a task stores it. A request to its host would fail the test. */
export function fileUrl(number: number, extension = 'jpg'): string {
  return `https://files.elsewhere.test/storage/v1/object/public/rfidboomgatephoto/${objectName(number, extension)}`;
}

export function task(values: Partial<Task> = {}): Task {
  return {
    id: 1,
    time: '2026-03-26T16:05:00+08:00',
    urls: [],
    year: '2026',
    month: 'mar',
    tasks: 'Arm bolts re-torqued.',
    title: 'Monthly preventive maintenance',
    pdf: '',
    showing: 'True',
    ...values,
  };
}

/** An emergency call as it is typed in the form, without its times. */
export const typedCall: TypedTask = {
  date: '2026-05-03',
  clock: '11:22',
  year: '2026',
  month: 'may',
  kind: 'emergency',
  ...untypedMembers,
  title: 'Arm down',
  text: 'Repaired',
};

export const failureEntry = (type: string, entrance: number, exit: number, year = 2024): FailureEntry => ({
  type,
  entrance,
  exit,
  year,
});

/** The columns of a site that promises nothing for emergency calls. */
export const noPromise: PromiseColumns = {
  response_hours: null,
  emergency_calls_a_year: null,
  promised_before: null,
};

/** A row of `maintables`. */
export function siteRow(values: Partial<SiteRecord> = {}) {
  return {
    // all other columns are empty
    ...recordOf<Record<SiteField, null>>(
      siteColumns.map(({ column }) => column),
      () => null,
    ),
    id: 1,
    name: 'Selasih Park',
    sitename: 'Residensi Selasih Park',
    address: '18 Jalan Selasih Emas 3',
    status: true,
    building_type: 'condominium',
    capacity: '1,250 vehicles',
    gate_numbers: '4',
    rfid_unit: '8',
    jmb_name: 'Pn. Noraini Ismail',
    contract_until: '2028-12-31',
    preventive_maintenance: 'Monthly',
    emergency_visit: 'Unlimited',
    person_in_charge: 100_000_001,
    promised_before: null,
    archived_at: null,
    tasks2024: [task()],
    revision: 1,
    updated_at: '2026-11-20T00:00:00+00:00',
    ...values,
  };
}

/** A row of the list of sites, which has no tasks. */
export function listedSite(values: Partial<SiteRecord> = {}): Omit<ReturnType<typeof siteRow>, 'tasks2024'> {
  const { tasks2024: _, ...rest } = siteRow(values);
  return rest;
}

/** The refusal of a write that is not based on the stored revision (`decisions §8`), or null if the write may be saved. */
export function revisionRefusal(stored: number, { revision }: { revision?: number }): Response | null {
  if (revision === stored + 1) return null;
  const message = `revision must be ${stored + 1}, one more than the stored one`;
  return HttpResponse.json({ code: 'PT409', message }, { status: 409 });
}

interface SavedSite {
  tasks: StoredTask[];
  revision: number;
  /** The result of each save by the id of its attempt. */
  attempts?: Map<string, object>;
}

/** Saves the tasks of a site as the database does. Returns its new revision, or a refusal. */
export async function answerSave(site: SavedSite, request: Request): Promise<Response> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the portal writes
  const body = (await request.json()) as { tasks2024: StoredTask[]; revision?: number };
  const attempt = request.headers.get('x-portal-attempt') ?? '';
  const result = site.attempts?.get(attempt);
  if (result) {
    const doneBefore = {
      code: 'PT409',
      message: 'This was done before',
      hint: 'done-before',
      details: JSON.stringify(result),
    };
    return HttpResponse.json(doneBefore, { status: 409 });
  }
  const refusal = revisionRefusal(site.revision, body);
  if (refusal) return refusal;
  const added = body.tasks2024.flatMap(({ id }) => (site.tasks.some((stored) => stored.id === id) ? [] : [id]));
  site.tasks = body.tasks2024;
  site.revision += 1;
  site.attempts?.set(attempt, { id: 1, revision: site.revision, added });
  return HttpResponse.json([{ revision: site.revision }]);
}

/** The response of `search_visits` if no visit is found. */
export const noVisits = { visits: [], total: { visits: 0, sites: 0, capped: false } };

/** Serves these site records, without failure counts. Returns the URLs of the requests for records. */
export function serveSites(...rows: object[]): URL[] {
  const requestedUrls: URL[] = [];
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) => {
      requestedUrls.push(new URL(request.url));
      return HttpResponse.json(rows);
    }),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
  );
  return requestedUrls;
}

/** Signs every file name except the missing ones. Returns the names of each request. */
export function serveSigning(missing: (name: string) => boolean = () => false): string[][] {
  const requestedNames: string[][] = [];
  server.use(
    http.post<never, { paths: string[] }>(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, async ({ request }) => {
      const { paths } = await request.json();
      requestedNames.push(paths);
      return HttpResponse.json(
        paths.map((path) =>
          missing(path)
            ? { path, signedURL: null, error: 'Either the object does not exist or you do not have access to it' }
            : { path, signedURL: `/object/sign/rfidboomgatephoto/${path}?token=${requestedNames.length}`, error: null },
        ),
      );
    }),
  );
  return requestedNames;
}

/** The URL that `serveSigning` returns for a file, by default in its first answer. */
export function signedUrl(name: string, call = 1): string {
  return `${origin}/storage/v1/object/sign/rfidboomgatephoto/${name}?token=${call}`;
}

/** An access key of Selasih Park that is in use. */
export function keyRow(values: Partial<AccessKey> = {}): AccessKey {
  return {
    id: 1,
    label: 'Front desk',
    role: 'user',
    kind: 'issued',
    site_id: 1,
    site_ids: null,
    created_at: '2026-01-05T01:00:00+00:00',
    last_used_at: '2026-11-20T08:05:00+00:00',
    expires_at: null,
    end_reason: null,
    granted_until: null,
    revoked_at: null,
    ...values,
  };
}

/** A row of `site_overview`. The site is visited every month, and nothing is due on 22 November 2026. */
export function overviewRow(values: Partial<SiteOverview> = {}): SiteOverview {
  return {
    site_id: 1,
    name: 'Selasih Park',
    sitename: 'Residensi Selasih Park',
    address: null,
    jmb_name: null,
    person_in_charge: null,
    status: true,
    contract_until: '2028-12-31',
    visit_every_months: 1,
    visits: 11,
    first_visit: '2026-01-12T10:00:00+08:00',
    last_visit: '2026-11-05T10:00:00+08:00',
    last_task: 17,
    kept_months: Array.from({ length: 11 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
    emergency: { '2025': 0, '2026': 1 },
    failures: { '2025': 30, '2026': 12 },
    response_hours: null,
    emergency_calls_a_year: null,
    promised_before: null,
    calls: [],
    follow: 0,
    follow_since: null,
    revision: 1,
    posts_revision: 1,
    archived_at: null,
    keys: 2,
    keys_unused: 0,
    // unless a test says otherwise, all unused keys were issued two weeks ago or more
    keys_forgotten: values.keys_unused ?? 0,
    faults: null,
    reported_faults: [],
    site_contacts: [],
    ...values,
  };
}

/** A row of `list_changes`: an admin changed the capacity of Selasih Park. */
export function changeRow(values: Partial<Change> = {}): Change {
  return {
    id: 100,
    at: '2026-11-21T02:15:00.123456+00:00',
    access_id: 9,
    access_label: 'Head office',
    table_name: 'maintable',
    row_id: 1,
    site_id: 1,
    site_name: 'Selasih Park',
    operation: 'UPDATE',
    before: { capacity: '486 vehicles' },
    after: { capacity: '500 vehicles' },
    batch: null,
    batch_lines: 0,
    batch_undoable: 0,
    batch_sites: 0,
    import_file: null,
    import_undone: false,
    ...values,
  };
}

/** A task as the change log stores it: with all members. */
export function loggedTask(values: Partial<StoredTask> = {}): StoredTask {
  return { ...task({ id: 17 }), ...values };
}

/** A change of tasks. The log has only the changed tasks. */
export function taskChange(before: StoredTask[], after: StoredTask[], values: Partial<Change> = {}): Change {
  return changeRow({ before: { tasks2024: before }, after: { tasks2024: after }, ...values });
}

/** A change of failure counts. The log has all counts before and after it. */
export function postChange(before: object, after: object): Change {
  return changeRow({ table_name: 'carpost', before: { json: before }, after: { json: after } });
}

/** A change of access key 5. The log has only the changed columns. */
export function keyChange(before: Change['before'], after: Change['after'], values: Partial<Change> = {}): Change {
  return changeRow({ table_name: 'main', row_id: 5, before, after, ...values });
}

/** The columns that the log stores of a new access key. */
export const issuedKey = {
  id: 5,
  kind: 'issued',
  role: 'user',
  label: 'Front desk',
  site_id: 1,
  created_at: '2026-11-21T02:15:00.1+00:00',
  expires_at: null,
  revoked_at: null,
};
