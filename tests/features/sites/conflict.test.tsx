import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { closeToasts, field, openForm, retype, save, saved } from './open-site.ts';
import type { listedSite } from '../../support/rows.ts';

afterEach(closeToasts);

const change = (rows: ReturnType<typeof listedSite>[], values: object) =>
  rows.forEach((one) => Object.assign(one, values, { revision: one.revision + 1 }));

const conflict = async () => {
  const opened = await openForm();
  const { user, rows } = opened;
  await retype(user, 'Capacity', '900');
  await retype(user, 'Gate Numbers', '6');
  await retype(user, 'RFID Reader Units', '10');
  change(rows, { capacity: null, gate_numbers: '5', address: 'Moved' });
  await user.click(save());
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this site first' });
  return { ...opened, dialog };
};

describe('a concurrent save by somebody else', () => {
  it('of other fields is merged with mine', async () => {
    const { user, rows } = await openForm();
    await retype(user, 'Capacity', '900');
    change(rows, { address: 'Moved' });
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ capacity: '900', address: 'Moved' });
    expect(field('Address')).toHaveValue('Moved');
  });

  it('of a new name leaves my form open, and the URL follows when I save', async () => {
    const { user, rows } = await openForm();
    await retype(user, 'Capacity', '900');
    change(rows, { name: 'Selasih Gardens' });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('heading', { level: 1, name: 'Selasih Gardens' })).toBeVisible();
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ name: 'Selasih Gardens', capacity: '900' });
    expect(location.search).toBe('?site=Selasih+Gardens');
  });

  it('of the same fields lets me choose mine or theirs field by field', async () => {
    const { user, rows, dialog } = await conflict();
    expect(within(dialog).getAllByRole('group')).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose one value for each field.');
    await user.click(within(dialog).getByRole('radio', { name: 'Capacity, theirs: (empty)' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Gate Numbers, yours: 6' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(await saved()).toBeVisible();
    expect(rows[0]).toMatchObject({ capacity: null, gate_numbers: '6', rfid_unit: '10', address: 'Moved' });
    expect(field('Capacity')).toHaveValue('');
  });

  it('keeps my input with Back to the form, and asks again on the next save', async () => {
    const { user, written } = await conflict();
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    expect(field('Capacity')).toHaveValue('900');
    await user.click(save());
    expect(await screen.findByRole('dialog', { name: 'Somebody else saved this site first' })).toBeVisible();
    expect(written).toEqual([]);
  });

  it('writes nothing when theirs is chosen everywhere', async () => {
    const { user, rows, written } = await openForm();
    await retype(user, 'Capacity', '900');
    change(rows, { capacity: '1,000' });
    await user.click(save());
    await user.click(await screen.findByRole('radio', { name: 'Capacity, theirs: 1,000' }));
    await user.click(screen.getByRole('button', { name: 'Save choice' }));
    expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
    expect(field('Capacity')).toHaveValue('1,000');
    expect(written).toEqual([]);
  });

  it('asks again after yet another save during the choice', async () => {
    const { user, rows, dialog } = await conflict();
    change(rows, { gate_numbers: '7' });
    await user.click(within(dialog).getByRole('radio', { name: 'Capacity, yours: 900' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Gate Numbers, yours: 6' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    expect(await screen.findByRole('radio', { name: 'Gate Numbers, theirs: 7' })).not.toBeChecked();
    expect(screen.queryByRole('radio', { name: /^Capacity/u })).toBeNull();
  });
});
