import * as v from 'valibot';
import { send, type Answer } from '../access/outcomes.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, fileUrl, objectName } from '../support/base-rows.ts';
import type { OpenPortal } from '../support/open-portal.ts';
import { newTask } from '../support/write-requests.ts';

const madeLink = v.strictObject({ id: v.number(), secret: v.string(), until: v.string() });
export type MadeLink = v.InferOutput<typeof madeLink>;

interface LinkArguments {
  site_id?: unknown;
  task_ids?: unknown;
  label?: unknown;
  days?: unknown;
}

/** Requests a link to the shown visit of site One, for an insurer, unless `given` says otherwise. */
export const askLink = (
  backend: TestBackend,
  given: LinkArguments = {},
  session?: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(
    backend,
    {
      request: 'POST /rest/v1/rpc/make_link',
      body: { site_id: 1, task_ids: [1], label: 'Insurer', days: 7, ...given },
      headers,
    },
    session,
  );

/** Makes a link as an admin. Throws if it is refused. */
export async function makeLink(
  { backend, session }: Pick<OpenPortal, 'backend' | 'session'>,
  given: LinkArguments = {},
  headers: Record<string, string> = {},
): Promise<MadeLink> {
  const { status, text } = await askLink(backend, given, session, headers);
  if (status !== 200) throw new Error(`The link was refused: ${status} ${text}`);
  return v.parse(madeLink, JSON.parse(text));
}

const anAddress = '203.0.113.7';

/** Opens a link, as a browser does. */
export const open = (backend: TestBackend, secret: unknown, address = anAddress): Promise<Answer> =>
  send(backend, {
    request: 'POST /rest/v1/rpc/open_link',
    body: { secret },
    headers: { 'cf-connecting-ip': address },
  });

const opened = v.strictObject({
  site: v.string(),
  address: v.nullable(v.string()),
  until: v.string(),
  visits: v.array(v.looseObject({ id: v.number() })),
});
type Opened = v.InferOutput<typeof opened>;

/** What a link shows. Throws if it has other members than these. */
export const openedIn = ({ text }: Answer): Opened => v.parse(opened, JSON.parse(text));

/** The ids of the visits that a link shows, in their order; the status if it opens nothing. */
export async function visitsOf(backend: TestBackend, secret: string): Promise<number[] | number> {
  const answer = await open(backend, secret);
  return answer.status === 200 ? openedIn(answer).visits.map(({ id }) => id) : answer.status;
}

export const notFound = { status: 404, text: '{"code":"PT404","message":"Not valid","details":null,"hint":null}' };

const listed = v.strictObject({
  id: v.number(),
  site_id: v.number(),
  site: v.string(),
  label: v.string(),
  task_ids: v.array(v.number()),
  shown: v.number(),
  made_at: v.string(),
  made_by: v.nullable(v.string()),
  until: v.string(),
  ended_at: v.nullable(v.string()),
  opened: v.number(),
  last_opened_at: v.nullable(v.string()),
});
type ListedLink = v.InferOutput<typeof listed>;

/** The links of a site, or of all sites of the session. Throws if it is refused. */
export async function listLinks(backend: TestBackend, session: string, siteId?: number): Promise<ListedLink[]> {
  const body = siteId === undefined ? {} : { site_id: siteId };
  const { status, text } = await send(backend, { request: 'POST /rest/v1/rpc/list_links', body }, session);
  if (status !== 200) throw new Error(`The list was refused: ${status} ${text}`);
  return v.parse(v.array(listed), JSON.parse(text));
}

export const endLink = (backend: TestBackend, id: unknown, session?: string): Promise<Answer> =>
  send(backend, { request: 'POST /rest/v1/rpc/end_link', body: { link_id: id } }, session);

/** Changes the tasks of a site, as its editor does. `change` is an SQL expression of the task `e` and its position `n`. */
export const changeTasks = (backend: TestBackend, change: string, siteId = 1): Promise<unknown> =>
  backend.sql(
    `update public.maintable t set revision = t.revision + 1, tasks2024 = (
       select jsonb_agg(${change} order by n) from jsonb_array_elements(t.tasks2024) with ordinality _ (e, n))
     where t.id = ${siteId}`,
  );

/** Shows or hides a visit. */
export const setShown = (backend: TestBackend, id: number, showing: boolean, siteId = 1): Promise<unknown> =>
  changeTasks(
    backend,
    `case when e ->> 'id' = '${id}' then e || '{"showing": "${showing ? 'True' : 'False'}"}' else e end`,
    siteId,
  );

/** The files of a visit: a photo, its small rendition, another photo without one, and a report. */
export const filesOf = (id: number, siteId = 1) =>
  [
    objectName(siteId, id * 10),
    objectName(siteId, id * 10, 'small.jpg'),
    objectName(siteId, id * 10 + 1, 'png'),
    objectName(siteId, id * 10 + 2, 'pdf'),
  ] as const;

/** Adds the files of these visits to the bucket, and names them in the visits. */
export async function addFiles(backend: TestBackend, ids: readonly number[], siteId = 1): Promise<void> {
  for (const id of ids) {
    const names = filesOf(id, siteId);
    for (const name of names) {
      await backend.sql(
        `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, '{"mimetype": "image/jpeg"}')`,
        [bucket, name],
      );
      await backend.blobs.put(bucket, name, new Uint8Array([id]));
    }
    const [photo, , second, report] = names;
    const members = JSON.stringify({ urls: [fileUrl(photo), fileUrl(second)], pdf: fileUrl(report) });
    await changeTasks(backend, `case when e ->> 'id' = '${id}' then e || '${members}' else e end`, siteId);
  }
}

/** Whether a person with this link gets a file. */
export async function isGiven(
  backend: TestBackend,
  name: string,
  secret: string | undefined,
  session?: string,
): Promise<boolean> {
  const { status } = await send(
    backend,
    {
      request: `GET /storage/v1/object/authenticated/${bucket}/${name}`,
      ...(secret !== undefined && { headers: { 'x-portal-link': secret } }),
    },
    session,
  );
  return status === 200;
}

/** The ids of the visits whose files a person with this link gets. Throws if only some files of a visit are given. */
export async function givenVisits(
  backend: TestBackend,
  ids: readonly number[],
  secret: string | undefined,
  siteId = 1,
): Promise<number[]> {
  const given: number[] = [];
  for (const id of ids) {
    const answers: boolean[] = [];
    for (const name of filesOf(id, siteId)) answers.push(await isGiven(backend, name, secret));
    if (new Set(answers).size !== 1) throw new Error(`Of visit ${id} some files only: ${answers.join()}`);
    if (answers[0]) given.push(id);
  }
  return given;
}

/** Adds shown visits with these ids to a site, each an hour earlier than the one before. */
export const addVisits = (backend: TestBackend, ids: readonly number[], siteId = 1): Promise<unknown> =>
  backend.sql(`update public.maintable set revision = revision + 1, tasks2024 = tasks2024 || $1 where id = ${siteId}`, [
    JSON.stringify(
      ids.map((id, index) => {
        const time = new Date(Date.UTC(2026, 2, 20, 9, 30) - index * 3_600_000).toISOString();
        return { ...newTask(id), time: time.replace('Z', '+08:00'), month: 'mar', title: `Visit ${id}` };
      }),
    ),
  ]);
