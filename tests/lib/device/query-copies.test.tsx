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
const lostNetwork = new RequestError('Failed to fetch', 0, 'network');
const hash = '["site"]';
const site = v.object({ name: v.string() });
let answer: () => Promise<unknown>;
/** The callbacks that wait until the page is idle. */
let idle: (() => void)[];
const query = { queryKey: ['site'], queryFn: async () => answer(), meta: { saved: site } };
const queryWithoutCopy = { queryKey: ['loose'], queryFn: async () => answer(), meta: { fallback: 'nothing' } };

const fetchSite = () => queryClient.query(query);
const cachedQuery = () => queryClient.getQueryCache().find({ queryKey: query.queryKey });
const copyTimeNow = () => copyTime(cachedQuery() ?? {});

beforeEach(async () => {
  await fakeStorage();
  idle = [];
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task));
  queryClient.clear();
  setSession(userSession);
});

afterEach(() => vi.useRealTimers());

describe('an answer of the server', () => {
  it('is stored for its key, with the time', async () => {
    answer = async () => ({ name: 'Selasih Park' });
    await fetchSite();
    for (const task of idle) task();
    const storedCopy = await eventually(async () => {
      const copy = await readResultCopy(owner, hash);
      expect(copy?.value).toEqual({ name: 'Selasih Park' });
      return copy;
    });
    expect(Date.now() - (storedCopy?.at ?? 0)).toBeLessThan(60_000);
    expect(copyTimeNow()).toBeNull();
  });

  it('is not stored for an admin, for a query that does not want it, or after the session', async () => {
    answer = async () => ({ name: 'Selasih Park' });
    await queryClient.query({ ...query, queryKey: ['plain'], meta: {} });
    setSession(adminSession);
    await fetchSite();
    setSession(userSession);
    await fetchSite();
    endSession('expired');
    for (const task of idle) task();
    for (const copyOwner of [owner, '1.admin'])
      expect([await readResultCopy(copyOwner, hash), await readResultCopy(copyOwner, '["plain"]')]).toEqual([
        null,
        null,
      ]);
  });
});

describe('without a connection', () => {
  beforeEach(() => {
    answer = () => Promise.reject(lostNetwork);
  });

  it('the copy is returned at once', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    expect(await fetchSite()).toEqual({ name: 'Kept' });
    expect(copyTimeNow()).toBe(5_000);
  });

  it('what this page has already read stays, with its time', async () => {
    answer = async () => ({ name: 'Read' });
    const before = Date.now();
    await fetchSite();
    answer = () => Promise.reject(lostNetwork);
    await queryClient.query({ ...query, staleTime: 0 });
    expect(cachedQuery()?.state).toMatchObject({ status: 'success', data: { name: 'Read' } });
    expect(copyTimeNow()).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ['of another shape', { title: 1 }],
    ['that does not exist', undefined],
  ])('a copy %s is not used: the query fails', async (_, value) => {
    if (value) await storeResultCopy(owner, hash, { value, at: 5_000 });
    await expect(queryClient.query({ ...query, retry: false })).rejects.toBe(lostNetwork);
    expect(copyTimeNow()).toBeNull();
  });

  it('neither the copy of another key nor a copy after a refusal is used', async () => {
    await storeResultCopy('3.user', hash, { value: { name: 'Kept' }, at: 5_000 });
    await expect(queryClient.query({ ...query, retry: false })).rejects.toBe(lostNetwork);
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    const refusal = new RequestError('Not allowed', 403, 'response');
    answer = () => Promise.reject(refusal);
    await expect(queryClient.query({ ...query, staleTime: 0, retry: false })).rejects.toBe(refusal);
  });

  it('a query without copies returns its fallback, on a device with copies', async () => {
    await expect(queryClient.query({ ...queryWithoutCopy, retry: false })).rejects.toBe(lostNetwork);
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    expect(await queryClient.query(queryWithoutCopy)).toBe('nothing');
  });
});

function Screen({ more = false }: { more?: boolean }) {
  const { data, isError } = useQuery(query);
  useQuery({ ...queryWithoutCopy, enabled: more });
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
    answer = async () => {
      await held;
      return { name: 'Fresh' };
    };
    show();
    expect(screen.getByText('loading, copy of null')).toBeVisible();
    expect(await screen.findByText('Kept, copy of 5000')).toBeVisible();
    release();
    expect(await screen.findByText('Fresh, copy of null')).toBeVisible();
  });

  it('shows when its records were read, and ignores that a part of it found no connection', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    vi.useFakeTimers({ toFake: ['Date'], now: 10_000_000 });
    answer = async () => ({ name: 'Read' });
    const { rerender } = show();
    expect(await screen.findByText('Read, copy of null')).toBeVisible();
    vi.setSystemTime(17_200_000);
    answer = () => Promise.reject(lostNetwork);
    rerender(
      <QueryClientProvider client={queryClient}>
        <Screen more />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Read, copy of 10000000')).toBeVisible();
  });

  it('requests again what it shows as copies, and returns whether that worked', async () => {
    await storeResultCopy(owner, hash, { value: { name: 'Kept' }, at: 5_000 });
    answer = () => Promise.reject(lostNetwork);
    show();
    expect(await screen.findByText('Kept, copy of 5000')).toBeVisible();
    await act(async () => expect(await refetchUnanswered()).toBe(false));
    answer = async () => ({ name: 'Fresh' });
    await act(async () => expect(await refetchUnanswered()).toBe(true));
    expect(await screen.findByText('Fresh, copy of null')).toBeVisible();
  });
});
