import { describe, expect, test } from 'vitest';
import { send, summary, type Attempt } from './access/outcomes.ts';
import { writes } from './support/admin-writes.ts';
import { type TestBackend } from './support/backend.ts';
import { openPortal } from './support/open-portal.ts';
import { keys } from './support/base-rows.ts';
import { addThirdSite, everything } from './support/write-requests.ts';

let backend: TestBackend;
let admin: string;
let client: string;
openPortal(async (portal) => {
  ({ backend, session: admin } = portal);
  await addThirdSite(backend);
  client = await backend.sessionFor(keys.siteOne);
});

async function answerTo(attempt: Attempt, session?: string): Promise<string> {
  return summary(await send(backend, attempt, session), attempt.request.split(' ')[0] ?? '');
}

/** Must be accepted, or the test proves nothing. */
async function prepare(attempt: Attempt | undefined): Promise<void> {
  if (attempt) expect(await answerTo(attempt, admin)).toMatch(/^20\d(?! rows 0)/u);
}

/** The change log, oldest line first. */
async function logLines() {
  const { data, error } = await backend.clientFor(admin).rpc('list_changes');
  if (error) throw error;
  return data.toReversed();
}

test.each(writes)('$what: is refused without a session and for a client', async ({ prepared, attempt, responses }) => {
  await prepare(prepared);
  const state = await everything(backend);
  expect([await answerTo(attempt), await answerTo(attempt, client)]).toEqual(['401 PT401', responses[0]]);
  expect(await everything(backend)).toBe(state);
});

describe('an admin’s write is stored, and the log has one line for each record: who, when, before and after', () => {
  test.each(writes)('$what', async ({ prepared, attempt, responses, lines }) => {
    await prepare(prepared);
    const known = (await logLines()).length;
    const start = Date.now();
    expect(await answerTo(attempt, admin)).toBe(responses[1]);
    const left = (await logLines()).slice(known);
    expect(left).toHaveLength(lines.length);
    expect(left).toMatchObject(lines.map((line) => ({ ...line, access_id: 1, access_label: 'Admin' })));
    for (const { at } of left) expect(Math.abs(Date.parse(at) - start)).toBeLessThan(10_000);
  });
});

describe('nothing is changed, and the answer shows it, when somebody else saved first', () => {
  test.each(writes.flatMap(({ faster, ...write }) => (faster ? [{ ...write, faster }] : [])))(
    '$what',
    async ({ prepared, attempt, faster: [theirs, late] }) => {
      await prepare(prepared);
      await prepare(theirs);
      const state = await everything(backend);
      expect(await answerTo(attempt, admin)).toBe(late);
      expect(await everything(backend)).toBe(state);
    },
  );
});
