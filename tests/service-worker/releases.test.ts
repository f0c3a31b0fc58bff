import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, Host, release, wrongAnswerNames } from './device.ts';

const [first, second, third] = [release(1), release(2), release(3)];
const pathOf = (url: string) => url.split('?')[0] ?? '';
const letters = '/assets/noto-sans-sc-12-400-normal-Ab3.woff';

let device: Device;
let host: Host;

beforeEach(() => {
  device = new Device();
  host = new Host(first);
  // the limit for a host that does not answer is a thousand times shorter
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms / 1_000);
    return controller.signal;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Worker = Awaited<ReturnType<Device['startWorker']>>;

/** The release whose page opens, and its files that cannot be loaded. `page` is the id of the page. */
async function openRelease({ open, file }: Worker, page = ''): Promise<string> {
  const [, version = 'something else'] = /<title>(.*)<\/title>/u.exec(await open(page)) ?? [];
  const build = [first, second, third].find((candidate) => candidate.version === version);
  const missing: string[] = [];
  for (const url of [...(build?.start ?? []), ...(build?.later ?? [])]) {
    const text = await file(pathOf(url), page)
      .then((response) => response.text())
      .catch(() => 'nothing');
    // a file without a hash in its name may belong to another release
    if (pathOf(text) !== pathOf(url)) missing.push(url);
  }
  return missing.length === 0 ? version : `${version} without ${missing.join(' ')}`;
}

/** The states of a device, and what it opens: with the host's newest release, with a later release, and without an answer. */
const states: Record<string, { make: () => Promise<Worker>; online: string; next: string; away: string }> = {
  'all of the newest release': {
    make: async () => {
      await device.update(first, host, true);
      return device.update(second, host, true);
    },
    online: 'release2',
    next: 'release2',
    away: 'release2',
  },
  'the beginning of the newest release, and all of the one before': {
    make: async () => {
      await device.update(first, host, true);
      return device.update(second, host, false);
    },
    online: 'release2',
    next: 'release3',
    away: 'release1',
  },
  'the beginning of the newest two releases, and all of the oldest': {
    make: async () => {
      await device.update(first, host, true);
      await device.update(second, host, false);
      return device.update(third, host, false);
    },
    online: 'release3',
    next: 'release3',
    away: 'release1',
  },
  'all of the newest release but a file that was evicted, and all of the one before for its open page': {
    make: async () => {
      await device.update(first, host, true);
      device.pages = ['open'];
      const worker = await device.update(second, host, true);
      device.evict('/assets/Sites-00000002.js');
      return worker;
    },
    online: 'release2',
    next: 'release3',
    away: 'release1',
  },
  'nothing of a release that had no room, and all of the one before': {
    make: async () => {
      await device.update(first, host, true);
      device.room = 0;
      const worker = await device.update(second, host, true);
      return worker;
    },
    online: 'release2',
    next: 'release3',
    away: 'release1',
  },
  'the beginning of the newest release, and most of the one before': {
    make: async () => {
      const worker = await device.update(first, host, false);
      for (let count = 0; count < 2; count += 1) await worker.storeNext(0);
      return device.update(second, host, false);
    },
    online: 'release2',
    next: 'release3',
    away: 'release1 without /guides/a.pdf?v=1',
  },
  'the beginning of the only release': {
    make: () => device.update(second, host, false),
    online: 'release2',
    // its files are gone from the host, and the page offers the next release
    next: 'release2 without /assets/Sites-00000002.js',
    away: 'release2 without /assets/Sites-00000002.js /assets/react-11111111.js /guides/a.pdf?v=2',
  },
};

describe.each(Object.entries(states))('with %s', (_, { make, online, next, away }) => {
  it('opens the newest release online', async () => {
    expect(await openRelease(await make())).toBe(online);
  });

  it('opens a complete release if the host has one more release', async () => {
    const worker = await make();
    host.build = third;
    expect(await openRelease(worker)).toBe(next);
  });

  it.each(wrongAnswerNames)('opens the last complete release on %s', async (wrongAnswer) => {
    const worker = await make();
    const before = device.files();
    host.wrong = wrongAnswer;
    // a file without an older version is requested from the network, which does not answer
    const withoutLimit = wrongAnswer === 'nothing for long' && away.includes('without');
    if (withoutLimit) expect(await worker.open()).toContain(away.split(' ')[0]);
    else expect(await openRelease(worker)).toBe(away);
    expect(device.files()).toEqual(before);
  });
});

it.each(wrongAnswerNames.filter((wrongAnswer) => wrongAnswer !== 'no network' && wrongAnswer !== 'nothing for long'))(
  'without anything stored, the page is what the network says: %s',
  async (wrongAnswer) => {
    const worker = await device.startWorker(first, host);
    host.wrong = wrongAnswer;
    const text = worker.open();
    if (wrongAnswer === 'a body that breaks off') await expect(text).rejects.toThrow('network error');
    else expect(await text).not.toContain('<title>');
  },
);

describe('an update', () => {
  it('fetches only what changed, once', async () => {
    await device.update(first, host, true);
    host.requestedPaths = [];
    const worker = await device.update(second, host, true);
    expect(host.requestedPaths.toSorted()).toEqual([
      '/',
      '/assets/Sites-00000002.js',
      '/assets/index-00000002.js',
      '/guides/a.pdf',
      '/logo.svg',
    ]);
    host.wrong = 'no network';
    expect(await openRelease(worker)).toBe('release2');
    expect(device.files()).toEqual([...second.start, ...second.later].toSorted());
    expect(device.releases()).toEqual(['release2']);
  });

  it('continues after the browser was closed during its installation, without fetching twice', async () => {
    await device.update(first, host, true);
    host.build = second;
    const interruptedWorker = await device.startWorker(second, host);
    const answer = host.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.startsWith('/logo.svg')) return answer(url, init);
      // the browser is closed while other files are stored
      await vi.waitFor(() => expect(device.files()).toContain('/assets/index-00000002.js'));
      throw new TypeError('Failed to fetch');
    });
    await expect(interruptedWorker.install()).rejects.toThrow('Failed to fetch');
    // the browser continues with the worker that it has
    const olderWorker = await device.startWorker(first, host);
    host.wrong = 'no network';
    expect(await openRelease(olderWorker)).toBe('release1');
    host.wrong = null;
    host.requestedPaths = [];
    await device.update(second, host, true);
    expect(host.requestedPaths).not.toContain('/assets/index-00000002.js');
    expect(device.releases()).toEqual(['release2']);
  });

  it.each(wrongAnswerNames)('is not installed from %s', async (wrongAnswer) => {
    await device.update(first, host, true);
    const before = device.files();
    const worker = await device.startWorker(second, host);
    host.wrong = wrongAnswer;
    await expect(worker.install()).rejects.toThrow();
    expect(device.files()).toEqual(before);
    expect(device.releases()).toEqual(['release1']);
  });

  it.each(wrongAnswerNames)('stores no wrong answer as a file: %s', async (wrongAnswer) => {
    const worker = await device.update(first, host, false);
    const before = device.files();
    host.wrong = wrongAnswer;
    expect(await worker.storeNext(0)).toBeNull();
    expect(device.files()).toEqual(before);
    host.wrong = null;
    expect(await worker.complete()).toBe(true);
  });

  it('is completed when there is room again', async () => {
    await device.update(first, host, true);
    device.room = 0;
    const worker = await device.update(second, host, true);
    expect(device.releases()).toEqual(['release1']);
    device.room = Number.POSITIVE_INFINITY;
    expect(await worker.complete()).toBe(true);
    expect(device.releases()).toEqual(['release2']);
    host.wrong = 'no network';
    expect(await openRelease(worker)).toBe('release2');
  });

  it('includes the language and the tables that this device uses, and no others', async () => {
    const olderWorker = await device.update(first, host, true);
    await olderWorker.file('/assets/zh-00000001.js');
    await device.update(second, host, true);
    expect(device.files().filter((url) => /zh|workbook/u.test(url))).toEqual(['/assets/zh-00000002.js']);
  });

  it('includes the guides in the language of the reader and no others, and keeps those that did not change', async () => {
    const inMalay = () => device.files().filter((url) => /\/ms\/|-ms-|\/guides\/zh/u.test(url));
    const worker = await device.update(first, host, true);
    expect(inMalay()).toEqual([]);
    expect(await worker.complete('ms')).toBe(true);
    expect(inMalay()).toEqual(['/assets/guide-texts-ms-00000001.js', '/guides/ms/a.pdf?v=1', '/guides/ms/b.pdf?v=1']);
    host.requestedPaths = [];
    // also if the page does not say its language
    await device.update(second, host, true);
    expect(inMalay()).toEqual(['/assets/guide-texts-ms-00000002.js', '/guides/ms/a.pdf?v=2', '/guides/ms/b.pdf?v=1']);
    expect(host.requestedPaths.filter((path) => path.includes('/ms/'))).toEqual(['/guides/ms/a.pdf']);
  });

  it('leaves the fonts that reports need without a connection', async () => {
    const olderWorker = await device.update(first, host, true);
    await olderWorker.file(letters);
    const worker = await device.update(second, host, true);
    host.wrong = 'no network';
    expect(await (await worker.file(letters)).text()).toBe(letters);
  });
});

describe('an open page of an older release', () => {
  it('has all its files while it is open, whatever release follows', async () => {
    await device.update(first, host, true);
    device.pages = ['oldest'];
    await device.update(second, host, false);
    const worker = await device.update(third, host, true);
    host.wrong = 'no network';
    for (const url of [...first.start, ...first.later])
      if (!url.includes('?')) expect(await (await worker.file(url, 'oldest')).text()).toBe(url);
    expect(await openRelease(worker, 'newest')).toBe('release3');

    device.pages = [];
    await worker.open();
    expect(device.files()).toEqual([...third.start, ...third.later].toSorted());
    expect(device.releases()).toEqual(['release3']);
  });

  it('is detected if it was opened without a connection', async () => {
    await device.update(first, host, true);
    const worker = await device.update(second, host, false);
    host.wrong = 'no network';
    expect(await openRelease(worker, 'offline')).toBe('release1');
    device.pages = ['offline'];
    host.wrong = null;
    expect(await worker.complete()).toBe(true);
    host.wrong = 'no network';
    expect(await (await worker.file('/assets/Sites-00000001.js', 'offline')).text()).toBe('/assets/Sites-00000001.js');
    device.pages = [];
    await worker.open();
    expect(device.releases()).toEqual(['release2']);
  });

  it('has the guides of its release until the new guides are stored', async () => {
    await device.update(first, host, true);
    device.pages = ['old'];
    const worker = await device.update(second, host, false);
    host.requestedPaths = [];
    expect(await (await worker.file('/guides/a.pdf', 'old')).text()).toBe('/guides/a.pdf?v=1');
    expect(host.requestedPaths).toEqual([]);
    expect(await (await worker.file('/guides/a.pdf', 'new')).text()).toBe('/guides/a.pdf?v=2');
    expect(await (await worker.file('/guides/a.pdf', 'old')).text()).toBe('/guides/a.pdf?v=2');
  });
});

it('a release that was never completed is deleted when the next one comes, and the complete one stays', async () => {
  await device.update(first, host, true);
  await device.update(second, host, false);
  await device.update(third, host, false);
  expect(device.releases().toSorted()).toEqual(['release1', 'release3']);
  expect(device.files().filter((url) => url.includes('2'))).toEqual([]);
});

it('deletes nothing while another release is being installed', async () => {
  await device.update(first, host, true);
  host.build = second;
  device.isInstalling = true;
  const old = await device.startWorker(first, host);
  const next = await device.startWorker(second, host);
  await next.install();
  const before = device.files();
  await old.open();
  expect(device.files()).toEqual(before);
});

it('serves the older file instead of a wrong one, complete and in parts', async () => {
  await device.update(first, host, true);
  const worker = await device.update(second, host, false);
  for (const wrongAnswer of wrongAnswerNames) {
    host.wrong = wrongAnswer;
    expect(await (await worker.file('/guides/a.pdf', 'new')).text()).toBe('/guides/a.pdf?v=1');
    const part = await worker.file('/guides/a.pdf', 'new', new Headers({ range: 'bytes=1-6' }));
    expect([part.status, await part.text()]).toEqual([206, 'guides']);
  }
  host.wrong = null;
  const part = await worker.file('/guides/a.pdf', 'new', new Headers({ range: 'bytes=-3' }));
  expect([part.status, await part.text()]).toEqual([206, 'v=2']);
});

it('takes a file that no release has from the network only', async () => {
  const worker = await device.update(first, host, true);
  host.wrong = 'no network';
  await expect(worker.file('/guides/other.pdf')).rejects.toThrow('Failed to fetch');
});

/** The result of a promise within some time (ms) of a stopped clock. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return promise;
}
const within20s = <Value>(promise: Promise<Value>) => within(20_000, promise);

it('is installed, and serves from the host, if the caches do not answer', async () => {
  device.hangs = true;
  vi.useFakeTimers();
  const worker = await device.startWorker(first, host);
  await within20s(worker.install());
  await within20s(worker.activate());
  expect(await within20s(worker.open())).toContain('release1');
  expect(await (await within20s(worker.file('/assets/Sites-00000001.js'))).text()).toBe('/assets/Sites-00000001.js');
  vi.useRealTimers();
});

it('waits for slow caches if there is no network, and serves their files', async () => {
  const worker = await device.update(first, host, true);
  host.wrong = 'no network';
  // longer than the service worker waits at first (`patienceMs`)
  device.slowMs = 4_000;
  vi.useFakeTimers();
  expect(await within(200_000, worker.open())).toContain('release1');
  expect(await (await within(200_000, worker.file('/assets/Sites-00000001.js'))).text()).toBe(
    '/assets/Sites-00000001.js',
  );
  vi.useRealTimers();
});

const entry = (body: string) => ({ body, headers: new Headers(), type: 'basic' });

it('serves a release that stored no list until the newest is complete', async () => {
  const files = [...first.start, ...first.later].map((url) => [url, entry(url)] as const);
  device.caches.set('shell-old', new Map([['/', entry('<title>release1</title>')], ...files]));
  const worker = await device.update(second, host, false);
  host.wrong = 'no network';
  expect(await openRelease(worker)).toBe('release1');
  host.wrong = null;
  expect(await worker.complete()).toBe(true);
  expect(device.releases()).toEqual(['release2']);
});
