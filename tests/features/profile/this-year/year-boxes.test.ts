import { describe, expect, it } from 'vitest';
import { yearBoxes, countYear } from '../../../../src/features/profile/this-year/this-year.ts';
import { task } from '../../../support/rows.ts';
import { months } from '../../../../src/records/time.ts';
import type { Task } from '../../../../src/records/task/task.ts';

const now = new Date('2026-11-22T10:00:00+08:00');

function visit(id: number, day: string, values: Partial<Task> = {}): Task {
  const month = months[Number(day.slice(5, 7)) - 1]?.value ?? 'january';
  return task({ id, time: `${day}T10:00:00+08:00`, year: day.slice(0, 4), month, ...values });
}

/** Each box as the numbers of its months and its state. */
function drawn(tasks: Task[], every: number | null): string[] {
  const counts = countYear({ tasks2024: tasks, visit_every_months: every }, now);
  return yearBoxes(counts, '2026-11-22').map(({ months: own, state }) => {
    const numbers = own.map(({ month }) => months.findIndex(({ value }) => value === month) + 1);
    return `${numbers.join('+')} ${state}`;
  });
}

describe('the boxes of a year', () => {
  const visits = [visit(1, '2026-01-08'), visit(2, '2026-02-08'), visit(3, '2026-05-08', { kind: 'emergency' })];

  it('are the months of a monthly visit', () => {
    expect(drawn(visits, 1)).toEqual([
      '1 kept',
      '2 kept',
      ...[3, 4, 5, 6, 7, 8, 9, 10].map((month) => `${month} missed`),
      '11 due',
      '12 to come',
    ]);
  });

  it.each([
    [2, ['1+2 kept', '3+4 missed', '5+6 missed', '7+8 missed', '9+10 missed', '11+12 due']],
    [3, ['1+2+3 kept', '4+5+6 missed', '7+8+9 missed', '10+11+12 due']],
    [6, ['1+2+3+4+5+6 kept', '7+8+9+10+11+12 due']],
    [12, ['1+2+3+4+5+6+7+8+9+10+11+12 kept']],
    // periods that began in 2025, and one that ends in 2027
    [5, ['1+2 kept', '3+4+5+6+7 missed', '8+9+10+11+12 due']],
    [7, ['1 kept', '2+3+4+5+6+7+8 kept', '9+10+11+12 due']],
  ])('join the months of a visit every %i months', (every, boxes) => {
    expect(drawn(visits, every)).toEqual(boxes);
  });

  it('show which months had visits where no interval is agreed', () => {
    expect(drawn(visits, null)).toEqual([
      '1 visited',
      '2 visited',
      '3 no visit',
      '4 no visit',
      '5 visited',
      ...[6, 7, 8, 9, 10, 11].map((month) => `${month} no visit`),
      '12 to come',
    ]);
  });

  it('use the date of a visit, and link to the month where it is filed', () => {
    const counts = countYear({ tasks2024: [visit(1, '2026-03-08', { month: 'may' })], visit_every_months: 1 }, now);
    const [, , march, , may] = yearBoxes(counts, '2026-11-22');
    expect([march?.state, march?.months[0]?.visits]).toEqual(['kept', 0]);
    expect([may?.state, may?.months[0]?.visits]).toEqual(['missed', 1]);
  });
});
