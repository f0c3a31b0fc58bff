import { describe, expect, it } from 'vitest';
import { withAnswers, type TickedFault } from '../../../src/records/fault/typed-answers.ts';
import { typedWith, typedTask, type TypedTask } from '../../../src/records/task/typed-task.ts';
import { task } from '../../support/rows.ts';

const fault = (id: number, clock: string, post: string | null = 'Exit'): TickedFault => ({
  id,
  post,
  // with seconds, which the form does not show
  reported_at: `2026-05-03T${clock}:40+08:00`,
});
const faults = [fault(41, '09:12'), fault(42, '08:30', 'Entrance'), fault(43, '14:05'), fault(44, '10:00', null)];
const typedCall = (values: Partial<TypedTask> = {}): TypedTask => ({
  ...typedTask(task({ time: '2026-05-03T11:22:00+08:00', year: '2026', month: 'may', title: '' })),
  ...values,
});
const tick = (visit: TypedTask, ...answers: number[]) => ({ ...visit, ...withAnswers(visit, answers, faults) });

describe('a ticked fault', () => {
  it('fills in the time of the report, the kind and the post', () => {
    expect(tick(typedCall(), 41)).toMatchObject({
      answers: [41],
      reported: '2026-05-03T09:12',
      kind: 'emergency',
      title: 'Emergency call, Exit',
    });
  });

  it('fills in the oldest report of several faults, and every post', () => {
    expect(tick(typedCall(), 41, 42)).toMatchObject({
      reported: '2026-05-03T08:30',
      title: 'Emergency call, Exit, Entrance',
    });
    expect(tick(typedCall(), 44)).toMatchObject({ title: 'Emergency call' });
  });

  it('removes what it filled in when it is unticked', () => {
    expect(tick(tick(typedCall(), 41, 42), 41)).toMatchObject({
      reported: '2026-05-03T09:12',
      title: 'Emergency call, Exit',
    });
    expect(tick(tick(typedCall(), 41))).toMatchObject({ answers: [], reported: '', title: '' });
    expect(tick(tick(typedCall({ title: 'Repair' }), 41)).title).toBe('Repair');
  });

  it.each([
    ['an earlier report', { reported: '2026-05-03T07:00' }, { reported: '2026-05-03T07:00' }],
    ['a kind', { kind: 'preventive' }, { kind: 'preventive' }],
    ['a title that names the post', { title: 'Exit: motor' }, { title: 'Exit: motor' }],
  ] as const)('does not replace %s', (_, values, expected) => {
    expect(tick(typedCall(values), 41)).toMatchObject(expected);
  });

  it('replaces a later report, which would make the answer faster', () => {
    expect(tick(typedCall({ reported: '2026-05-03T10:00' }), 41).reported).toBe('2026-05-03T09:12');
  });

  it('adds its post to a title that names none', () => {
    expect(tick(typedCall({ title: 'Repair' }), 41).title).toBe('Repair, Exit');
  });

  it('that was reported after the arrival fills in no report', () => {
    expect(tick(typedCall(), 43)).toMatchObject({ answers: [43], reported: '' });
    expect(tick(typedCall(), 41, 43).reported).toBe('2026-05-03T09:12');
  });

  it('keeps the time of its report when the visit is moved to another day', () => {
    expect(typedWith(tick(typedCall(), 41), { date: '2026-05-04' }).reported).toBe('2026-05-03T09:12');
    expect(typedWith(typedCall({ reported: '2026-05-03T09:12' }), { date: '2026-05-04' }).reported).toBe(
      '2026-05-04T09:12',
    );
  });
});
