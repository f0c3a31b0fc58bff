import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { siteStamp } from '../../../src/records/time.ts';
import { listedSite } from '../../support/rows.ts';
import { closeToasts, field, openForm, retype, save, saved } from './open-site.ts';

afterEach(closeToasts);

const promised = (values = {}) =>
  listedSite({ response_hours: 4, emergency_calls_a_year: 6, promised_before: null, ...values });

async function change(record = promised()) {
  const opened = await openForm(record);
  await retype(opened.user, 'Response Within (Hours)', '3');
  await opened.user.click(save());
  return { ...opened, dialog: within(await screen.findByRole('dialog')) };
}

describe('a changed promise for emergency calls', () => {
  const today = siteStamp(new Date()).slice(0, 10);
  const yesterday = siteStamp(new Date(Date.now() - 86_400_000)).slice(0, 10);

  it('starts today by default, and the old promise stays for earlier calls', async () => {
    const { user, written, dialog } = await change();
    expect(dialog.getByRole('radio', { name: /^From today/u })).toBeChecked();
    expect(written).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await saved()).toBeVisible();
    const earlier = { until: yesterday, hours: 4, calls: 6 };
    expect(written).toEqual([{ response_hours: 3, promised_before: [earlier] }]);
  });

  it('holds from a day that is chosen', async () => {
    const { user, written, dialog } = await change();
    await user.click(dialog.getByRole('radio', { name: 'From a day' }));
    const day = dialog.getByLabelText('The first day');
    expect(day).toHaveValue(today);
    fireEvent.change(day, { target: { value: '' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(day).toHaveAccessibleDescription('Choose the day from which it holds.');
    fireEvent.change(day, { target: { value: '2026-07-01' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await saved()).toBeVisible();
    const earlier = { until: '2026-06-30', hours: 4, calls: 6 };
    expect(written).toEqual([{ response_hours: 3, promised_before: [earlier] }]);
  });

  it.each(['0026-07-01', '20266-07-01', '2000-01-01'])('cannot start on %s, whose year is wrong', async (typed) => {
    const { user, written, dialog } = await change();
    await user.click(dialog.getByRole('radio', { name: 'From a day' }));
    const day = dialog.getByLabelText('The first day');
    fireEvent.change(day, { target: { value: typed } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(day).toHaveAccessibleDescription('The year must be between 2001 and 2099.');
    expect(written).toEqual([]);
  });

  it('is refused after twenty earlier ones, until some are replaced', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ until: `${2005 + index}-06-30`, hours: 6, calls: 6 }));
    const { user, written, dialog } = await change(promised({ promised_before: many }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('no more than 20 earlier promises');
    expect(written).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: 'From a day' }));
    expect(dialog.queryByRole('alert')).toBeNull();
    fireEvent.change(dialog.getByLabelText('The first day'), { target: { value: '2006-01-01' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await saved()).toBeVisible();
    const earlier = [
      { until: '2005-06-30', hours: 6, calls: 6 },
      { until: '2005-12-31', hours: 6, calls: 6 },
    ];
    expect(written).toEqual([{ response_hours: 3, promised_before: earlier }]);
  });

  it('applies to the whole past if the earlier one was wrong', async () => {
    const { user, written, dialog } = await change(
      promised({ promised_before: [{ until: '2025-12-31', hours: 6, calls: null }] }),
    );
    await user.click(dialog.getByRole('radio', { name: /^It was wrong/u }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ response_hours: 3, promised_before: null }]);
  });

  it('is not saved if the question is left, and the input stays', async () => {
    const { user, written, dialog } = await change();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field('Response Within (Hours)')).toHaveValue('3');
    expect(written).toEqual([]);
  });

  it('causes a question if it is removed, but not if something else is saved', async () => {
    const { user, written } = await openForm(promised());
    await retype(user, 'Capacity', '900 vehicles');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect(written).toEqual([{ capacity: '900 vehicles' }]);
    await retype(user, 'Emergency Calls a Year', '');
    await user.click(save());
    expect(await screen.findByRole('dialog', { name: 'Since when does the new promise hold?' })).toBeVisible();
  });

  it('follows an earlier promise with what somebody else saved about it meanwhile', async () => {
    const { user, rows, written } = await openForm(promised());
    await retype(user, 'Response Within (Hours)', '3');
    Object.assign(rows[0] ?? {}, { emergency_calls_a_year: 12, revision: 2 });
    await user.click(save());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    expect(await saved()).toBeVisible();
    const earlier = { until: yesterday, hours: 4, calls: 12 };
    expect(written).toEqual([{ response_hours: 3, promised_before: [earlier] }]);
    expect(rows[0]).toMatchObject({ response_hours: 3, emergency_calls_a_year: 12 });
  });
});
