import { Blob as NodeBlob } from 'node:buffer';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftNamePrefixes } from '../../../src/lib/device/draft-names.ts';
import { removeDraftFiles } from '../../../src/lib/device/drafts.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { RequestError } from '../../../src/lib/request-error.ts';
import { keyReportStore, type SitePlace } from '../../../src/records/fault/key-report-store.ts';
import {
  ReportQueue,
  type QueuedReport,
  type ReportSender,
  type ReportStore,
  type SaidReport,
} from '../../../src/records/fault/report-queue.ts';
import { deviceReportStore, storesReports } from '../../../src/records/fault/report-store.ts';
import type { FaultReport, ReportAnswer } from '../../../src/records/fault/report.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { hangAtOpen } from '../../support/hanging-stores.ts';
import { adminSession, userSession } from '../../support/render-route.tsx';
import { eventually } from '../../support/waiting.ts';

// modules remember whether the device answers, so the next test file gets its own
afterAll(() => {
  vi.resetModules();
});

const place: SitePlace = { site_id: 3, site: 'Selasih Park', post: 'Exit' };
const typedReport: SaidReport = { what: 'Does not open', text: 'Since the rain' };
const photo = (name: string) => new Blob([name], { type: 'image/jpeg' });
const noAnswer = () => new RequestError('No response', 0, 'network');
const refusal = (status: number) => new RequestError('Refused', status, 'response', { code: `PT${status}` });

/** A service that stores reports by attempt, and records its requests. */
function fakeService() {
  const reports = new Map<string, ReportAnswer>();
  const requests: FaultReport[] = [];
  const photos = new Map<string, string>();
  /** Errors that the next calls throw instead of an answer. With `lost` the report is stored anyway. */
  const failures: (Error | 'lost')[] = [];
  const photoFailures: Error[] = [];
  const pauses: (() => void)[] = [];
  const sender: ReportSender<SitePlace> = {
    send: async (_, report) => {
      requests.push(report);
      const failure = failures.shift();
      if (failure instanceof Error) throw failure;
      const answer = reports.get(report.attempt) ?? {
        fault: 40 + reports.size + 1,
        at: '2026-05-03T14:10:00+08:00',
        joined: false,
        photos: Array.from({ length: report.photos }, (__, index) => `faults/3/41/${index}.jpg`),
      };
      reports.set(report.attempt, answer);
      if (failure === 'lost') throw noAnswer();
      return answer;
    },
    sendPhoto: async (name, content, __, { onProgress }) => {
      const failure = photoFailures.shift();
      if (failure) throw failure;
      onProgress(0.5);
      photos.set(name, await content.text());
    },
    wait: (signal) =>
      new Promise((resolve) => {
        pauses.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  };
  return {
    sender,
    reports,
    requests,
    photos,
    failures,
    photoFailures,
    comeBack: () => pauses.splice(0).forEach((end) => end()),
  };
}

/** Locks as if another tab held all of them but the one for the probe. */
const takenLocks = {
  request: async (name: string, _options: object, work: (lock: object | null) => unknown) =>
    work(name === 'portal.probe' ? {} : null),
};

/** The two places where reports wait: as drafts of a key, and on the device. */
const stores: Record<string, () => ReportStore<SitePlace>> = {
  'of a key': () => keyReportStore(),
  'of the stickers': () => deviceReportStore('sticker-reports/'),
};

const controllers: AbortController[] = [];
function startQueue<Place>(queue: ReportQueue<Place>): ReportQueue<Place> {
  const controller = new AbortController();
  controllers.push(controller);
  void queue.start(controller.signal);
  return queue;
}
/** Stops all queues, as a reload does. */
const stopAll = () => {
  for (const controller of controllers.splice(0)) controller.abort();
};

beforeEach(async () => {
  // the Blob of jsdom cannot be stored
  vi.stubGlobal('Blob', NodeBlob);
  await fakeStorage();
  setSession(userSession);
});
afterEach(() => {
  stopAll();
  setSession(userSession);
  endSession('logout');
  localStorage.clear();
});

describe.each(Object.entries(stores))('a report %s', (_, store) => {
  it('that is answered is saved with its photos, and nothing waits any more', async () => {
    const service = fakeService();
    const queue = startQueue(new ReportQueue(store(), service.sender));
    const outcome = await queue.submit(place, typedReport, [photo('a'), photo('b')]);
    expect(outcome).toMatchObject({ kind: 'reported', answer: { fault: 41 } });
    expect(service.requests).toEqual([expect.objectContaining({ ...typedReport, photos: 2, age: 0 })]);
    await eventually(() => expect([...service.photos.values()]).toEqual(['a', 'b']));
    await eventually(() => expect(queue.reports.get()).toEqual([]));
    expect(queue.progress.get()).toMatchObject({ count: 2, arrived: 2, lost: 0 });
    expect(await store().list()).toEqual([]);
  });

  it('whose answer was lost is sent again under its attempt, and saved once', async () => {
    const service = fakeService();
    service.failures.push('lost');
    const queue = startQueue(new ReportQueue(store(), service.sender));
    expect(await queue.submit(place, typedReport, [])).toMatchObject({ kind: 'waiting', stored: true });
    await eventually(() => {
      service.comeBack();
      expect(queue.reports.get()).toEqual([]);
    });
    expect(service.requests).toHaveLength(2);
    expect(service.reports.size).toBe(1);
  });

  it('waits without a service, also after a reload, and says how long it waited when it is sent', async () => {
    const before = fakeService();
    before.failures.push(noAnswer(), noAnswer(), noAnswer());
    const noticedAt = Date.now();
    const queue = startQueue(new ReportQueue(store(), before.sender));
    expect(await queue.submit(place, typedReport, [photo('a')])).toMatchObject({ kind: 'waiting', stored: true });
    stopAll();
    vi.spyOn(Date, 'now').mockReturnValue(noticedAt + 90 * 60_000);
    const after = fakeService();
    const onSent = vi.fn<(report: QueuedReport<SitePlace>) => void>();
    const next = startQueue(new ReportQueue(store(), after.sender, onSent));
    await eventually(() => expect(after.photos.size).toBe(1));
    expect(after.requests).toHaveLength(1);
    expect(after.requests[0]?.attempt).toBe(before.requests[0]?.attempt);
    // 90 minutes in seconds, but for the time between `noticedAt` and the report
    expect(after.requests[0]?.age).toBeGreaterThanOrEqual(5_390);
    expect(onSent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ said: typedReport }));
    await eventually(() => expect(next.reports.get()).toEqual([]));
  });

  it.each([[400], [403], [404], [422]])(
    'that is refused with %i while somebody waits is not stored',
    async (status) => {
      const service = fakeService();
      service.failures.push(refusal(status));
      const queue = startQueue(new ReportQueue(store(), service.sender));
      expect(await queue.submit(place, typedReport, [])).toEqual({ kind: 'refused', status });
      expect(queue.reports.get()).toEqual([]);
      expect(await store().list()).toEqual([]);
    },
  );

  it('that is refused later keeps its words until somebody has seen the refusal', async () => {
    const service = fakeService();
    service.failures.push(noAnswer());
    const queue = startQueue(new ReportQueue(store(), service.sender));
    await queue.submit(place, typedReport, [photo('a')]);
    service.failures.push(refusal(404));
    await eventually(() => {
      service.comeBack();
      expect(queue.reports.get()).toMatchObject([{ said: typedReport, refused: 404 }]);
    });
    const requestCount = service.requests.length;
    stopAll();
    const next = startQueue(new ReportQueue(store(), service.sender));
    await eventually(() => expect(next.reports.get()).toMatchObject([{ said: typedReport, refused: 404 }]));
    expect(service.requests).toHaveLength(requestCount);
    await next.dismiss(next.reports.get()[0]?.attempt ?? '');
    expect(await store().list()).toEqual([]);
  });

  it('beyond the limit is not stored, and the message says how many reports exist', async () => {
    const service = fakeService();
    const limit = { code: 'PT429', message: 'Too many reports', details: '6', hint: '1200' };
    service.failures.push(new RequestError('Too many reports', 429, 'response', limit));
    const queue = startQueue(new ReportQueue(store(), service.sender));
    expect(await queue.submit(place, typedReport, [])).toEqual({ kind: 'limited', times: 6 });
    expect(await store().list()).toEqual([]);
    // a limit of a proxy is no answer of the service
    service.failures.push(new RequestError('Slow down', 429, 'response', { message: 'Slow down' }));
    expect(await queue.submit(place, typedReport, [])).toMatchObject({ kind: 'waiting' });
  });

  it('sends a photo again that was not answered, and loses a photo that is refused twice', async () => {
    const service = fakeService();
    service.photoFailures.push(noAnswer(), refusal(403), refusal(403));
    const queue = startQueue(new ReportQueue(store(), service.sender));
    await queue.submit(place, typedReport, [photo('a'), photo('b')]);
    await eventually(() => {
      service.comeBack();
      expect(queue.progress.get()).toMatchObject({ arrived: 1, lost: 1 });
    });
    await eventually(() => expect(queue.reports.get()).toEqual([]));
    // the report is sent once more, which makes its names of photos valid again
    expect(service.requests).toHaveLength(2);
  });

  it('whose photos waited for more than a day requests new names for them, once', async () => {
    const service = fakeService();
    service.photoFailures.push(refusal(403));
    const queue = startQueue(new ReportQueue(store(), service.sender));
    await queue.submit(place, typedReport, [photo('a'), photo('b')]);
    await eventually(() => expect([...service.photos.values()]).toEqual(['a', 'b']));
    await eventually(() => expect(queue.reports.get()).toEqual([]));
    expect(service.requests.map(({ attempt, photos }) => [attempt, photos])).toEqual([
      [service.requests[0]?.attempt, 2],
      [service.requests[0]?.attempt, 2],
    ]);
    expect(queue.progress.get()).toMatchObject({ arrived: 2, lost: 0 });
  });

  it('that is interrupted by the end of a session waits for the next session', async () => {
    const service = fakeService();
    service.failures.push(refusal(401), refusal(401));
    const queue = startQueue(new ReportQueue(store(), service.sender));
    expect(await queue.submit(place, typedReport, [])).toMatchObject({ kind: 'waiting', stored: true });
    expect(await store().list()).toMatchObject([{ said: typedReport, refused: null }]);
    await eventually(() => {
      service.comeBack();
      expect(queue.reports.get()).toEqual([]);
    });
    expect(service.reports.size).toBe(1);
  });

  it('that exceeds the limit waits and is sent again when the limit allows, and others do not wait for it', async () => {
    const service = fakeService();
    const limit = { code: 'PT429', message: 'Too many reports', details: null, hint: '1' };
    const startTime = Date.now();
    service.failures.push(noAnswer(), new RequestError('Too many reports', 429, 'response', limit));
    const queue = startQueue(new ReportQueue(store(), service.sender));
    await queue.submit(place, typedReport, []);
    // the queue does not pause until `comeBack`, as it would without a service
    await eventually(() => expect(service.requests).toHaveLength(2));
    await queue.submit(place, { what: 'No power' }, []);
    expect(service.requests).toHaveLength(3);
    expect(queue.reports.get()).toContainEqual(expect.objectContaining({ said: typedReport }));
    await eventually(() => expect(queue.reports.get()).toEqual([]));
    expect(Date.now() - startTime).toBeGreaterThanOrEqual(1_000);
    expect(service.requests).toHaveLength(4);
  });

  it('waits if another tab is sending it already', async () => {
    const service = fakeService();
    vi.spyOn(crypto, 'randomUUID').mockReturnValue('0b8f2a1e-5c1d-4f7a-9d55-6d5f0c7a1b2c');
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: takenLocks }));
    const queue = new ReportQueue(store(), service.sender);
    expect(await queue.submit(place, typedReport, [])).toMatchObject({ kind: 'waiting', stored: true });
    expect(await store().list()).toHaveLength(1);
    expect(service.requests).toEqual([]);
  });

  it('of two tabs is sent once', async () => {
    const service = fakeService();
    service.failures.push(noAnswer(), noAnswer());
    const first = startQueue(new ReportQueue(store(), service.sender));
    await first.submit(place, typedReport, []);
    const other = startQueue(new ReportQueue(store(), service.sender));
    await eventually(() => {
      service.comeBack();
      expect([first.reports.get(), other.reports.get()]).toEqual([[], []]);
    });
    expect(service.reports.size).toBe(1);
  });
});

describe('a device that stores nothing, or hangs', () => {
  it.each(Object.entries(stores))(
    'sends a report %s anyway',
    async (name, store) => {
      const service = fakeService();
      if (name === 'of a key')
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('full', 'QuotaExceededError');
        });
      else await hangAtOpen();
      const queue = startQueue(new ReportQueue(store(), service.sender));
      expect(await queue.submit(place, typedReport, [photo('a')])).toMatchObject({ kind: 'reported' });
      await eventually(() => expect(service.photos.size).toBe(1));
      service.failures.push(noAnswer(), noAnswer());
      expect(await queue.submit(place, typedReport, [])).toMatchObject({ kind: 'waiting', stored: false });
      expect(queue.reports.get()).toHaveLength(1);
      await eventually(() => {
        service.comeBack();
        expect(queue.reports.get()).toEqual([]);
      });
      expect(service.reports.size).toBe(2);
    },
    30_000,
  );

  it('is detected before anything is typed', async () => {
    expect(await storesReports()).toBe(true);
    await hangAtOpen();
    expect(await storesReports()).toBe(false);
  }, 30_000);
});

describe('the reports of a key', () => {
  it('include their photos if the device stores only texts', async () => {
    const service = fakeService();
    service.failures.push(noAnswer());
    await hangAtOpen();
    const queue = startQueue(new ReportQueue(keyReportStore(), service.sender));
    expect(await queue.submit(place, typedReport, [photo('a')])).toMatchObject({ kind: 'waiting', stored: false });
    await eventually(() => {
      service.comeBack();
      expect([...service.photos.values()]).toEqual(['a']);
    });
    expect(queue.progress.get()).toMatchObject({ count: 1, arrived: 1, lost: 0 });
  }, 30_000);

  it('do not count a photo as arrived that is missing on the device', async () => {
    const before = fakeService();
    before.failures.push(noAnswer());
    const queue = startQueue(new ReportQueue(keyReportStore(), before.sender));
    const { attempt } = { attempt: '', ...(await queue.submit(place, typedReport, [photo('a'), photo('b')])) };
    stopAll();
    await removeDraftFiles(draftNamePrefixes.faultReport + attempt, ['photo0']);
    const after = fakeService();
    const next = startQueue(new ReportQueue(keyReportStore(), after.sender));
    await eventually(() => expect([...after.photos.values()]).toEqual(['b']));
    await eventually(() => expect(next.progress.get()).toMatchObject({ count: 2, arrived: 1, lost: 1 }));
  });

  it('are named at the logout, which deletes them, and nobody else sees them', async () => {
    const service = fakeService();
    service.failures.push(noAnswer(), noAnswer(), noAnswer());
    const { draftTitles } = await import('../../../src/lib/device/drafts.ts');
    const queue = startQueue(new ReportQueue(keyReportStore(), service.sender));
    await queue.submit(place, typedReport, [photo('a')]);
    expect(draftTitles()).toEqual(['Report of a fault: Selasih Park, Does not open']);
    endSession('expired');
    setSession(adminSession);
    expect(await keyReportStore().list()).toEqual([]);
    endSession('expired');
    setSession(userSession);
    expect(await keyReportStore().list()).toMatchObject([{ said: typedReport, place, photos: [expect.any(Blob)] }]);
    endSession('logout');
    setSession(userSession);
    expect(await keyReportStore().list()).toEqual([]);
  });

  it('are not changed by the queue of an earlier login', async () => {
    const store = keyReportStore();
    endSession('logout');
    setSession(adminSession);
    const report = {
      attempt: 'a',
      place,
      said: typedReport,
      noticedAt: 0,
      photos: [],
      lost: 0,
      answer: null,
      refused: null,
    };
    expect(await store.put(report)).toBe(false);
    expect(await keyReportStore().list()).toEqual([]);
  });
});
