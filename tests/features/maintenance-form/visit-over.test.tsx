import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { adminSession } from '../../support/render-route.tsx';
import {
  choose,
  draftPath,
  field,
  fill,
  makePdf,
  openForm,
  pads,
  preparePage,
  press,
  selasih,
  serveSite,
  watchLosses,
} from './form-screen.tsx';

preparePage();
beforeEach(() => void serveSite());

/** Fills in what the next visit must not inherit, and hands the form over. */
async function visit(button = 'Download PDF') {
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

/** Expects the form of a new visit: only the equipment is kept. */
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
    const { unmount } = await visit();
    expect(screen.getByText(/^Handed over at \d\d:\d\d\./u)).toBeVisible();
    expect(field('Issue details')).toHaveValue('Arm bent');
    unmount();
    await openForm();
    await expectNewVisit();
    expect(localStorage.getItem(draftPath(selasih.id))).toBeNull();
  });

  it('ends with Attach too', async () => {
    const { unmount } = await visit('Attach to a new task');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    unmount();
    await openForm();
    await expectNewVisit();
  });

  it('can be followed by the next one at once', async () => {
    const { user } = await visit();
    await press(user, 'Start a new visit');
    await expectNewVisit();
  });

  it('becomes a draft again when it is changed after its PDF was made', async () => {
    const { user, unmount } = await visit();
    await fill(user, 'Issue details', ' twice');
    expect(screen.queryByText(/^Handed over/u)).toBeNull();
    unmount();
    await openForm();
    expect(await screen.findByRole('textbox', { name: 'Issue details' })).toHaveValue('Arm bent twice');
  });

  it('can be continued within an hour', async () => {
    const { unmount } = await visit();
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

  it('cannot be continued later, and is removed from the device', async () => {
    const { unmount } = await visit();
    unmount();
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
    await visit();
    expect(JSON.stringify(localStorage)).toContain('800101-10-5566');
    act(() => endSession('logout'));
    expect(JSON.stringify(localStorage)).not.toMatch(/800101-10-5566|Noraini|drawn/u);
  });

  it('is not shown to another key', async () => {
    const { unmount } = await visit();
    act(() => endSession('expired'));
    unmount();
    const { user } = await openForm({ ...adminSession, keyId: 9, token: 'd'.repeat(64) });
    await choose(user, selasih.id);
    expect(field('Barrier gate')).toHaveValue(selasih.equipment.barrierGate);
    expect(screen.queryByRole('button', { name: 'Go on with the last form' })).toBeNull();
  });
});
