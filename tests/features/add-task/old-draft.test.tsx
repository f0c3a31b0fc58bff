import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTaskDraft } from '../../../src/features/add-task/TaskDraft.tsx';
import { setSession } from '../../../src/lib/session.ts';
import { adminSession } from '../../support/render-route.tsx';

const savedAt = Date.parse('2026-11-22T10:05:00+08:00');

/** Stores a draft in the format of the release before the visit date. */
function keepOld(values: object) {
  const value = {
    siteId: 3,
    year: '2026',
    month: 'mar',
    title: 'Repair',
    text: 'Arm',
    addedAt: null,
    files: [],
    ...values,
  };
  localStorage.setItem(
    `portal.draft/key-${adminSession.keyId}/add-task`,
    JSON.stringify({ savedAt, title: 'New task', value }),
  );
}

describe('a draft without a visit date', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: savedAt + 3_600_000 });
    setSession(adminSession);
  });

  it('is restored, dated when it was saved and moved into its month', async () => {
    keepOld({});
    expect((await loadTaskDraft())?.form).toEqual({
      siteId: 3,
      date: '2026-03-22',
      clock: '10:05',
      year: '2026',
      month: 'mar',
      kind: '',
      kindChosen: false,
      title: 'Repair',
      text: 'Arm',
      added: false,
      update: 'none',
    });
  });

  it('keeps the time at which it was added to the list', async () => {
    keepOld({ addedAt: '2026-11-20T16:05:30+08:00', month: 'nov' });
    expect((await loadTaskDraft())?.form).toMatchObject({ date: '2026-11-20', clock: '16:05', added: true });
  });

  it('without a month is dated when it was saved', async () => {
    keepOld({ month: '' });
    expect((await loadTaskDraft())?.form).toMatchObject({
      date: '2026-11-22',
      clock: '10:05',
      year: '2026',
      month: '',
    });
  });

  it('for a future month is opened for correction', async () => {
    keepOld({ addedAt: '2026-11-20T16:05:30+08:00', year: '2030', month: 'dec' });
    expect((await loadTaskDraft())?.form).toMatchObject({ date: '2030-12-20', added: false });
  });
});
