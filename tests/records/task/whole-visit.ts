import { expect } from 'vitest';
import { optionalMembers, type OptionalMember } from '../../../src/records/task/optional-members.ts';
import type { StoredTask, Task } from '../../../src/records/task/task.ts';
import { typedTask } from '../../../src/records/task/typed-task.ts';
import { task } from '../../support/rows.ts';

// The table of members: each part of the portal that reads or writes a visit, with each optional member. A new member has no
// value here, so this file does not compile until it has one. Then each row fails until the part shows the member, or the row
// gives the reason why not.

/** An earlier visit. `whole` carried out a part of its recommendations. */
export const earlier: Task = task({
  id: 5,
  title: 'Loop tested',
  follow: [
    { line: 1, text: 'Cut the loop again' },
    { line: 2, text: 'Paint the arm' },
  ],
});

/** A visit without any optional member. */
export const bare: Task = task({
  id: 7,
  time: '2026-05-03T11:22:00+08:00',
  year: '2026',
  month: 'may',
  title: 'Arm down',
  tasks: 'Repaired',
});

export const memberValues = {
  kind: 'emergency',
  ref: 'J-70311',
  by: 'Aziz Rahman',
  reported: '2026-05-03T09:12:00+08:00',
  arrived: bare.time,
  left: '2026-05-03T12:05:00+08:00',
  follow: [{ line: 1, text: 'Replace the spring' }],
  closes: [{ task: earlier.id, line: 1 }],
  answers: [41],
} satisfies Record<OptionalMember, unknown>;

/** The same visit with every optional member. */
export const whole: Task & StoredTask = { ...bare, ...memberValues };
export const typedWhole = typedTask(whole);

/** The same visit with this optional member only. */
export const onlyWith = (member: OptionalMember): Task & StoredTask => ({ ...bare, [member]: memberValues[member] });

/** A cell of the table: the text that shows the member there, or the reason why it is absent. */
export type MemberCell = { shown: string } | { absent: string };
export type MemberRow = Record<OptionalMember, MemberCell>;

export const shown = (text: string): MemberCell => ({ shown: text });
export const absent = (reason: string): MemberCell => ({ absent: reason });

/** The members where each is shown with its label. */
export const labelled: MemberRow = {
  kind: shown('Emergency call'),
  ref: shown('Job number: J-70311'),
  by: shown('Who came: Aziz Rahman'),
  reported: shown('Reported: 09:12'),
  arrived: shown('Arrived: 11:22'),
  left: shown('Left: 12:05'),
  follow: shown('Follow up: Replace the spring'),
  closes: absent('is said where it was recommended: Done on 3 May 2026'),
  answers: shown('Answers: Does not open, Exit (no. 41)'),
};

const withSingleSpaces = (text: string) => text.replaceAll(/\s+/gu, ' ');

/** Expects every member that the row has in the text of `whole`, and not in the text of `bare`. */
export function expectRow(row: MemberRow, textOfWhole: string, textOfBare: string): void {
  const texts = optionalMembers.flatMap((member) =>
    'shown' in row[member] ? [[member, row[member].shown] as const] : [],
  );
  const membersIn = (text: string) =>
    texts.filter(([, words]) => withSingleSpaces(text).includes(words)).map(([member]) => member);
  expect(membersIn(textOfWhole)).toEqual(texts.map(([member]) => member));
  expect(membersIn(textOfBare)).toEqual([]);
}
