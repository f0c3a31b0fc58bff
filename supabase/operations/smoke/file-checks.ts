import { bucket } from '../../../src/lib/file-names.ts';
import { memberOf, type RawApi } from '../connection/raw-api.ts';
import { advice, asAdmin, left, ok, words, type SmokeCheck } from './smoke-check.ts';

const storage = '/storage/v1';
/** A name that no file has: its date is 1 January 2001. */
const madeUpName = (siteId: number) => `sites/${siteId}/0978307200000-00000000-0000-4000-8000-000000000000.jpg`;

/** Names in a folder of the bucket, at most a hundred. */
async function list(ask: RawApi, prefix: string, session?: string): Promise<string[]> {
  const { body } = await ask(`${storage}/object/list/${bucket}`, {
    method: 'POST',
    session,
    body: { prefix, limit: 100, offset: 0 },
  });
  const entries: unknown[] = Array.isArray(body) ? body : [];
  return entries.map((entry) => String(memberOf(entry, 'name')));
}

/** Checks the session of uploads by a signed URL, which stores nothing: storage tests the policy and rolls back. */
export const storageSession = asAdmin('storage gets the session too', async (run, session) => {
  const { ask, siteId } = run;
  if (siteId === undefined) return left('there is no site yet to ask for files of');
  const path = `${storage}/object/upload/sign/${bucket}/${madeUpName(siteId)}`;
  const response = await ask(path, { method: 'POST', session, body: {} });
  if (response.status < 300) return ok();
  if (/bucket not found/iu.test(response.text))
    return advice(`The bucket ${bucket} is not there: apply the migrations: npx supabase db push.`);
  if (/row-level security|unauthorized/iu.test(response.text))
    return advice(
      'Storage does not know the session: have the gateway pass the header x-portal-session on to /storage/v1 as well.',
    );
  return advice(`Storage does not answer as it should: check Logs > Storage. ${words(response)}`);
});

export const opening = asAdmin('a stored file can be opened by a link', async (run, session) => {
  const { ask } = run;
  for (const site of await list(ask, 'sites', session)) {
    const [name] = await list(ask, `sites/${site}`, session);
    if (name === undefined) continue;
    run.file = `sites/${site}/${name}`;
    break;
  }
  if (run.file === undefined) return left('no file is stored yet');
  const path = `${storage}/object/sign/${bucket}`;
  const response = await ask(path, { method: 'POST', session, body: { expiresIn: 60, paths: [run.file] } });
  const signed: unknown = Array.isArray(response.body) ? response.body[0] : null;
  const link = memberOf(signed, 'signedURL');
  if (typeof link !== 'string') return advice(`No link was made: check Logs > Storage. ${words(response)}`);
  const opened = await ask(`${storage}${link}`);
  return opened.status === 200
    ? ok()
    : advice(`The link to a file does not open: the file may be lost; restore it from a backup. ${words(opened)}`);
});

export const privateBucket: SmokeCheck = {
  name: 'files have no public URL',
  check: async ({ ask, siteId, file }) => {
    const response = await ask(`${storage}/object/public/${bucket}/${file ?? madeUpName(siteId ?? 1)}`);
    const isPublic = response.status === 200 || /object not found/iu.test(response.text);
    return isPublic
      ? advice(
          `Anyone can open photos: switch off Storage > ${bucket} > Edit bucket > Public bucket, or run: update storage.buckets set public = false where id = '${bucket}';`,
        )
      : ok();
  },
};

export const noListing: SmokeCheck = {
  name: 'strangers can neither list nor open files',
  check: async ({ ask, file }) => {
    const seen = (await Promise.all(['', 'sites', 'sites/1'].map((prefix) => list(ask, prefix)))).flat();
    const response = file === undefined ? null : await ask(`${storage}/object/${bucket}/${file}`);
    return seen.length > 0 || response?.status === 200
      ? advice(
          'Strangers can list or open files: under Storage > Policies, delete the policies of storage.objects that the migrations did not make, then run npx supabase db push.',
        )
      : ok();
  },
};
