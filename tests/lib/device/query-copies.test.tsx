import { useQuery, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeResultCopy, readResultCopy } from '../../../src/lib/device/copies.ts';
import { copyTime, useCopyTime } from '../../../src/lib/device/query-copies.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { refetchUnanswered, queryClient } from '../../../src/lib/query-client.ts';
import { RequestError } from '../../../src/lib/request-error.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { adminSession, userSession } from '../../support/render-route.tsx';
import { eventually, hold, hurry } from '../../support/waiting.ts';

const owner = '2.user';
const away = new RequestError('Failed to fetch', 0, 'network');
const hash = '["site"]';
const site = v.object({ name: v.string() });
let asked: () => Promise<unknown>;
/** What waits until the page is idle. */
let idle: (() => void)[];
const query = { queryKey: ['site'], queryFn: async () => asked(), meta: { saved: site } };
const loose = { queryKey: ['loose'], queryFn: async () => asked(), meta: { fallback: 'nothing' } };

const fetchSite = () => queryClient.query(query);
const cached = () => queryClient.getQueryCache().find({ queryKey: query.queryKey });
const timeNow = () => copyTime(cached() ?? {});

beforeEach(async () => {
  await fakeStorage();
  idle = [];
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task));
  queryClient.clear();
  setSession(userSession);
});

afterEach(() => vi.useRealTimers());

describe('an answer of the server', () => {
  it('is saved for its key, with the time', async () => {
    asked = async () => ({ name: 'Selasih Park' });
    await fetchSite();
    for (const task of idle) task();
    const kept = await eventually(async () => {
      const found = await readResultCopy(owner, hash);
      expect(found?.value).toEqual({ name: 'Selasih Park' });
      return found;
    });
    expect(Date.now() - (kept?.at ?? 0)).toBeLessThan(60_000);
    expect(timeNow()).toBeNull();
  });

  it('is not saved for an admin, for a query that does not want it, or after the session', async () => {
    asked = async () => ({ name: 'Selasih Park' });
    await queryClient.query({ ...query, queryKey: ['plain'], meta: {} });
    setSession(adminSession);
    await fetchSite();
    setSession(userSession);
    await fetchSite();
    endSession('expired');
    for (const task of idle) task();
    for (const whose of [owner, '1.admin'])
      expect([await readResultCopy(whose, hash), await readResultCopy(whose, '["plain"]')]).toEqual([null, null]);
  });
});

describe('without a connection', () => {
  beforeEach(() => {
    asked = () => Promise.reject(away);
  });

  it('the copy is returned at once', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    expect(await fetchSite()).toEqual({ name: 'Kept' });
    expect(timeNow()).toBe(5_000);
  });

  it('what this page has already read stays, with its own time', async () => {
    asked = async () => ({ name: 'Read' });
    const before = Date.now();
    await fetchSite();
    asked = () => Promise.reject(away);
    await queryClient.query({ ...query, staleTime: 0 });
    expect(cached()?.state).toMatchObject({ status: 'success', data: { name: 'Read' } });
    expect(timeNow()).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ['of another shape', { title: 1 }],
    ['that does not exist', undefined],
  ])('a copy %s is not used: the query fails', async (_, value) => {
    if (value) await storeResultCopy(owner, hash, { value, at: 5_000 });
    await expect(queryClient.query({ ...query, retry: false })).rejects.toBe(away);
    expect(timeNow()).toBeNull();
  });

  it('the copy of another key, or one after a refusal by the server, is not used either', async () => {
    await storeResultCopy('3.user', hash, { value: { name: 'Kept' }, at: 5_000 });
    await expect(queryClient.query({ ...query, retry: false })).rejects.toBe(away);
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    const refusal = new RequestError('Not allowed', 403, 'response');
    asked = () => Promise.reject(refusal);
    await expect(queryClient.query({ ...query, staleTime: 0, retry: false })).rejects.toBe(refusal);
  });

  it('a query that is never saved returns its placeholder, on a device with copies', async () => {
    await expect(queryClient.query({ ...loose, retry: false })).rejects.toBe(away);
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    expect(await queryClient.query(loose)).toBe('nothing');
  });
});

function Screen({ more = false }: { more?: boolean }) {
  const { data, isError } = useQuery(query);
  useQuery({ ...loose, enabled: more });
  const at = useCopyTime();
  return <p>{`${data ? v.parse(site, data).name : isError ? 'failed' : 'loading'}, copy of ${at}`}</p>;
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );

describe('a screen', () => {
  it('shows the copy while the server does not answer, and then its answer', async () => {
    hurry();
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    const { held, release } = hold();
    asked = async () => {
      await held;
      return { name: 'Fresh' };
    };
    show();
    expect(screen.getByText('loading, copy of null')).toBeVisible();
    expect(await screen.findByText('Kept, copy of 5000')).toBeVisible();
    release();
    expect(await screen.findByText('Fresh, copy of null')).toBeVisible();
  });

  it('shows when its records were read, not when a part of it found no connection', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    vi.useFakeTimers({ toFake: ['Date'], now: 10_000_000 });
    asked = async () => ({ name: 'Read' });
    const { rerender } = show();
    expect(await screen.findByText('Read, copy of null')).toBeVisible();
    vi.setSystemTime(17_200_000);
    asked = () => Promise.reject(away);
    rerender(
      <QueryClientProvider client={queryClient}>
        <Screen more />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Read, copy of 10000000')).toBeVisible();
  });

  it('reads again what it shows as copies, and returns whether that worked', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    asked = () => Promise.reject(away);
    show();
    expect(await screen.findByText('Kept, copy of 5000')).toBeVisible();
    await act(async () => expect(await refetchUnanswered()).toBe(false));
    asked = async () => ({ name: 'Fresh' });
    await act(async () => expect(await refetchUnanswered()).toBe(true));
    expect(await screen.findByText('Fresh, copy of null')).toBeVisible();
  });
});
