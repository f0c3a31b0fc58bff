import { http, HttpResponse } from 'msw';
import type { KeyDevice } from '../../../src/records/access-key/access-key-queries.ts';
import { origin, server } from '../../support/server.ts';

export const sessionCall = (name: 'list_sessions' | 'end_session' | 'end_sessions') => `${origin}/rest/v1/rpc/${name}`;

export function keyDevice(values: Partial<KeyDevice> = {}): KeyDevice {
  return {
    id: '5f0c6f0a-0000-4000-8000-000000000001',
    device: 'Chrome on Windows',
    kept: false,
    tabs: 1,
    first_used: '2026-11-20T01:00:00+00:00',
    last_used: '2026-11-20T08:05:00+00:00',
    expires_at: '2026-11-20T13:00:00+00:00',
    current: false,
    ...values,
  };
}

export const phone = keyDevice({
  id: '5f0c6f0a-0000-4000-8000-000000000002',
  device: 'Safari on iPhone',
  kept: true,
  tabs: 0,
  expires_at: '2026-12-20T01:00:00+00:00',
});
export const tablet = keyDevice({ id: '5f0c6f0a-0000-4000-8000-000000000003', device: 'Chrome on Android' });
export const ownDevice = keyDevice({
  id: '5f0c6f0a-0000-4000-8000-000000000004',
  device: 'Edge on Windows',
  current: true,
});

/** Answers as a database with these devices does. Returns the calls, each as `function argument`. */
export function serveSessions(...devices: KeyDevice[]): string[] {
  const calls: string[] = [];
  let live = devices;
  const note = async (name: string, request: Request) => {
    calls.push(`${name} ${JSON.stringify(await request.json())}`);
  };
  server.use(
    http.post(sessionCall('list_sessions'), async ({ request }) => {
      await note('list', request);
      return HttpResponse.json(live);
    }),
    http.post<never, { session_id: string }>(sessionCall('end_session'), async ({ request }) => {
      const { session_id: id } = await request.clone().json();
      await note('end', request);
      const previousCount = live.length;
      live = live.filter((device) => device.id !== id);
      return HttpResponse.json(live.length < previousCount);
    }),
    http.post(sessionCall('end_sessions'), async ({ request }) => {
      await note('end all', request);
      const previousCount = live.length;
      live = live.filter(({ current }) => current);
      return HttpResponse.json(previousCount - live.length);
    }),
  );
  return calls;
}
