import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDraft } from '../../../src/lib/device/drafts.ts';
import { endSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { adminSession } from '../../support/render-route.tsx';
import {
  choose,
  draftPath,
  field,
  fill,
  hold,
  openForm,
  orchard,
  pads,
  preparePage,
  press,
  selasih,
  serveSite,
  watchLosses,
  makePdf,
  clientField,
  pickClient,
} from './form-screen.tsx';

preparePage();

beforeEach(() => void serveSite());

describe('a draft', () => {
  it('survives a reload, with the time it was stored', async () => {
    const { user, unmount } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Recommended action', 'Replace the supply');
    await user.click(screen.getAllByRole('radio', { name: 'Fail' })[1] ?? document.body);
    act(() => pads.at(-2)?.draw([30, 50], [150, 25]));
    unmount();

    await openForm();
    expect(screen.getByText(/^Draft from \d\d:\d\d restored\./u)).toBeVisible();
    await waitFor(() => expect(clientField()).toHaveValue(selasih.name));
    expect(field('Recommended action')).toHaveValue('Replace the supply');
    expect(screen.getAllByRole('radio', { name: 'Fail' })[1]).toBeChecked();
    expect(screen.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();
  });

  it('is stored while the page is still open', async () => {
    const { user } = await openForm();
    await fill(user, 'Issue details', 'Arm bent');
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
  });

  it('of another tab stays if this tab only opened the form', async () => {
    const { unmount } = await openForm();
    storeDraft('maintenance-form/none', storedMessage('Maintenance report form'), 'of another tab');
    unmount();
    expect(localStorage.getItem(draftPath('none'))).toContain('of another tab');
  });

  it('is cleared after confirmation, and stays cleared after a reload', async () => {
    const { user, unmount } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Issue details', 'Arm bent');
    await press(user, 'Clear form');
    await press(user, 'No');
    expect(field('Issue details')).toHaveValue('Arm bent');
    await press(user, 'Clear form');
    const dialog = screen.getByRole('dialog', { name: 'Clear everything typed for this client?' });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(field('Issue details')).toHaveValue('');
    expect(field('Client')).toHaveValue(selasih.generalInfo.client);
    unmount();
    await openForm();
    expect(await screen.findByRole('textbox', { name: 'Issue details' })).toHaveValue('');
    expect(screen.queryByText(/^Draft from/u)).toBeNull();
  });

  it.each([
    ['invalid JSON', '{'],
    ['another shape', `{"savedAt":${Date.now()},"title":"Form","value":{"generalInfo":{}}}`],
    [
      'a result that does not exist',
      `{"savedAt":${Date.now()},"title":"Form","value":{"tasksPerformed":{"visualInspection":{"result":"Maybe"}}}}`,
    ],
  ])('with %s is ignored', async (_, stored) => {
    localStorage.setItem(draftPath('none'), stored);
    await openForm();
    expect(field('Client')).toHaveValue('');
    expect(screen.queryByText(/^Draft from/u)).toBeNull();
  });

  it('is reported as unavailable if the device stores nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user } = await openForm();
    await fill(user, 'Issue details', 'Arm bent');
    expect(await screen.findByText(/This device keeps no drafts/u)).toBeVisible();
    expect(field('Issue details')).toHaveValue('Arm bent');
  });
});

describe('input typed before a client was chosen', () => {
  const orchardClient = `site-${orchard.id}`;
  /** Starts a visit without a client, then chooses a site whose posts are held back. */
  async function chooseWithInput() {
    serveSite({ equipment: { avr: '1.5 kVA' } });
    const release = hold('get', 'carpost');
    const view = await openForm();
    await fill(view.user, 'Issue details', 'Arm bent');
    act(() => pads.at(-1)?.draw([30, 50], [150, 25]));
    await pickClient(view.user, orchardClient);
    return { ...view, release };
  }

  it('stays while the client is loaded, when no input is possible that would be lost', async () => {
    const { release } = await chooseWithInput();
    expect(screen.getByText('Loading the client…')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Issue details' })).toBeNull();
    expect(clientField()).toHaveValue(orchard.name);
    release();
    expect(await screen.findByRole('textbox', { name: 'Voltage regulator (AVR)' })).toHaveValue('1.5 kVA');
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
  });

  it('is moved to the client that was chosen last, and to no other', async () => {
    const { user, release } = await chooseWithInput();
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
    const lost = watchLosses('Arm bent');
    await choose(user, selasih.id);
    release();
    await waitFor(() => expect(localStorage.getItem(draftPath(selasih.id))).toContain('Arm bent'));
    expect(clientField()).toHaveValue(selasih.name);
    expect(field('Client')).toHaveValue(selasih.generalInfo.client);
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    expect(localStorage.getItem(draftPath(orchardClient))).toBeNull();
    expect(localStorage.getItem(draftPath('none'))).toBeNull();
    expect(lost).toEqual([]);
  });

  it('stays without a client when the choice is undone', async () => {
    const { user, release } = await chooseWithInput();
    await choose(user, '');
    release();
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(field('Client')).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
  });

  it('stays if the screen is left before the client is loaded', async () => {
    const { unmount, release } = await chooseWithInput();
    unmount();
    release();
    await openForm();
    expect(field('Issue details')).toHaveValue('Arm bent');
  });
});

/** Fills in what the next visit must not inherit, and hands the form over. */
async function fillAndHandOver(button = 'Download PDF') {
  const view = await openForm();
  const { user } = view;
  await choose(user, selasih.id);
  await user.clear(field('Barrier gate'));
  await fill(user, 'Barrier gate', 'KBG-700');
  await user.click(screen.getAllByRole('radio', { name: 'Pass' })[0] ?? document.body);
  await fill(user, 'Visual inspection: what was found', 'Arm straight');
  await fill(user, 'Issue details', 'Arm bent');
  await fill(user, 'Post 1', 'In order');
  await fill(user, 'Name of the client', 'Noraini');
  await fill(user, 'ID number of the client', '800101-10-5566');
  act(() => pads.at(-1)?.draw([30, 50], [150, 25]));
  await makePdf(user, button);
  return view;
}

/** Expects the form of a new visit: only the equipment stays. */
async function expectNewVisit() {
  expect(await screen.findByRole('textbox', { name: 'Barrier gate' })).toHaveValue('KBG-700');
  expect(field('Client')).toHaveValue(selasih.generalInfo.client);
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  for (const name of [
    'Visual inspection: what was found',
    'Issue details',
    'Post 1',
    'Name of the client',
    'ID number of the client',
  ])
    expect(field(name)).toHaveValue('');
  expect(screen.getByRole('img', { name: 'Signature of the client, not drawn' })).toBeVisible();
  expect(screen.queryByText(/^Draft from/u)).toBeNull();
}

describe('a visit', () => {
  it('ends with Download PDF: the form stays unchanged, and a new visit starts when it is opened again', async () => {
    const { unmount } = await fillAndHandOver();
    expect(screen.getByText(/^Handed over at \d\d:\d\d\./u)).toBeVisible();
    expect(field('Issue details')).toHaveValue('Arm bent');
    unmount();
    await openForm();
    await expectNewVisit();
    expect(localStorage.getItem(draftPath(selasih.id))).toBeNull();
  });

  it('also ends with Attach', async () => {
    const { unmount } = await fillAndHandOver('Attach to a new task');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    unmount();
    await openForm();
    await expectNewVisit();
  });

  it('can be followed by the next one at once', async () => {
    const { user } = await fillAndHandOver();
    await press(user, 'Start a new visit');
    await expectNewVisit();
  });

  it('becomes a draft again if it is changed after its PDF was made', async () => {
    const { user, unmount } = await fillAndHandOver();
    await fill(user, 'Issue details', ' twice');
    expect(screen.queryByText(/^Handed over/u)).toBeNull();
    unmount();
    await openForm();
    expect(await screen.findByRole('textbox', { name: 'Issue details' })).toHaveValue('Arm bent twice');
  });

  it('can be continued within an hour', async () => {
    const { unmount } = await fillAndHandOver();
    unmount();
    const { user } = await openForm();
    await expectNewVisit();
    await fill(user, 'Issue details', 'Of the next visit');
    await press(user, 'Go on with the last form');
    const dialog = screen.getByRole('dialog', { name: 'Replace what is typed with the last form?' });
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(field('Issue details')).toHaveValue('Of the next visit');
    const lost = watchLosses('800101-10-5566');
    await press(user, 'Go on with the last form');
    await press(user, 'Yes');
    expect(lost).toEqual([]);
    expect(localStorage.getItem(draftPath(selasih.id))).toContain('800101-10-5566');
    expect(localStorage.getItem(draftPath(selasih.id, 'maintenance-form-last'))).toBeNull();
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(field('ID number of the client')).toHaveValue('800101-10-5566');
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Go on with the last form' })).toBeNull();
  });

  it('cannot be continued after an hour, and is removed from the device', async () => {
    const { unmount } = await fillAndHandOver();
    unmount();
    // ten seconds before the hour is over
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 3_590_000 });
    await openForm();
    await expectNewVisit();
    expect(screen.getByRole('button', { name: 'Go on with the last form' })).toBeVisible();
    act(() => {
      vi.advanceTimersByTime(15_000);
    });
    expect(screen.queryByRole('button', { name: 'Go on with the last form' })).toBeNull();
    expect(JSON.stringify(localStorage)).not.toContain('800101-10-5566');
  });

  it('leaves neither ID number nor signature on the device after a logout', async () => {
    await fillAndHandOver();
    expect(JSON.stringify(localStorage)).toContain('800101-10-5566');
    act(() => endSession('logout'));
    expect(JSON.stringify(localStorage)).not.toMatch(/800101-10-5566|Noraini|drawn/u);
  });

  it('is not shown to another key', async () => {
    const { unmount } = await fillAndHandOver();
    act(() => endSession('expired'));
    unmount();
    const { user } = await openForm({ ...adminSession, keyId: 9, token: 'd'.repeat(64) });
    await choose(user, selasih.id);
    expect(field('Barrier gate')).toHaveValue(selasih.equipment.barrierGate);
    expect(screen.queryByRole('button', { name: 'Go on with the last form' })).toBeNull();
  });
});
