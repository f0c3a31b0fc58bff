import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft } from '../../../src/lib/device/drafts.ts';
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
} from './form-screen.tsx';

preparePage();
beforeEach(() => void serveSite());

describe('a draft', () => {
  it('survives a reload, with the time it was saved', async () => {
    const { user, unmount } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Recommended action', 'Replace the supply');
    await user.click(screen.getAllByRole('radio', { name: 'Fail' })[1] ?? document.body);
    act(() => pads.at(-2)?.draw([30, 50], [150, 25]));
    unmount();

    await openForm();
    expect(screen.getByText(/^Draft from \d\d:\d\d restored\./u)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Select Client')).toHaveValue(selasih.id));
    expect(field('Recommended action')).toHaveValue('Replace the supply');
    expect(screen.getAllByRole('radio', { name: 'Fail' })[1]).toBeChecked();
    expect(screen.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();
  });

  it('is saved while the page is still open', async () => {
    const { user } = await openForm();
    await fill(user, 'Issue details', 'Arm bent');
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
  });

  it('of another tab is kept when this tab only opened the form', async () => {
    const { unmount } = await openForm();
    keepDraft('maintenance-form/none', 'Maintenance report form', 'of another tab');
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

  it('is announced as unavailable where the device stores nothing', async () => {
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
  /** Begins a visit without a client, then chooses a site whose posts are held back. */
  async function begin() {
    serveSite({ equipment: { avr: '1.5 kVA' } });
    const release = hold('get', 'carpost');
    const view = await openForm();
    await fill(view.user, 'Issue details', 'Arm bent');
    act(() => pads.at(-1)?.draw([30, 50], [150, 25]));
    await screen.findByRole('option', { name: orchard.name });
    await view.user.selectOptions(screen.getByLabelText('Select Client'), orchardClient);
    return { ...view, release };
  }

  it('is kept while the client loads, when nothing can be typed that would be lost', async () => {
    const { release } = await begin();
    expect(screen.getByText('Loading the client…')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Issue details' })).toBeNull();
    expect(screen.getByLabelText('Select Client')).toHaveValue(orchardClient);
    release();
    expect(await screen.findByRole('textbox', { name: 'Voltage regulator (AVR)' })).toHaveValue('1.5 kVA');
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
  });

  it('is moved to the client that was chosen last, and to no other', async () => {
    const { user, release } = await begin();
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
    const lost = watchLosses('Arm bent');
    await choose(user, selasih.id);
    release();
    await waitFor(() => expect(localStorage.getItem(draftPath(selasih.id))).toContain('Arm bent'));
    expect(screen.getByLabelText('Select Client')).toHaveValue(selasih.id);
    expect(field('Client')).toHaveValue(selasih.generalInfo.client);
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    expect(localStorage.getItem(draftPath(orchardClient))).toBeNull();
    expect(localStorage.getItem(draftPath('none'))).toBeNull();
    expect(lost).toEqual([]);
  });

  it('stays without a client when the choice is undone', async () => {
    const { user, release } = await begin();
    await choose(user, '');
    release();
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(field('Client')).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(draftPath('none'))).toContain('Arm bent'));
  });

  it('is kept when the screen is left before the client is loaded', async () => {
    const { unmount, release } = await begin();
    unmount();
    release();
    await openForm();
    expect(field('Issue details')).toHaveValue('Arm bent');
  });
});
