import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { said } from '../../../src/lib/language/translate.ts';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import { equipmentLabels, keysOf, taskLabels } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { renderRoute, userSession } from '../../support/render-route.tsx';
import {
  choose,
  draftPath,
  field,
  fill,
  openForm,
  pads,
  preparePage,
  press,
  selasih,
  serveSite,
  clientField,
} from './form-screen.tsx';

const [, kingfisher] = formPresets;
if (!kingfisher) throw new Error('There are two presets');

preparePage();
beforeEach(() => void serveSite());

describe('the form', () => {
  it('has the six groups with all their fields', async () => {
    await openForm();
    const groups = ['General Information', 'Equipment', 'Tasks Performed', 'Findings', 'Conclusion', 'Signatures'];
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(groups);
    for (const name of groups) expect(screen.getByRole('table', { name })).toBeVisible();
    for (const label of Object.values(equipmentLabels)) expect(field(said(label))).toHaveValue('');
    for (const label of Object.values(taskLabels).map(said)) {
      expect(field(`${label}: what was found`)).toHaveValue('');
      expect(
        within(screen.getByRole('radiogroup', { name: new RegExp(`^${label}`, 'u') })).getAllByRole('radio'),
      ).toHaveLength(3);
    }
  });

  it('is not open to clients', async () => {
    renderRoute('/DataEditor/report', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the time of the site, second by second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-03-26T08:05:09Z') });
    await openForm();
    const clock = document.querySelector('main time');
    expect(clock?.textContent).toMatch(/Thursday,? 26 March 2026 at 16:05:\d\d/u);
    const before = clock?.textContent;
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(clock?.textContent).not.toBe(before);
    expect(clock).toHaveAttribute('aria-live', 'off');
  });

  it('starts with today in Singapore, whatever the local date, and writes the date out', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T17:00:00Z') });
    const { user } = await openForm();
    expect(screen.getByLabelText('Date')).toHaveValue('2026-11-22');
    const group = screen.getByRole('table', { name: 'General Information' });
    expect(within(group).getByText('22 November 2026')).toBeVisible();
    await user.clear(screen.getByLabelText('Date'));
    expect(within(group).queryByText('22 November 2026')).toBeNull();
  });
});

describe('Select Client', () => {
  it.each(formPresets)('fills in the equipment for $name', async (preset) => {
    const { user } = await openForm();
    await choose(user, preset.id);
    for (const key of keysOf(equipmentLabels))
      expect(field(said(equipmentLabels[key]))).toHaveValue(preset.equipment[key]);
    expect(field('Client')).toHaveValue(preset.generalInfo.client);
    expect(field('Location')).toHaveValue(preset.generalInfo.location);
    expect(field('Sales engineer')).toHaveValue(preset.generalInfo.salesEngineer);
    // the people who sign enter their own names
    expect(field('Name of the sales engineer')).toHaveValue('');
  });

  it('asks before it replaces typed equipment, and keeps it after No', async () => {
    const { user } = await openForm();
    await fill(user, 'Barrier gate', 'Old gate');
    await fill(user, 'Issue details', 'Arm bent');
    await choose(user, selasih.id);
    const dialog = screen.getByRole('dialog', { name: 'Replace the equipment details with the template?' });
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(field('Barrier gate')).toHaveValue('Old gate');
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(clientField()).toHaveValue(selasih.name);
  });

  it('replaces it after Yes, and keeps the other input', async () => {
    const { user } = await openForm();
    await fill(user, 'Barrier gate', 'Old gate');
    await fill(user, 'Issue details', 'Arm bent');
    await choose(user, selasih.id);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(field('Barrier gate')).toHaveValue(selasih.equipment.barrierGate));
    expect(field('Issue details')).toHaveValue('Arm bent');
  });

  it('has a separate form for each client', async () => {
    const { user } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Issue details', 'At Selasih');
    await choose(user, kingfisher.id);
    expect(field('Issue details')).toHaveValue('');
    expect(field('Client')).toHaveValue(kingfisher.generalInfo.client);
    await choose(user, selasih.id);
    expect(field('Issue details')).toHaveValue('At Selasih');
  });
});

describe('signatures', () => {
  it('are stored as fractions of their box, with the time of each point, and can be cleared', async () => {
    const { user } = await openForm();
    // in the box of 300 by 100 pixels that `preparePage` mocks
    act(() => pads[1]?.draw([30, 50], [150, 25]));
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    await waitFor(() => {
      const stored: unknown = JSON.parse(localStorage.getItem(draftPath('none')) ?? '{}');
      expect(stored).toMatchObject({
        value: {
          drawn: {
            client: [
              [
                [0.1, 0.5, 0],
                [0.5, 0.25, expect.any(Number)],
              ],
            ],
            salesEngineer: [],
          },
        },
      });
    });
    await user.click(screen.getByRole('button', { name: 'Clear: Signature of the client' }));
    expect(screen.getByRole('img', { name: 'Signature of the client, not drawn' })).toBeVisible();
    expect(pads[1]?.shown).toEqual([]);
  });

  it('offer a numeric keyboard for the ID number, and one with letters on request', async () => {
    const { user } = await openForm();
    const number = field('ID number of the client');
    expect(number).toHaveAttribute('inputmode', 'numeric');
    expect(number).toHaveAttribute('autocomplete', 'off');
    await user.click(screen.getByRole('button', { name: 'Keyboard with letters' }));
    expect(number).toHaveAttribute('inputmode', 'text');
    expect(number).toHaveFocus();
  });
});

const results = () => screen.getAllByRole('radio', { checked: true }).map((radio) => `${radio.getAttribute('value')}`);
const radioOf = (name: RegExp, result: string) =>
  within(screen.getByRole('radiogroup', { name })).getByRole('radio', { name: result });

describe('All pass', () => {
  it('sets every check without a result, leaves the others, and is undone with one press', async () => {
    const { user } = await openForm();
    await user.click(radioOf(/^Gate cycle test/u, 'Fail'));
    await press(user, 'All pass');
    expect(results()).toEqual(['Pass', 'Fail', 'Pass', 'Pass', 'Pass', 'Pass']);
    expect(screen.getByText('5 checks set to Pass. Change the exceptions one by one.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    // a result that was set by hand stays
    await user.click(radioOf(/^Loop detector test/u, 'N.A.'));
    await press(user, 'Undo');
    expect(results()).toEqual(['Fail', 'N.A.']);
    expect(screen.getByRole('button', { name: 'All pass' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await press(user, 'All pass');
    expect(screen.getByText('4 checks set to Pass. Change the exceptions one by one.')).toBeVisible();
  });

  it('is not undone by the second press of a double press', async () => {
    const { user } = await openForm();
    await user.dblClick(screen.getByRole('button', { name: 'All pass' }));
    expect(results()).toHaveLength(6);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 2 });
    expect(results()).toHaveLength(6);
  });

  it('leads to the signatures, and its Undo ends with the form', async () => {
    const { user } = await openForm();
    await choose(user, selasih.id);
    await press(user, 'All pass');
    await press(user, 'Go to signatures');
    expect(screen.getByText('0 of 2 names, 0 of 2 signed').closest('summary')).toHaveFocus();
    await choose(user, kingfisher.id);
    await choose(user, selasih.id);
    expect(results()).toHaveLength(6);
    expect(screen.getByText('Every check has a result.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('a check', () => {
  it('accepts a result with free text, and can be reset', async () => {
    const { user } = await openForm();
    const group = screen.getByRole('radiogroup', { name: /^Gate cycle test/u });
    await user.click(within(group).getByRole('radio', { name: 'Pass' }));
    await user.click(within(group).getByRole('radio', { name: 'N.A.' }));
    expect(within(group).getByRole('radio', { name: 'Pass' })).not.toBeChecked();
    await fill(user, 'Gate cycle test: what was found', '10 cycles, 3.1 s');
    await user.click(screen.getByRole('button', { name: 'Clear the result of Gate cycle test' }));
    for (const radio of within(group).getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(within(group).getByRole('radio', { name: 'Pass' })).toHaveFocus();
    expect(field('Gate cycle test: what was found')).toHaveValue('10 cycles, 3.1 s');
  });
});
