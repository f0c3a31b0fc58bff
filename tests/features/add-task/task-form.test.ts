import { expect, it } from 'vitest';
import { suggestedKind } from '../../../src/features/add-task/task-form.ts';

it.each([
  ['Monthly preventive maintenance, March', 'preventive'],
  ['Preventive maintenance', 'preventive'],
  ['Penyelenggaraan bulanan Mac', 'preventive'],
  ['Emergency: exit lane stuck down', 'emergency'],
  ['emergency call at night', 'emergency'],
  ['Panggilan kecemasan: palang patah', 'emergency'],
  ['Repair of the exit arm', 'other'],
  ['Loop detector tuned after an emergency', ''],
  ['', ''],
])('the title %o suggests %o', (title, kind) => {
  expect(suggestedKind(title)).toBe(kind);
});
