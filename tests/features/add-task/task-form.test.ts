import { expect, it } from 'vitest';
import { suggestedKind } from '../../../src/features/add-task/task-form.ts';

it.each([
  {
    kind: 'preventive',
    titles: ['Monthly preventive maintenance, March', 'Preventive maintenance', 'Penyelenggaraan bulanan Mac'],
  },
  {
    kind: 'emergency',
    titles: ['Emergency: exit lane stuck down', 'emergency call at night', 'Panggilan kecemasan: palang patah'],
  },
  { kind: 'other', titles: ['Repair of the exit arm'] },
  { kind: '', titles: ['Loop detector tuned after an emergency', ''] },
])('suggests "$kind" for $titles', ({ kind, titles }) => {
  expect(titles.map((title) => [title, suggestedKind(title)])).toEqual(titles.map((title) => [title, kind]));
});
