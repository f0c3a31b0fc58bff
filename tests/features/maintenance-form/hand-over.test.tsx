import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeReport } from '../../../src/records/task/handed-report.ts';
import { smallPdf } from '../../support/small-pdf.ts';
import {
  choose,
  field,
  fill,
  goOnAnyway,
  makePdf,
  openForm,
  pads,
  preparePage,
  press,
  seen,
  selasih,
  serveSite,
} from './form-screen.tsx';

preparePage();
beforeEach(() => void serveSite());

const question = (title: string) => within(screen.getByRole('dialog', { name: title }));
const gaps = (title: string) =>
  question(title)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const expectNoPdf = () => expect(seen.workers.flatMap(({ asked }) => asked)).toEqual([]);

/** Names and signs for both. */
async function sign(user: Awaited<ReturnType<typeof openForm>>['user']): Promise<void> {
  await fill(user, 'Name of the sales engineer', 'Lim');
  await fill(user, 'Name of the client', 'Noraini');
  for (const pad of pads) act(() => pad.draw([30, 50], [150, 25]));
}

describe('missing entries', () => {
  it.each([
    ['Download PDF', 'Download anyway'],
    ['Attach to a new task', 'Attach anyway'],
  ])('cause one question before %s, which leads to the first gap or continues', async (button, anyway) => {
    const { user } = await openForm();
    const group = screen.getByRole('radiogroup', { name: /^RFID reader test/u });
    await user.click(within(group).getByRole('radio', { name: 'Fail' }));
    await press(user, button);
    expect(gaps('5 things are missing in the form')).toEqual([
      'RFID reader test failed, without a finding',
      'Name of the sales engineer',
      'Signature of the sales engineer',
      'Name of the client',
      'Signature of the client',
    ]);
    await press(user, 'Go back');
    expect(field('RFID reader test: what was found')).toHaveFocus();
    await user.paste('Antenna wet');
    await fill(user, 'Name of the sales engineer', 'Lim');
    await fill(user, 'Name of the client', 'Noraini');
    act(() => pads[1]?.draw([30, 50], [150, 25]));
    await press(user, button);
    expect(gaps('One thing is missing in the form')).toEqual(['Signature of the sales engineer']);
    await press(user, 'Go back');
    expect(screen.getByRole('img', { name: 'Signature of the sales engineer, not drawn' })).toHaveFocus();
    expectNoPdf();

    await press(user, button);
    await press(user, anyway);
    await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cause no question if nothing is missing: with findings, names and signatures', async () => {
    const { user } = await openForm();
    const group = screen.getByRole('radiogroup', { name: /^RFID reader test/u });
    await user.click(within(group).getByRole('radio', { name: 'Fail' }));
    await fill(user, 'RFID reader test: what was found', 'Antenna wet');
    await sign(user);
    await press(user, 'Download PDF');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
  });
});

describe('Download PDF', () => {
  it('requires a date, with an error message and the focus on its field', async () => {
    const { user } = await openForm();
    const date = screen.getByLabelText('Date');
    await user.clear(date);
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    expect(date).toHaveFocus();
    expect(date).toHaveAccessibleDescription('ERROR: Please Insert Date!');
    expectNoPdf();
    await user.type(date, '2026-03-26');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires a year of this century', async () => {
    const { user } = await openForm();
    const date = screen.getByLabelText('Date');
    fireEvent.change(date, { target: { value: '0206-03-26' } });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(date).toHaveAccessibleDescription('The year must be between 2000 and 2099.');
    expect(date).toHaveFocus();
    expectNoPdf();
  });

  it('shows the error of the date only in this form, not in a cleared one or that of another client', async () => {
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

  it('makes the PDF from the contents of the form', async () => {
    const { user } = await openForm();
    await choose(user, selasih.id);
    await fill(user, 'Post 1', 'In order');
    await press(user, 'Download PDF');
    await goOnAnyway(user);
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
  it('requires a date too', async () => {
    const { user } = await openForm();
    await user.clear(screen.getByLabelText('Date'));
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    expectNoPdf();
  });

  it('opens a new task for the month of the form with the PDF attached, and saves no file', async () => {
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

  it('saves the PDF instead, and changes no screen, if the form was left meanwhile', async () => {
    const { user } = await openForm();
    await press(user, 'Attach to a new task');
    await goOnAnyway(user);
    await waitFor(() => expect(seen.workers.at(-1)?.asked).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Files' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
    const file = new Blob([smallPdf()], { type: 'application/pdf' });
    act(() => seen.workers.at(-1)?.answer({ type: 'done', file, fileName: 'Form_2025-11-26.pdf', missing: 0 }));
    expect(await screen.findByText(/saved instead of attached: Form_2025-11-26\.pdf/u)).toBeVisible();
    expect(seen.saved.map(({ name }) => name)).toEqual(['Form_2025-11-26.pdf']);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
  });
});
