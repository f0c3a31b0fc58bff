import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, beforeEach } from 'vitest';
import { getMessages, notify } from '../../../src/lib/notify.ts';
import { changeRow, loggedTask, taskChange, issuedKey, keyChange, postChange } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import { items, lines, logUrl, openLog, closeToasts, restoreUrl } from './serve-changes.ts';

const offered = () => screen.queryAllByRole('button', { name: /^Restore: /u });

const dialog = () => within(screen.getByRole('dialog', { name: 'Restore what was there before this change?' }));

async function openQuestion(...changes: Parameters<typeof changeRow>[0][]) {
  const view = await openLog('', ...(changes.length > 0 ? changes : [{}]).map((change) => changeRow(change)));
  await view.user.click(screen.getByRole('button', { name: /^Restore: Capacity/u }));
  return view;
}

const dialogButton = (name: string) => dialog().getByRole('button', { name });

describe('restoring a change', () => {
  beforeEach(closeToasts);

  describe('restoring', () => {
    it('is offered for changes of sites and car posts only', async () => {
      await openLog(
        '',
        changeRow({ id: 104 }),
        { ...postChange({}, { P1: [] }), id: 103 },
        changeRow({ id: 102, operation: 'INSERT', after: { name: 'Bayu Court' } }),
        keyChange({ revoked_at: null }, { revoked_at: '2026-11-20T15:59:00Z' }, { id: 101 }),
        keyChange(null, issuedKey, { id: 100, operation: 'INSERT' }),
      );
      expect(offered().map((button) => button.getAttribute('aria-label'))).toEqual([
        'Restore: Capacity changed from 486 vehicles to 500 vehicles',
        'Restore: Car post added: P1',
      ]);
    });

    it('asks first, and then shows the new line in the log', async () => {
      const { user, restored } = await openQuestion();
      act(() => {
        for (const site of ['Selasih Park', 'Orchard']) notify.undo(`Removed at ${site}.`, () => {}, `${site}/1`);
      });
      expect(dialog().getByText('Capacity changed from 486 vehicles to 500 vehicles')).toBeVisible();
      expect(dialog().getByText('Selasih Park, by Head office, 21 November 2026 at 10:15')).toBeVisible();
      expect(dialogButton('Cancel')).toHaveFocus();
      await user.click(dialogButton('Restore'));
      expect(await screen.findByText('Restored. The log has a new line for it.')).toBeVisible();
      expect(screen.queryByRole('dialog')).toBeNull();
      // an older offer to restore a visit would undo what the log restored
      expect(getMessages().toasts.map(({ text }) => text)).not.toContain('Removed at Selasih Park.');
      expect(screen.getByText('Removed at Orchard.')).toBeVisible();
      await waitFor(() => expect(items()).toHaveLength(2));
      expect(lines()[0]?.[0]).toBe('Capacity changed from 500 vehicles to 486 vehicles');
      expect(restored).toEqual([100]);
      expect(
        screen.getByRole('button', { name: 'Restore: Capacity changed from 486 vehicles to 500 vehicles' }),
      ).toHaveFocus();
    });

    it('does nothing when cancelled', async () => {
      const { user, restored } = await openQuestion();
      await user.click(dialogButton('Cancel'));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(restored).toEqual([]);
    });

    it('explains what happens to car posts', async () => {
      const { user } = await openLog('', postChange({}, { P1: [] }));
      await user.click(screen.getByRole('button', { name: 'Restore: Car post added: P1' }));
      expect(dialog().getByText(/^The posts and failure counts go back to what they were before\./u)).toBeVisible();
    });

    it('explains that a move is undone as a whole', async () => {
      const visit = loggedTask();
      const { user } = await openLog('', {
        ...taskChange([visit], [{ ...visit, showing: 'False' }]),
        move: { from: 'Selasih Park', to: 'Kingfisher Rise' },
      });
      await user.click(screen.getByRole('button', { name: /^Restore: Visit 17 moved to Kingfisher Rise/u }));
      expect(
        dialog().getByText(/^The visit is shown at Selasih Park again as it was, and hidden at Kingfisher Rise\./u),
      ).toBeVisible();
    });

    it('is requested once, however often the button is pressed', async () => {
      const { user, restored } = await openQuestion();
      const { held, release } = hold();
      server.use(
        http.post(restoreUrl, async () => {
          restored.push(100);
          await held;
          return HttpResponse.json({ revision: 7 });
        }),
      );
      await user.click(dialogButton('Restore'));
      await user.click(dialogButton('Restoring…'));
      release();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(restored).toEqual([100]);
    });
  });

  describe('a change that cannot be restored', () => {
    it.each([
      [409, 'PT409', 'This has been changed again since, so nothing was restored. Restore the newer change first.'],
      [500, 'PT409', 'This has been changed again since, so nothing was restored. Restore the newer change first.'],
      [404, 'PT404', 'This change is no longer in the log. Nothing was restored.'],
      [422, 'PT422', 'This change cannot be undone: new records and keys stay. Nothing was restored.'],
      [409, '23505', 'Another site has the old name now, and names are unique. Rename that site first.'],
    ])('is explained without an offer to try again: %i %s', async (status, code, words) => {
      const { user, asked } = await openQuestion();
      server.use(http.post(restoreUrl, () => HttpResponse.json({ code, message: 'any wording' }, { status })));
      await user.click(dialogButton('Restore'));
      expect(await dialog().findByRole('alert')).toHaveTextContent(words);
      expect(dialog().queryByRole('button', { name: 'Restore' })).toBeNull();
      // the newer change is in the list behind the dialog
      await waitFor(() => expect(asked).toHaveLength(2));
      await user.click(dialogButton('Close'));
      expect(items()).toHaveLength(1);
    });

    it.each([
      [409, 'PT409'],
      [422, 'PT422'],
    ])('says so if the visit is at another site now: %i', async (status, code) => {
      const { user } = await openQuestion();
      const details = JSON.stringify({ site_id: 2, site: 'Kingfisher Rise', task_id: 41, showing: true });
      server.use(
        http.post(restoreUrl, () => HttpResponse.json({ code, hint: 'moved', message: 'no', details }, { status })),
      );
      await user.click(dialogButton('Restore'));
      expect(await dialog().findByRole('alert')).toHaveTextContent(
        'This visit is at Kingfisher Rise now, so nothing was restored. Move it back from there first.',
      );
      expect(dialog().queryByRole('button', { name: 'Restore' })).toBeNull();
    });

    it('a log that cannot be read again after the restore is reported above the unchanged list', async () => {
      const { user } = await openQuestion();
      server.use(
        http.post(logUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }), { once: true }),
      );
      await user.click(dialogButton('Restore'));
      expect(await screen.findByText('Error fetching data.')).toBeVisible();
      expect(items()).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(items()).toHaveLength(2));
      expect(screen.queryByText('Error fetching data.')).toBeNull();
    });
  });
});
