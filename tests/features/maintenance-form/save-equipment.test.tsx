import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import { allowConsole } from '../../support/console.ts';
import { origin, server } from '../../support/server.ts';
import {
  choose,
  draftPath,
  field,
  fill,
  hold,
  openForm,
  orchard,
  preparePage,
  serveSite,
  clientField,
  clientShown,
} from './form-screen.tsx';

const client = `site-${orchard.id}`;

preparePage();

const saveButton = () => screen.getByRole('button', { name: "Keep as this site's equipment" });

describe("Keep as this site's equipment", () => {
  it('writes the equipment of the form to the record, and the next form starts with it', async () => {
    const row = serveSite({ equipment: { avr: '1.5 kVA' } });
    const { user, unmount } = await openForm();
    await choose(user, client);
    expect(screen.getByText('This is the equipment that the site record keeps.')).toBeVisible();
    await fill(user, 'Barrier gate', 'KBG-700');
    await user.click(saveButton());
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(row).toMatchObject({ equipment: { avr: '1.5 kVA', barrierGate: 'KBG-700' }, revision: 5 });
    expect(screen.getByText('This is the equipment that the site record keeps.')).toBeVisible();
    unmount();
    localStorage.clear();
    const again = await openForm();
    await choose(again.user, client);
    expect(field('Barrier gate')).toHaveValue('KBG-700');
  });

  it('keeps a text that is too long in its field, and saves nothing until it is shortened', async () => {
    const row = serveSite({ equipment: { avr: '1.5 kVA' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', `${'K'.repeat(510)} END`);
    expect(field('Barrier gate')).toHaveValue(`${'K'.repeat(510)} END`);
    expect(field('Barrier gate')).toHaveAccessibleDescription(
      'Use at most 500 characters. These are 514, 14 too many.',
    );
    await user.click(saveButton());
    expect(await screen.findByText('Not kept. Shorten first: Barrier gate.')).toBeVisible();
    expect(row.equipment).toEqual({ avr: '1.5 kVA' });
    await user.clear(field('Barrier gate'));
    await fill(user, 'Barrier gate', 'KBG-700');
    expect(screen.queryByText(/Shorten first/u)).toBeNull();
    await user.click(saveButton());
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(row.equipment).toMatchObject({ barrierGate: 'KBG-700' });
  });

  it('is saved although another saved text is too long', async () => {
    const firmwareVersion = 'F'.repeat(501);
    const row = serveSite({ equipment: { avr: '1.5 kVA', firmwareVersion } });
    const { user } = await openForm();
    await choose(user, client);
    expect(field('Firmware version')).toHaveValue(firmwareVersion);
    expect(field('Firmware version')).not.toBeInvalid();
    await fill(user, 'Barrier gate', 'KBG-700');
    await user.click(saveButton());
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(row.equipment).toEqual({ avr: '1.5 kVA', firmwareVersion, barrierGate: 'KBG-700' });
    // changed values follow the current rule
    await fill(user, 'Firmware version', 'G');
    expect(field('Firmware version')).toBeInvalid();
    await user.click(saveButton());
    expect(await screen.findByText('Not kept. Shorten first: Firmware version.')).toBeVisible();
  });

  it('saves empty equipment as null', async () => {
    const row = serveSite({ equipment: { avr: '1.5 kVA' } });
    const { user } = await openForm();
    await choose(user, client);
    await user.clear(field('Voltage regulator (AVR)'));
    await user.click(saveButton());
    await waitFor(() => expect(row.equipment).toBeNull());
  });

  it('merges changes of somebody else, and asks if both changed the same field', async () => {
    const row = serveSite({ equipment: { avr: '1.5 kVA', spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(row, { equipment: { avr: '1.5 kVA', spd: 'Type 1' }, revision: 9 });
    await user.click(saveButton());
    await waitFor(() => expect(row.revision).toBe(10));
    expect(row.equipment).toEqual({ avr: '1.5 kVA', spd: 'Type 1', barrierGate: 'KBG-700' });
    await waitFor(() => expect(field('Surge protection (SPD)')).toHaveValue('Type 1'));

    await fill(user, 'Barrier gate', ' mine');
    Object.assign(row, { equipment: { ...row.equipment, barrierGate: 'KBG-700 theirs' }, revision: 20 });
    await user.click(saveButton());
    const dialog = await screen.findByRole('dialog', { name: /changed this site's equipment first/u });
    expect(row.revision).toBe(20);
    await user.click(within(dialog).getByRole('radio', { name: /Yours/u }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    await waitFor(() => expect(row.equipment).toMatchObject({ barrierGate: 'KBG-700 mine' }));
  });

  it('does not revert a concurrent change, even if the record was loaded again meanwhile', async () => {
    const row = serveSite({ equipment: { spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(row, { equipment: { spd: 'Type 1' }, revision: 9 });
    await act(() => queryClient.refetchQueries({ queryKey: ['maintable', 'form'] }));
    await user.click(saveButton());
    await waitFor(() => expect(row.equipment).toEqual({ spd: 'Type 1', barrierGate: 'KBG-700' }));
    await waitFor(() => expect(field('Surge protection (SPD)')).toHaveValue('Type 1'));
  });

  it('does not affect another client that was chosen meanwhile, nor the input there', async () => {
    const row = serveSite({ equipment: { avr: '1.5 kVA' } });
    const other = formPresets[1]?.id ?? '';
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    await fill(user, 'ID number of the client', '800101-10-5566');
    // the response includes the change of somebody else
    Object.assign(row, { equipment: { avr: '2 kVA' }, revision: 9 });
    const release = hold('patch', 'maintable');
    await user.click(saveButton());
    await choose(user, other);
    await fill(user, 'Issue details', 'Of the other client');
    release();
    await screen.findByText('Data updated successfully!');
    expect(clientField()).toHaveValue(clientShown(other));
    expect(field('Issue details')).toHaveValue('Of the other client');
    expect(field('ID number of the client')).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(draftPath(other))).toContain('Of the other client'));
    expect(localStorage.getItem(draftPath(other))).not.toMatch(/800101-10-5566|KBG-700/u);
    await choose(user, client);
    expect(field('ID number of the client')).toHaveValue('800101-10-5566');
  });

  it('keeps the input during the save', async () => {
    const row = serveSite({ equipment: { spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(row, { equipment: { spd: 'Type 1', avr: '2 kVA' }, revision: 9 });
    const release = hold('patch', 'maintable');
    await user.click(saveButton());
    await fill(user, 'Surge protection (SPD)', ' new');
    await fill(user, 'Issue details', 'Arm bent');
    release();
    await waitFor(() => expect(field('Voltage regulator (AVR)')).toHaveValue('2 kVA'));
    expect(field('Surge protection (SPD)')).toHaveValue('Type 2 new');
    expect(field('Issue details')).toHaveValue('Arm bent');
  });

  it('names the site of a refusal if another client is open by then', async () => {
    serveSite();
    const releases: (() => void)[] = [];
    const held = new Promise<void>((resolve) => releases.push(resolve));
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, async () => {
        await held;
        return HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 });
      }),
    );
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    allowConsole(/^The equipment could not be kept/u);
    await user.click(saveButton());
    await choose(user, formPresets[1]?.id ?? '');
    for (const release of releases) release();
    const name = `Error updating data. The equipment of ${orchard.name} was not kept.`;
    expect(await screen.findByRole('alertdialog', { name })).toBeVisible();
  });

  it('is not offered for a preset without a site', async () => {
    serveSite();
    const { user } = await openForm();
    await choose(user, formPresets[1]?.id ?? '');
    expect(screen.queryByRole('button', { name: /^Keep as/u })).toBeNull();
  });
});
