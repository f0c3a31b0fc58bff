import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { missingFilesText } from '../../../src/components/task-edit/MoveVisit.tsx';
import { backend } from '../../features/data-deleter/open-deleter.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, task } from '../../support/rows.ts';
import { origin } from '../../support/server.ts';
import {
  chooseSite,
  dialog,
  historyUrl,
  monthUrl,
  moves,
  searchUrl,
  serveVisits,
  visibleTasks,
  visitButton,
} from './serve-visits.ts';

beforeEach(serveVisits);

const copyOf = (name: string) => moves.copies.find(({ sourceKey }) => sourceKey === name)?.destinationKey;

async function move(user: UserEvent, title = 'Third') {
  await user.click(await visitButton(title, 'Move to another site'));
  const dialogQueries = await chooseSite(user);
  await user.click(dialogQueries.getByRole('button', { name: 'Move' }));
  return dialogQueries;
}

describe('an admin corrects a visit where it is shown', () => {
  it.each([
    ['a card', monthUrl],
    ['a row of Service History', historyUrl],
    ['its details', `${historyUrl}&task=3`],
    ['a search result', searchUrl],
  ])('on %s, with two presses and one field', async (_, url) => {
    const { user } = renderRoute(url, adminSession);
    await user.click(
      url.includes('task=')
        ? within(await screen.findByRole('dialog')).getByRole('button', { name: 'Edit' })
        : await visitButton('Third', 'Edit'),
    );
    const form = await dialog('Need Correction?');
    fireEvent.change(form.getByLabelText('Visit date'), { target: { value: '2026-03-20' } });
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(backend.tasks[2]?.time).toBe('2026-03-20T16:05:00+08:00');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Need Correction?' })).toBeNull());
  });

  it('gets a message about where it went if it is filed under another month, with the focus on its neighbour', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Edit'));
    const form = await dialog('Need Correction?');
    await user.selectOptions(form.getByLabelText('Month'), 'April');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/“Second” is now under April 2026\./u)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('article', { name: 'First' })).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Show it there' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=apr&site=Selasih+Park',
    );
  });
});

describe('an admin hides a visit where it is shown', () => {
  it('on a card: with one question, undone with one press, and the focus goes to the next visit', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Delete'));
    const question = await dialog('Delete this visit?');
    expect(question.getByText('Second')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Visit removed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Second' })).toBeNull());
    expect(screen.getByRole('article', { name: 'First' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('article', { name: 'Second' })).toBeVisible();
  });

  it('in the details, which close; the focus goes to the next row', async () => {
    const { user } = renderRoute(historyUrl, adminSession);
    await user.click(await screen.findByRole('button', { name: 'Second' }));
    const details = await dialog('Visit details');
    await user.click(details.getByRole('button', { name: 'Delete' }));
    await user.click((await dialog('Delete this visit?')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Second' })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'First' })).toHaveFocus();
  });

  it('in a search result, which then offers to restore it', async () => {
    const { user } = renderRoute(searchUrl, adminSession);
    await user.click(await visitButton('Third', 'Delete'));
    await user.click((await dialog('Delete this visit?')).getByRole('button', { name: 'Delete' }));
    const restore = await visitButton('Third', 'Restore');
    expect(screen.getByRole('link', { name: 'Third' })).toHaveFocus();
    expect(visibleTasks().map(({ id }) => id)).toEqual([1, 2]);
    await user.click(restore);
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(await visitButton('Third', 'Edit')).toBeEnabled();
    expect(visibleTasks()).toHaveLength(3);
  });

  it('and gets a message if that fails', async () => {
    allowConsole(/could not be hidden or shown/u);
    backend.writes = [500];
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Delete'));
    await user.click((await dialog('Delete this visit?')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The visit could not be deleted. Try again.')).toBeVisible();
    expect(await visitButton('Second', 'Delete')).toBeEnabled();
  });

  it('on a phone from a single button, which opens all actions', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Change this visit'));
    const menu = await dialog('Second');
    expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Edit',
      'Move to another site',
      'Delete',
      'Cancel',
    ]);
    await user.click(menu.getByRole('button', { name: 'Delete' }));
    expect(await dialog('Delete this visit?')).toBeDefined();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('and nobody else is offered any of these actions', async () => {
    renderRoute(monthUrl, userSession);
    expect(await screen.findByRole('article', { name: 'Second' })).toBeVisible();
    for (const name of ['Edit', 'Delete', 'Move to another site', 'Change this visit'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('an admin moves a visit', () => {
  it('with copies of its files, small ones first, and can take it back', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await move(user);
    expect(await screen.findByText(/“Third” is now at Kingfisher Tower\./u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show it there' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Kingfisher+Tower&task=41',
    );
    const sources = [objectName(1).replace('.jpg', '.small.jpg'), objectName(1)];
    expect(moves.copies.map(({ sourceKey }) => sourceKey)).toEqual(
      expect.arrayContaining([...sources, objectName(3, 'pdf')]),
    );
    // two photos in two sizes, and the PDF
    expect(moves.copies).toHaveLength(5);
    expect(copyOf(objectName(1))).toMatch(/^sites\/1\/\d{13}-[\da-f-]{36}\.jpg$/u);
    const url = (name: string) => `${origin}/storage/v1/object/public/rfidboomgatephoto/${copyOf(name)}`;
    expect(moves.asked.map(({ body }) => body)).toEqual([
      {
        site_id: 1,
        revision: 1,
        task_id: 3,
        to_site: 1,
        to_revision: 1,
        photos: [url(objectName(1)), url(objectName(2))],
        pdf: url(objectName(3, 'pdf')),
      },
    ]);
    await waitFor(() => expect(screen.getByRole('article', { name: 'Second' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The visit is back at Selasih Park.')).toBeVisible();
    expect(moves.takenBack).toEqual([70]);
    expect(visibleTasks()).toHaveLength(3);
  });

  it('cannot undo a move after a change of the visit there, which the undo would hide', async () => {
    moves.backStatus = [409];
    const { user } = renderRoute(monthUrl, adminSession);
    await move(user);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(
        'The visit was changed at Kingfisher Tower since, so it stays there. To have it back with the changes, move it from there.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(visibleTasks()).toHaveLength(2);
  });

  it('says that a move could not be taken back, and tries again', async () => {
    allowConsole(/could not be moved back/u);
    const { user } = renderRoute(monthUrl, adminSession);
    await move(user);
    moves.backStatus = [500];
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The visit could not be moved back from Kingfisher Tower.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The visit is back at Selasih Park.')).toBeVisible();
  });

  it('is asked if files are missing, and leaves them behind only after that', async () => {
    serveSigning((name) => name.startsWith(objectName(2).replace('.jpg', '')) || name.endsWith('.pdf'));
    const { user } = renderRoute(monthUrl, adminSession);
    const dialogQueries = await move(user);
    expect(await dialogQueries.findByRole('alert')).toHaveTextContent(
      'Photo 2 and the PDF report are not in the storage.',
    );
    expect(moves.copies).toEqual([]);
    await user.click(dialogQueries.getByRole('button', { name: 'Move without them' }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(moves.asked[0]?.body).toMatchObject({ photos: [expect.stringContaining('/sites/1/'), null], pdf: '' });
  });

  it('moves the visit with what others saved meanwhile, and copies nothing twice', async () => {
    moves.refusals = [{ code: 'PT409', message: 'Somebody else was faster at one of the sites' }];
    const { user } = renderRoute(monthUrl, adminSession);
    await move(user);
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(moves.asked).toHaveLength(2);
    expect(moves.asked[1]).toEqual(moves.asked[0]);
    expect(moves.copies).toHaveLength(5);
  });

  it.each([
    [{ code: 'PT422', hint: 'full', message: 'no' }, 'Kingfisher Tower has no room for another visit.'],
    [{ code: 'PT422', hint: 'hidden', message: 'no' }, 'Somebody else has deleted this visit in the meantime.'],
  ])('gets the reason why it is refused: %s', async (refusal, words) => {
    moves.refusals = [refusal];
    const { user } = renderRoute(monthUrl, adminSession);
    const dialogQueries = await move(user);
    expect(await dialogQueries.findByText(words)).toBeVisible();
    expect(visibleTasks()).toHaveLength(3);
  });

  it('tries again what was not copied, and nothing else', async () => {
    allowConsole(/could not be moved/u);
    moves.copyStatus = [200, 200, 403, 403, 403];
    const { user } = renderRoute(monthUrl, adminSession);
    const dialogQueries = await move(user);
    expect(
      await dialogQueries.findByText('The visit could not be moved. Try again: it is moved only once.'),
    ).toBeVisible();
    expect(moves.asked).toEqual([]);
    await user.click(dialogQueries.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(moves.asked[0]?.body['photos']).toHaveLength(2);
  });

  it('can stop while files are copied, and the copies are removed', async () => {
    const stopWaiting = new AbortController();
    moves.copiesWaitFor = new Promise((resolve) => stopWaiting.signal.addEventListener('abort', () => resolve()));
    const { user } = renderRoute(monthUrl, adminSession);
    const dialogQueries = await move(user);
    expect(await dialogQueries.findByText('0 of 3 files copied')).toBeVisible();
    await user.click(dialogQueries.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await visitButton('Third', 'Move to another site')).toHaveFocus();
    await act(async () => stopWaiting.abort());
    await waitFor(() => expect(moves.removed.length).toBeGreaterThan(0));
    expect(moves.asked).toEqual([]);
    expect(visibleTasks()).toHaveLength(3);
  });

  it('must choose a site first', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('First', 'Move to another site'));
    const dialogQueries = await dialog('Move to another site');
    expect(dialogQueries.getByRole('combobox', { name: 'Site' })).toHaveFocus();
    expect(dialogQueries.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Kingfisher Tower']);
    await user.click(dialogQueries.getByRole('button', { name: 'Move' }));
    expect(dialogQueries.getByRole('alert')).toHaveTextContent('Choose a site.');
  });
});

describe('the files that are missing', () => {
  const [first, second, third] = [fileUrl(1), fileUrl(2), fileUrl(3)];
  const pdf = fileUrl(4, 'pdf');
  const visit = task({ urls: [first, second, third], pdf });
  it.each([
    [[second], 'Photo 2 is not in the storage. Move the visit without it, or cancel?'],
    [[first, third], 'Photo 1 and photo 3 are not in the storage. Move the visit without them, or cancel?'],
    [[pdf], 'The PDF report is not in the storage. Move the visit without it, or cancel?'],
    [
      [first, second, pdf],
      'Photo 1, photo 2 and the PDF report are not in the storage. Move the visit without them, or cancel?',
    ],
  ])('are named: %#', (urls, words) => {
    expect(missingFilesText({ task: visit, urls: new Set(urls) })).toBe(words);
  });
});
