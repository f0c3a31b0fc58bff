import { screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { aSticker, rpc, serveStickers } from '../features/sites/stickers/serve-stickers.ts';
import { fakeWorkers } from '../support/fake-worker.ts';
import { adminSession } from '../support/render-route.tsx';
import { pressAll, testFaults, type Call } from './inject.ts';

beforeAll(async () => void (await import('../../src/features/sites/stickers/SiteStickers.tsx')));

let served: ReturnType<typeof serveStickers>;

/** A call of the stickers in the editor of a site. */
const ofStickers = (name: string, call: Omit<Call, 'request' | 'as' | 'at' | 'serve'>): Call => ({
  request: { method: 'post', url: rpc(name) },
  as: adminSession,
  at: '/DataEditor/sites?site=Selasih+Park',
  serve: () => {
    fakeWorkers();
    served = serveStickers(aSticker());
  },
  ...call,
});

const part = () => within(screen.getByRole('region', { name: 'Stickers' }));
const notMade = /^1 sticker was not made:/mu;

testFaults({
  'the stickers of a site': ofStickers('list_stickers', {
    from: ['features/sites/stickers/sticker-queries.ts: rpc list_stickers'],
    press: () => {
      for (const button of part().queryAllByRole('button', { name: 'Try again' })) button.click();
    },
    limit: 45,
    expected: 'Error fetching data.',
    done: () => void expect(part().getByText('S-0042')).toBeVisible(),
  }),
  'a new sticker': ofStickers('make_sticker', {
    from: ['features/sites/stickers/sticker-queries.ts: rpc make_sticker'],
    begin: async (user) => user.click(await screen.findByRole('button', { name: 'Print a sticker for Entrance' })),
    press: pressAll(/^(?:Make and print|Try again)$/u),
    expected: notMade,
    done: () => void expect(screen.getByText('Drawing the sheet…')).toBeVisible(),
    written: () => served.live.length - 1,
  }),
  'the end of a sticker': ofStickers('end_sticker', {
    from: ['features/sites/stickers/sticker-queries.ts: rpc end_sticker'],
    begin: async (user) => user.click(await screen.findByRole('button', { name: 'End S-0042 at Exit' })),
    press: pressAll('End'),
    expected: 'Error updating data. Try again.',
    done: () => void expect(part().getByText('S-0042 has ended.')).toBeVisible(),
    written: () => served.ended.length,
    repeated: 'changes nothing',
  }),
});
