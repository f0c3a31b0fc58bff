import { describe, expect, it } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { origin } from '../../support/server.ts';
import { eventually } from '../../support/waiting.ts';
import {
  bucket,
  recordEvents,
  newQueue,
  photo,
  queueOf,
  savedUrl,
  serveBucket,
  settled,
  states,
  storedIn,
  taken,
} from './bucket.ts';

serveBucket();

describe('a file that was removed', () => {
  it('returns to its place after Undo and is uploaded again', async () => {
    const queue = queueOf('a.jpg', 'b.jpg');
    await settled(queue, 'done', 'done');
    const before = queue.uploads.get()[0]?.url;
    const undo = queue.remove(queue.uploads.get()[0]?.id ?? '');
    undo();
    await settled(queue, 'done', 'done');
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    // its first name may have been removed from the bucket by then
    expect(queue.uploads.get()[0]?.url).not.toBe(before);
    await eventually(() => expect(bucket.removed).toHaveLength(2));
  });

  it('stays in the bucket if a saved task has it, because the change log refers to it', async () => {
    const url = `${origin}/storage/v1/object/public/rfidboomgatephoto/sites/7/1774512000000-0b9e6c1e-1111-4222-8333-444455556666.jpg`;
    const savedUpload = { kind: 'photo', sizeBefore: 0, prepared: null, original: null, objectName: null } as const;
    const queue = newQueue([{ ...savedUpload, id: 's', name: 'Photo 1', url, saved: true }]);
    queue.setSite(7);
    expect(states(queue)).toEqual(['done']);
    const undo = queue.remove('s');
    expect(queue.uploads.get()).toEqual([]);
    undo();
    expect(queue.uploads.get()[0]).toMatchObject({ url, saved: true, state: 'done' });
    queue.setSite(8);
    queue.discard();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'done');
    expect(bucket.removed).toEqual([]);
  });
});

describe('the files of a correction', () => {
  it('become those chosen in a conflict, and files that the task had stay in the bucket', async () => {
    const { savedUploads } = await import('../../../src/records/upload/upload.ts');
    const [first, second, theirs] = ['first.jpg', 'second.jpg', 'theirs.jpg'].map((name) => savedUrl(name));
    const queue = newQueue(savedUploads({ photos: [first ?? '', second ?? ''], pdf: savedUrl('old.pdf') }));
    queue.setSite(7);
    queue.add([photo('mine.jpg')], 'photo');
    await settled(queue, 'done', 'done', 'done', 'done');
    const ownUrl = queue.uploads.get()[3]?.url ?? '';
    const events = recordEvents(queue);
    queue.retainFiles();
    expect(events).toEqual(['kept mine.jpg']);
    queue.showSavedFiles({ photos: [ownUrl, theirs ?? '', second ?? ''], pdf: savedUrl('new.pdf') });
    expect(queue.uploads.get().map(({ url }) => url)).toEqual([ownUrl, theirs, second, savedUrl('new.pdf')]);
    expect(queue.uploads.get().map(({ kind, saved }) => `${kind} ${saved}`)).toEqual([
      'photo false',
      'photo true',
      'photo true',
      'pdf true',
    ]);
    // the draft stores what was added, and drops what was removed; a removed file has no name any more
    expect(events.slice(1)).toEqual(['removed nothing', 'removed nothing', 'added Photo 2', 'added PDF report']);
    const restoredQueue = newQueue(storedIn(queue));
    for (const thrownAway of [queue, restoredQueue]) {
      thrownAway.setSite(7);
      thrownAway.discard();
      thrownAway.add([photo('other.jpg')], 'photo');
      await settled(thrownAway, 'done');
    }
    expect(bucket.removed).toEqual([]);
  });
});

describe('a draft', () => {
  it('restores what was uploaded without sending it again, and sends the remaining files', async () => {
    allowConsole(/could not be uploaded/u);
    // both renditions of a.jpg are uploaded, the small one of b.jpg is refused
    bucket.statuses = [200, 200, 400];
    const first = queueOf('a.jpg');
    await settled(first, 'done');
    first.add([photo('b.jpg')], 'photo');
    await settled(first, 'done', 'failed');
    first.dispose();

    const second = newQueue(storedIn(first));
    expect(second.uploads.get().map(({ takenAt }) => takenAt)).toEqual([taken, taken]);
    expect(states(second)).toEqual(['done', 'waiting']);
    second.setSite(7);
    await settled(second, 'done', 'done');
    expect(bucket.stored).toHaveLength(4);
  });

  it('that is discarded leaves nothing in the bucket, not even of a half-uploaded file', async () => {
    allowConsole(/could not be uploaded/u);
    // the small photo is uploaded, the large photo is refused
    bucket.statuses = [200, 400];
    const first = queueOf('a.jpg');
    await settled(first, 'failed');
    first.dispose();

    const second = newQueue(storedIn(first));
    second.discard();
    await eventually(() => expect(bucket.removed).toEqual(expect.arrayContaining(bucket.stored)));
    expect(bucket.stored).toHaveLength(1);
  });
});
