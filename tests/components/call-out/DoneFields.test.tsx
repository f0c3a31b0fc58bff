import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { backend, changedByAnother } from '../../features/data-deleter/open-deleter.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { dialog, monthUrl, serveVisits, visitButton } from '../task-edit/serve-visits.ts';

const lines = [
  { line: 1, text: 'Replace the spring' },
  { line: 2, text: 'Cut the loop again' },
];
const closes = [{ task: 1, line: 1 }];

beforeEach(() => {
  serveVisits();
  changedByAnother(1, { follow: lines });
  changedByAnother(2, { closes });
});

async function openCorrection(title: string) {
  const { user } = renderRoute(monthUrl, adminSession);
  await user.click(await visitButton(title, 'Edit'));
  const form = await dialog('Need Correction?');
  const boxes = within(await form.findByRole('group', { name: 'Done with this visit' }));
  const box = (name: RegExp) => boxes.getByRole('checkbox', { name });
  return { user, form, boxes, box, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}
const waitUntilSaved = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the recommendations that a visit carried out, in its correction', () => {
  it('are ticked, and when one is taken back it is open again', async () => {
    const { user, box, save } = await openCorrection('Second');
    expect(box(/^Replace the spring/u)).toBeChecked();
    expect(box(/^Cut the loop/u)).not.toBeChecked();
    await user.click(box(/^Replace the spring/u));
    await save();
    await waitUntilSaved();
    expect(backend.tasks[1]).not.toHaveProperty('closes');
  });

  it('are neither those that another visit has carried out, nor those of the visit itself', async () => {
    changedByAnother(3, { follow: [{ line: 1, text: 'Paint the arm' }] });
    const { boxes } = await openCorrection('Third');
    expect(boxes.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
      expect.stringMatching(/^Cut the loop again/u),
    ]);
  });

  it('stay beside another correction of the same visit', async () => {
    const { user, box, save } = await openCorrection('Second');
    await user.click(box(/^Cut the loop/u));
    changedByAnother(2, { title: 'Corrected' });
    await save();
    await waitUntilSaved();
    expect(backend.tasks[1]).toMatchObject({ title: 'Corrected', closes: [...closes, { task: 1, line: 2 }] });
  });

  it('are asked about if both changed them', async () => {
    const { user, box, save } = await openCorrection('Second');
    await user.click(box(/^Cut the loop/u));
    const { closes: _, ...without } = backend.tasks[1] ?? {};
    backend.tasks = backend.tasks.map((task) => (task.id === 2 ? { ...task, ...without, closes: [] } : task));
    backend.revision += 1;
    await save();
    const conflict = await dialog('Somebody else changed this visit first');
    expect(conflict.getByRole('radio', { name: 'Theirs 0 recommendations' })).toBeVisible();
    await user.click(conflict.getByRole('radio', { name: 'Yours 2 recommendations' }));
    await user.click(conflict.getByRole('button', { name: 'Save choice' }));
    await waitUntilSaved();
    expect(backend.tasks[1]).toMatchObject({ closes: [...closes, { task: 1, line: 2 }] });
  });
});

describe('a recommendation that is added to a visit', () => {
  it('is open, although the visit had a done recommendation that is removed', async () => {
    changedByAnother(1, { follow: [] });
    changedByAnother(2, { closes: [{ task: 1, line: 2 }] });
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('First', 'Edit'));
    const form = await dialog('Need Correction?');
    await user.click(form.getByRole('button', { name: 'Add a recommendation' }));
    await user.type(form.getByLabelText('Recommendation 1'), 'Paint it');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitUntilSaved();
    // not 2, which the other visit names
    expect(backend.tasks[0]?.follow).toEqual([{ line: 3, text: 'Paint it' }]);
  });
});
