import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasFileCopy, storeResultCopy } from '../../../src/lib/device/copies.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { storeForSession, storeShownPicture } from '../../../src/lib/device/store-shown-picture.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { technicianSession, userSession } from '../../support/render-route.tsx';
import { objectName, signedUrl } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { eventually } from '../../support/waiting.ts';

const owner = '2.user';
let caches: Awaited<ReturnType<typeof fakeStorage>>;
/** The callbacks that wait until the page is idle. */
let idleCallbacks: (() => void)[];

beforeEach(async () => {
  caches = await fakeStorage();
  idleCallbacks = [];
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idleCallbacks.push(task));
  setSession(userSession);
  // the screens of a session do this at the start; copies are stored for a remembered session only
  await rememberSession(userSession);
});

/** Runs the next callback that waits until the page is idle. */
const becomeIdle = async () => (await eventually(() => idleCallbacks.shift() ?? expect.unreachable()))();

describe('a logout', () => {
  it.each([0, 1, 2, 3, 5, 8])(
    '%i turns of the event loop after the start leaves nothing of what is being written',
    async (turns) => {
      const photo = await new Response(new Uint8Array(10)).blob();
      await storeForSession(owner, 'sites/1/before.small.jpg', photo);
      const writes = Promise.all([
        storeForSession(owner, 'sites/1/1.small.jpg', photo),
        storeResultCopy(owner, 'a', { value: 1, at: 1 }),
        hasFileCopy(owner, 'sites/1/before.small.jpg', true),
      ]);
      for (let turn = 0; turn < turns; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      endSession('logout');
      await writes;
      await eventually(async () => expect([await storedNames(), [...caches.keys()]]).toEqual([[], []]));
    },
  );
});

describe('a picture that is on the screen', () => {
  const [first, second] = [objectName(1), objectName(2)];
  let requestedNames: string[];
  beforeEach(() => {
    requestedNames = [];
    server.use(
      http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, ({ request }) => {
        requestedNames.push(request.url);
        return new HttpResponse(new Uint8Array(9));
      }),
    );
  });

  it('is stored when the page is idle, and not fetched for a session that has ended', async () => {
    storeShownPicture(signedUrl(first));
    storeShownPicture(signedUrl(second));
    await becomeIdle();
    await eventually(async () => expect(await hasFileCopy(owner, first)).toBe(true));
    endSession('expired');
    await becomeIdle();
    // a picture of the next session is stored again
    setSession(technicianSession);
    storeShownPicture(signedUrl(objectName(3)));
    await becomeIdle();
    await eventually(async () => expect(await hasFileCopy('3.technician', objectName(3))).toBe(true));
    expect(requestedNames).toEqual([signedUrl(first), signedUrl(objectName(3))]);
  });

  it.each(['offline', '403', '500', 'empty 200', 'cut body'] as const)(
    'is not stored when it comes with %s',
    async (fault) => {
      server.use(http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, faults[fault], { once: true }));
      storeShownPicture(signedUrl(first));
      storeShownPicture(signedUrl(second));
      await becomeIdle();
      await becomeIdle();
      await eventually(async () => expect(await hasFileCopy(owner, second)).toBe(true));
      expect(await hasFileCopy(owner, first)).toBe(false);
    },
  );
});
