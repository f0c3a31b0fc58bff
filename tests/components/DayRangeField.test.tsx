import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DayRangeField } from '../../src/components/DayRangeField.tsx';
import type { DayRange } from '../../src/lib/calendar/day-range.ts';

it('reports a day only when a different day was typed, because a list of thousands is searched again for each', async () => {
  const onRange = vi.fn<(range: DayRange) => void>();
  function Field() {
    const [range, setRange] = useState<DayRange>({ from: null, to: '2026-12-31' });
    return (
      <DayRangeField
        {...range}
        contract={null}
        onChange={(next) => {
          onRange(next);
          setRange(next);
        }}
      />
    );
  }
  render(<Field />);
  const from = screen.getByRole('textbox', { name: 'From' });
  await userEvent.type(from, '2 mac 2026');
  expect(from).toHaveValue('2 mac 2026');
  const days = onRange.mock.calls.map(([range]) => range.from);
  expect(days.at(-1)).toBe('2026-03-02');
  expect(days.every((day, index) => day !== (days[index - 1] ?? null))).toBe(true);

  onRange.mockClear();
  await userEvent.type(from, '{Enter}  ');
  expect(from).toHaveValue('2 mac 2026  ');
  expect(onRange).not.toHaveBeenCalled();
});
