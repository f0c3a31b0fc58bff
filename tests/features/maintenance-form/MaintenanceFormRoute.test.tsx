import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import { equipmentLabels, keysOf, taskLabels } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { takeReport } from '../../../src/records/task/handed-report.ts';
import { renderRoute, userSession } from '../../support/render-route.tsx';
import {
  choose,
  draftPath,
  field,
  fill,
  makePdf,
  openForm,
  pads,
  preparePage,
  seen,
  serveSite,
} from './form-screen.tsx';

const [selasih, kingfisher] = formPresets;
if (!selasih || !kingfisher) throw new Error('There are two presets');

preparePage();
beforeEach(() => void serveSite());

const question = () => screen.getByRole('dialog', { name: 'A failed check has no finding' });
const noPdf = () => expect(seen.workers.flatMap(({ asked }) => asked)).toEqual([]);

describe('the form', () => {
  it('has the six groups with all their fields', async () => {
    await openForm();
    const groups = ['General Information', 'Equipment', 'Tasks Performed', 'Findings', 'Conclusion', 'Signatures'];
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(groups);
    for (const name of groups) expect(screen.getByRole('table', { name })).toBeVisible();
    for (const label of Object.values(equipmentLabels)) expect(field(label)).toHaveValue('');
    for (const label of Object.values(taskLabels)) {
      expect(field(`${label}: what was found`)).toHaveValue('');
      expect(
        within(screen.getByRole('radiogroup', { name: new RegExp(`^${label}`, 'u') })).getAllByRole('radio'),
      ).toHaveLength(3);
    }
  });

  it('is for admins', async () => {
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

  it('begins as today in Singapore, whatever day it is here, and writes the date out', async () => {
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
  it.each(formPresets)('fills in the equipment of $name', async (preset) => {
    const { user } = await openForm();
    await choose(user, preset.id);
    for (const key of keysOf(equipmentLabels)) expect(field(equipmentLabels[key])).toHaveValue(preset.equipment[key]);
    expect(field('Client')).toHaveValue(preset.generalInfo.client);
    expect(field('Location')).toHaveValue(preset.generalInfo.location);
    expect(field('Sales engineer')).toHaveValue(preset.generalInfo.salesEngineer);
    // whoever signs says who they are
    expect(field('Name of the sales engineer')).toHaveValue('');
  });

  it('asks before it replaces equipment that was typed, and No keeps it', async () => {
    const { user } = await openForm();
    await fill(user, 'Barrier gate', 'Old gate');
    await fill(user, 'Issue details', 'Arm bent');
    await choose(user, selasih.id);
    const dialog = screen.getByRole('dialog', { name: 'Replace the equipment details with the template?' });
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(field('Barrier gate')).toHaveValue('Old gate');
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(screen.getByLabelText('Select Client')).toHaveValue(selasih.id);
  });

  it('replaces it on Yes, and keeps everything else that was typed', async () => {
    const { user } = await openForm();
    await fill(user, 'Barrier gate', 'Old gate');
    await fill(user, 'Issue details', 'Arm bent');
    await choose(user, selasih.id);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(field('Barrier gate')).toHaveValue(selasih.equipment.barrierGate));
    expect(field('Issue details')).toHaveValue('Arm bent');
  });

  it('gives each client a form of its own and loses neither', async () => {
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
  it('are kept as shares of their box, with the times of their points, and can be cleared', async () => {
    const { user } = await openForm();
    act(() => pads[1]?.draw([30, 50], [150, 25]));
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    await waitFor(() => {
      const kept: unknown = JSON.parse(localStorage.getItem(draftPath('none')) ?? '{}');
      expect(kept).toMatchObject({
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

  it('ask for the ID number with digits, and with letters where it has some', async () => {
    const { user } = await openForm();
    const number = field('ID number of the client');
    expect(number).toHaveAttribute('inputmode', 'numeric');
    expect(number).toHaveAttribute('autocomplete', 'off');
    await user.click(screen.getByRole('button', { name: 'Keyboard with letters' }));
    expect(number).toHaveAttribute('inputmode', 'text');
    expect(number).toHaveFocus();
  });
});

describe('a check', () => {
  it('takes one result, free text beside it, and can be taken back', async () => {
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

  it.each(['Download PDF', 'Attach to a new task'])(
    'that failed without a finding is asked about before %s: it leads there, or is left',
    async (button) => {
      const { user } = await openForm();
      const group = screen.getByRole('radiogroup', { name: /^RFID reader test/u });
      await user.click(within(group).getByRole('radio', { name: 'Fail' }));
      await user.click(screen.getByRole('button', { name: button }));
      expect(within(question()).getByRole('listitem')).toHaveTextContent('RFID reader test');
      await user.click(within(question()).getByRole('button', { name: 'Add the finding' }));
      expect(field('RFID reader test: what was found')).toHaveFocus();
      noPdf();

      await user.click(screen.getByRole('button', { name: button }));
      await user.click(within(question()).getByRole('button', { name: 'Continue without it' }));
      await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
    },
  );

  it('that failed with its finding is not asked about', async () => {
    const { user } = await openForm();
    const group = screen.getByRole('radiogroup', { name: /^RFID reader test/u });
    await user.click(within(group).getByRole('radio', { name: 'Fail' }));
    await fill(user, 'RFID reader test: what was found', 'Antenna wet');
    await makePdf(user, 'Download PDF');
    expect(seen.saved).toHaveLength(1);
  });
});

describe('Download PDF', () => {
  it('needs a date, says so and leads there', async () => {
    const { user } = await openForm();
    const date = screen.getByLabelText('Date');
    await user.clear(date);
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    expect(date).toHaveFocus();
    expect(date).toHaveAccessibleDescription('ERROR: Please Insert Date!');
    noPdf();
    await user.type(date, '2026-03-26');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for the date only where it was missed: not in a new form, not in that of another client', async () => {
    const { user } = await openForm();
    await user.clear(screen.getByLabelText('Date'));
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await choose(user, selasih.id);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.clear(screen.getByLabelText('Date'));
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(screen.getByRole('alert')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear form' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.getByLabelText('Date')).not.toHaveValue('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('makes the PDF of what stands in the form', async () => {
    const { user } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Post 1', 'In order');
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
    expect(seen.workers.at(-1)?.asked[0]?.request).toMatchObject({
      kind: 'form',
      data: {
        form: {
          generalInfo: { client: selasih.generalInfo.client },
          equipment: selasih.equipment,
          conclusion: [{ post: 'Post 1', text: 'In order' }],
        },
      },
    });
    expect(screen.getByRole('button', { name: 'Download PDF' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('Attach to a new task', () => {
  it('needs a date too', async () => {
    const { user } = await openForm();
    await user.clear(screen.getByLabelText('Date'));
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    noPdf();
  });

  it('leads to a new task of the month of the form, with the PDF in it, and saves no file', async () => {
    const { user } = await openForm();
    await user.clear(screen.getByLabelText('Date'));
    await user.type(screen.getByLabelText('Date'), '2025-11-26');
    await makePdf(user, 'Attach to a new task', 'Form_2025-11-26.pdf');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    expect(await screen.findByText('Form_2025-11-26.pdf')).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2025');
    expect(screen.getByLabelText('Month')).toHaveValue('nov');
    expect(seen.saved).toEqual([]);
    expect(takeReport()).toBeNull();
  });

  it('takes nobody away who left the form meanwhile: the PDF is saved instead', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Files' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
    const file = new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' });
    act(() => seen.workers.at(-1)?.answer({ type: 'done', file, fileName: 'Form_2025-11-26.pdf', missing: 0 }));
    expect(await screen.findByText(/saved and not attached: Form_2025-11-26\.pdf/u)).toBeVisible();
    expect(seen.saved.map(({ name }) => name)).toEqual(['Form_2025-11-26.pdf']);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
  });
});
