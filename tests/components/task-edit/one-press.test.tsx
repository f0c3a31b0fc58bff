import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { done } from '../../features/data-deleter/open-correction.ts';
import { backend, changedByAnother, openMarch, tableUrl } from '../../features/data-deleter/open-deleter.ts';
import { fakeQueues, queues } from '../../records/upload/fake-queue.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import {
  chooseSite,
  dialog,
  monthUrl,
  movedByAnother,
  moves,
  noteSaves,
  searchUrl,
  sentSaves,
  serveVisits,
  visibleTasks,
  movedVisits,
  visitButton,
} from './serve-visits.ts';

beforeEach(() => {
  serveVisits();
  noteSaves();
});
afterEach(() => server.events.removeAllListeners());

/** Presses twice, the second time before the page shows the effect of the first press. */
function pressTwice(button: HTMLElement): void {
  fireEvent.click(button);
  fireEvent.click(button);
}
const secondPress = (button: HTMLElement) => fireEvent.click(button, { detail: 2 });
const buttonNamed = (name: string) => screen.findByRole('button', { name });
/** The saves that were sent, once no save is running. */
async function finishedSaves(): Promise<readonly string[]> {
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  return sentSaves;
}

const retitle = (title: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } });
const openCorrection = async () => {
  const view = renderRoute(monthUrl, adminSession);
  await view.user.click(await visitButton('Third', 'Edit'));
  await dialog('Need Correction?');
  return view;
};
const openMove = async () => {
  const view = renderRoute(monthUrl, adminSession);
  await view.user.click(await visitButton('Third', 'Move to another site'));
  return { ...view, asking: await chooseSite(view.user) };
};

describe('two presses send a single save', () => {
  it('of a correction', async () => {
    await openCorrection();
    retitle('Corrected');
    pressTwice(await buttonNamed('Save'));
    await done();
    expect(await finishedSaves()).toEqual(['maintable']);
    expect(backend.tasks[2]).toMatchObject({ title: 'Corrected' });
  });

  it('of a correction whose upload ends after the first', async () => {
    fakeQueues();
    await openCorrection();
    const queue = queues.at(-1);
    await act(async () => queue?.add([new File(['photo'], 'new.jpg', { type: 'image/jpeg' })], 'photo'));
    const button = await buttonNamed('Save');
    pressTwice(button);
    await act(async () => queue?.finish('new.jpg'));
    pressTwice(button);
    await done();
    expect(await finishedSaves()).toEqual(['maintable']);
    expect(backend.tasks[2]?.urls).toHaveLength(3);
  });

  it('of a correction that restores its visit', async () => {
    const { user } = await openCorrection();
    retitle('Corrected');
    changedByAnother(3, { showing: 'False' });
    await user.click(await buttonNamed('Save'));
    pressTwice(await buttonNamed('Restore and save'));
    await done();
    expect(await finishedSaves()).toEqual(['maintable']);
  });

  it('of a correction after a choice', async () => {
    const { user } = await openCorrection();
    retitle('Mine');
    changedByAnother(3, { title: 'Theirs' });
    await user.click(await buttonNamed('Save'));
    await user.click(await screen.findByRole('radio', { name: /^Yours/u }));
    pressTwice(await buttonNamed('Save choice'));
    await done();
    expect(await finishedSaves()).toEqual(['maintable']);
    expect(backend.tasks[2]).toMatchObject({ title: 'Mine' });
  });

  it('of a correction at the site that the visit was moved to', async () => {
    const { user } = await openCorrection();
    retitle('Corrected');
    movedByAnother();
    await user.click(await buttonNamed('Save'));
    pressTwice(await buttonNamed('Save there'));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(await finishedSaves()).toEqual(['maintable']);
    expect(movedVisits.tasks).toMatchObject([{ title: 'Corrected' }]);
  });

  it('of a correction that waits for the service', async () => {
    await openCorrection();
    retitle('Corrected');
    server.use(http.patch(tableUrl, () => HttpResponse.error(), { once: true }));
    fireEvent.click(await buttonNamed('Save'));
    expect(await screen.findByText(/^There is no connection\. The correction is saved by itself/u)).toBeVisible();
    sentSaves.length = 0;
    pressTwice(await buttonNamed('Save'));
    await done();
    expect(await finishedSaves()).toEqual(['maintable']);
  });

  it('that hides a visit, and that shows it again', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Delete'));
    pressTwice((await dialog('Delete this visit?')).getByRole('button', { name: 'Delete' }));
    const undo = await buttonNamed('Undo');
    expect(await finishedSaves()).toEqual(['maintable']);
    pressTwice(undo);
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(await finishedSaves()).toEqual(['maintable', 'maintable']);
    expect(visibleTasks()).toHaveLength(3);
  });

  it.each([
    ['a search result', () => renderRoute(searchUrl, adminSession)],
    ['Data Deleter', () => openMarch('/datadeleter?site=Selasih+Park&year=2026&month=mar&show=deleted')],
  ])('that restores a visit in %s', async (_, open) => {
    changedByAnother(2, { showing: 'False' });
    await open();
    pressTwice(await buttonNamed('Restore'));
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(await finishedSaves()).toEqual(['maintable']);
    expect(screen.queryByText(/restored in the meantime/u)).toBeNull();
  });

  it('that restores a visit where it was moved to', async () => {
    movedByAnother({ showing: 'False' });
    const { user } = renderRoute(searchUrl, adminSession);
    await user.click(await visitButton('Third', 'Restore there'));
    pressTwice(
      (await dialog('Restore this visit at Kingfisher Tower?')).getByRole('button', { name: 'Restore there' }),
    );
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(await finishedSaves()).toEqual(['maintable']);
  });

  it('of a move, whose files are copied once, and of taking it back', async () => {
    const { asking } = await openMove();
    pressTwice(asking.getByRole('button', { name: 'Move' }));
    const undo = await buttonNamed('Undo');
    expect(await finishedSaves()).toEqual(['move_visit']);
    // two photos in two sizes, and the PDF
    expect(moves.copies).toHaveLength(5);
    pressTwice(undo);
    expect(await screen.findByText('The visit is back at Selasih Park.')).toBeVisible();
    expect(await finishedSaves()).toEqual(['move_visit', 'restore_change']);
  });

  it('of a move back', async () => {
    movedByAnother();
    const { user } = renderRoute(searchUrl, adminSession);
    await user.click(await visitButton('Third', 'Move back'));
    pressTwice((await dialog('Move this visit back to Selasih Park?')).getByRole('button', { name: 'Move back' }));
    expect(await screen.findByText(/“Third” is now at Selasih Park\./u)).toBeVisible();
    expect(await finishedSaves()).toEqual(['move_visit']);
    expect(moves.copies).toHaveLength(5);
  });

  it('that takes a move back at the second try', async () => {
    allowConsole(/could not be moved back/u);
    const { asking } = await openMove();
    fireEvent.click(asking.getByRole('button', { name: 'Move' }));
    moves.backStatus = [500];
    fireEvent.click(await buttonNamed('Undo'));
    const failed = 'The visit could not be moved back from Kingfisher Tower.';
    expect(await screen.findByText(failed)).toBeVisible();
    pressTwice(await buttonNamed('Try again'));
    expect(await screen.findByText('The visit is back at Selasih Park.')).toBeVisible();
    expect(screen.queryByText(failed)).toBeNull();
    expect(await finishedSaves()).toEqual(['move_visit', 'restore_change', 'restore_change']);
  });
});

describe('the second press of a double click is ignored if the first changed the action of the button', () => {
  it.each([
    ['Restore and save', () => changedByAnother(3, { showing: 'False' })],
    ['Save there', () => movedByAnother()],
  ])('for example from Save to %s', async (name, changeMeanwhile) => {
    await openCorrection();
    retitle('Corrected');
    changeMeanwhile();
    fireEvent.click(await buttonNamed('Save'), { detail: 1 });
    secondPress(await buttonNamed(name));
    expect(await finishedSaves()).toEqual([]);
    expect(await buttonNamed(name)).toBeVisible();
    expect(backend.tasks[2]).toMatchObject({ title: 'Third', showing: 'False' });
  });

  it('for example from Move to Move without it', async () => {
    serveSigning((name) => name.startsWith(objectName(2).replace('.jpg', '')));
    const { asking } = await openMove();
    fireEvent.click(asking.getByRole('button', { name: 'Move' }), { detail: 1 });
    secondPress(await asking.findByRole('button', { name: 'Move without it' }));
    expect(await finishedSaves()).toEqual([]);
    expect(asking.getByRole('alert')).toHaveTextContent('Photo 2 is not in the storage.');
  });
});

it('a correction is not closed while its visit is read at its new site', async () => {
  const { user } = await openCorrection();
  retitle('Corrected');
  movedByAnother();
  await user.click(await buttonNamed('Save'));
  const { held, release } = hold();
  server.use(http.get(tableUrl, async ({ request }) => void (request.url.includes('Kingfisher') && (await held))));
  await user.click(await buttonNamed('Save there'));
  await user.click(await buttonNamed('Cancel'));
  expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
  release();
  expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
  expect(await finishedSaves()).toEqual(['maintable']);
  expect(movedVisits.tasks).toMatchObject([{ title: 'Corrected', urls: [fileUrl(11), fileUrl(12)] }]);
});

it('an upload that ends while the portal asks whether to discard saves nothing', async () => {
  fakeQueues();
  const { user } = await openCorrection();
  const queue = queues.at(-1);
  await act(async () => queue?.add([new File(['photo'], 'new.jpg', { type: 'image/jpeg' })], 'photo'));
  await user.click(await buttonNamed('Save'));
  await user.click(await buttonNamed('Cancel'));
  await dialog('Discard your changes?');
  await act(async () => queue?.finish('new.jpg'));
  await user.click(await buttonNamed('Keep editing'));
  expect(await finishedSaves()).toEqual([]);
  await user.click(await buttonNamed('Save'));
  await done();
  expect(await finishedSaves()).toEqual(['maintable']);
});
