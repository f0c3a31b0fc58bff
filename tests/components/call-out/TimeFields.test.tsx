import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { TaskFields } from '../../../src/components/TaskFields.tsx';
import { queryClient } from '../../../src/lib/query-client.ts';
import { typedWith, type TypedTask } from '../../../src/records/task/typed-task.ts';
import { typedCall as visit } from '../../support/rows.ts';

const renderForm = (form: ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{form}</QueryClientProvider>);

function Form({ from, savedTask }: { from: TypedTask; savedTask?: TypedTask }) {
  const [typedTask, setTyped] = useState(from);
  return (
    <TaskFields
      site={null}
      visit={null}
      typed={typedTask}
      problems={{}}
      onChange={(values) => setTyped(typedWith(typedTask, values))}
      {...(savedTask && { savedTask })}
    />
  );
}

const show = (values: Partial<TypedTask> = {}, savedTask?: Partial<TypedTask>) => {
  renderForm(<Form from={{ ...visit, ...values }} {...(savedTask && { savedTask: { ...visit, ...savedTask } })} />);
  return userEvent.setup();
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });
/** Changes a field as a picker of a day or a time does. */
const pick = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

describe('the times of an emergency call', () => {
  it('are filled in with one press each, and the arrival is the time of the visit', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2026-06-01T00:40:20+08:00'));
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Arrived: now' }));
    expect(field('Arrived').value).toBe('00:40');
    expect(field('Visit date').value).toBe('2026-06-01');
    expect(field('Time').value).toBe('00:40');
    expect(screen.getByLabelText('Month')).toHaveValue('june');
    pick('Reported', '23:50');
    expect(field('Reported on').value).toBe('2026-05-31');
    await user.click(screen.getByRole('button', { name: 'Left: now' }));
    expect(field('Left').value).toBe('00:40');
    vi.useRealTimers();
  });

  it('report a wrong order while they are typed, and nothing for an incomplete time', async () => {
    show({ arrived: '2026-05-03T11:22' });
    pick('Reported', '11:00');
    expect(screen.queryByRole('alert')).toBeNull();
    pick('Reported on', '');
    expect(screen.queryByText(/or neither/u)).toBeNull();
    pick('Reported on', '2026-05-04');
    expect(await screen.findByText('The report cannot be later than the arrival.')).toBeVisible();
    expect(field('Reported')).toBeInvalid();
    pick('Reported on', '2026-05-03');
    expect(screen.queryByText('The report cannot be later than the arrival.')).toBeNull();
  });

  it('follow the visit when its day is corrected, and leaving after midnight is on the next day', async () => {
    show({ arrived: '2026-05-03T23:30', clock: '23:30' });
    pick('Left', '00:15');
    expect(field('Left')).toHaveAccessibleDescription('4 May 2026');
    pick('Visit date', '2026-05-10');
    expect(field('Left')).toHaveAccessibleDescription('11 May 2026');
  });

  it('do not report a wrong order that is saved already', () => {
    const wrongOrder = { reported: '2026-05-03T12:00', arrived: '2026-05-03T11:22' };
    show(wrongOrder, wrongOrder);
    expect(screen.queryByText('The report cannot be later than the arrival.')).toBeNull();
  });
});

describe('recommendations', () => {
  it('are added and removed by line, up to five, and the keyboard stays where the change is', async () => {
    const user = show();
    for (const text of ['Spring', 'Loop', 'Reader', 'Arm', 'Lamp']) {
      await user.click(screen.getByRole('button', { name: 'Add a recommendation' }));
      await user.keyboard(text);
    }
    expect(screen.queryByRole('button', { name: 'Add a recommendation' })).toBeNull();
    expect(
      screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Recommendation/u }).map(({ value }) => value),
    ).toEqual(['Spring', 'Loop', 'Reader', 'Arm', 'Lamp']);
    await user.click(screen.getByRole('button', { name: 'Remove recommendation 2' }));
    expect(field('Recommendation 2').value).toBe('Reader');
    expect(field('Recommendation 4')).toHaveFocus();
  });

  it('report which of them is too long, and a saved one may stay', () => {
    const longLine = { line: 1, text: 'x'.repeat(301) };
    const follow = [longLine, { line: 2, text: 'y'.repeat(301) }];
    renderForm(
      <TaskFields
        site={null}
        visit={null}
        typed={{ ...visit, follow }}
        savedTask={{ ...visit, follow: [longLine] }}
        problems={{ follow: 'Too long' }}
        onChange={() => undefined}
      />,
    );
    expect(field('Recommendation 2')).toHaveAccessibleDescription(/Too long/u);
    expect(field('Recommendation 2')).toHaveAttribute('name', 'follow');
    expect(field('Recommendation 1')).not.toHaveAccessibleDescription(/Too long/u);
  });

  it('that an admin has closed are shown and stay unchanged', () => {
    const closed = { at: '2026-05-04T09:00:00+08:00', reason: 'By phone' };
    show({ follow: [{ line: 1, text: 'Spring', closed }] });
    expect(field('Recommendation 1')).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Remove recommendation 1' })).toBeNull();
  });
});
