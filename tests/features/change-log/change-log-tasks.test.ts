import { describe, expect, it } from 'vitest';
import { officeFollowUpSentence } from '../../../src/features/change-log/change-log-follow-ups.ts';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import type { Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow, loggedTask, taskChange } from '../../support/rows.ts';

const words = (change: Change) => changeSentences(change, () => undefined);

const visit = loggedTask();
const spring = { line: 1, text: 'Replace the spring' };
const loop = { line: 2, text: 'Cut the loop again' };
const closed = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };
type Lines = { line: number; text: string; urgency?: string; closed?: { at: string; reason: string; by?: string } }[];
const followed = (before: Lines, after: Lines) =>
  taskChange([loggedTask({ follow: before })], [loggedTask({ follow: after })]);
const edited = (values: Parameters<typeof loggedTask>[0]) => taskChange([visit], [loggedTask(values)]);

const followSentence = (before: Lines, after: Lines) =>
  officeFollowUpSentence('Visit 17', {
    before: loggedTask({ follow: before }),
    after: loggedTask({ follow: after }),
  });

it('says that the office closed a recommendation or opened it again only where it did', () => {
  expect(followSentence([{ ...spring, closed }], [spring])).toBe(
    'Visit 17: recommendation “Replace the spring” opened again',
  );
  expect(followSentence([spring], [{ ...spring, urgency: 'high' }])).toBeNull();
});

describe('a change of tasks', () => {
  const described: [Change, string][] = [
    [taskChange([], [loggedTask({ id: 120 })]), 'Visit 120 added: Monthly preventive maintenance'],
    [edited({ showing: 'False' }), 'Visit 17 hidden: Monthly preventive maintenance'],
    [taskChange([loggedTask({ showing: 'False' })], [visit]), 'Visit 17 shown again: Monthly preventive maintenance'],
    [taskChange([visit], []), 'Visit 17 removed: Monthly preventive maintenance'],
    [taskChange([], [loggedTask({ title: ' ' })]), 'Visit 17 added'],
    [
      edited({ title: 'Spring replaced' }),
      'Visit 17: title changed from “Monthly preventive maintenance” to “Spring replaced”',
    ],
    [edited({ month: 'apr' }), 'Visit 17 “Monthly preventive maintenance” moved from March 2026 to April 2026'],
    [edited({ year: '2025' }), 'Visit 17 “Monthly preventive maintenance” moved from March 2026 to March 2025'],
    [edited({ tasks: 'All new.' }), 'Visit 17 “Monthly preventive maintenance”: text changed'],
    [
      edited({ tasks: 'All new.', title: 'B', pdf: 'https://a.test/b.pdf' }),
      'Visit 17 “B”: title and text changed, PDF added',
    ],
    [edited({ showing: 'False', tasks: 'B' }), 'Visit 17 hidden and changed (text): Monthly preventive maintenance'],
    [
      edited({ time: '2026-03-27T16:05:00+08:00' }),
      'Visit 17 “Monthly preventive maintenance”: date moved from 26 March 2026 at 16:05 to 27 March 2026 at 16:05',
    ],
    [
      edited({ time: '2026-04-01T09:00:00+08:00', month: 'apr' }),
      'Visit 17 “Monthly preventive maintenance”: date moved from 26 March 2026 at 16:05 to 1 April 2026 at 09:00',
    ],
    [edited({ time: '2026-03-27T16:05:00+08:00', title: 'B' }), 'Visit 17 “B”: title and date changed'],
    [edited({ ref: 'J-2' }), 'Visit 17 “Monthly preventive maintenance”: job number is now “J-2”'],
    [
      taskChange([loggedTask({ ref: 'J-1' })], [visit]),
      'Visit 17 “Monthly preventive maintenance”: job number “J-1” removed',
    ],
    [edited({ ref: 'J-2', title: 'B' }), 'Visit 17 “B”: title and job number changed'],
    [edited({ kind: 'emergency' }), 'Visit 17 “Monthly preventive maintenance”: kind is now “Emergency call”'],
    [
      taskChange([loggedTask({ kind: 'other' })], [visit]),
      'Visit 17 “Monthly preventive maintenance”: kind “Other work” removed',
    ],
    [edited({ kind: 'emergency', title: 'B' }), 'Visit 17 “B”: title and kind changed'],
    [
      followed([spring, loop], [{ ...spring, closed }, loop]),
      'Visit 17 “Monthly preventive maintenance”: recommendation “Replace the spring” closed without a visit: Settled by phone',
    ],
    [
      followed([{ ...spring, closed }, loop], [spring, loop]),
      'Visit 17 “Monthly preventive maintenance”: recommendation “Replace the spring” opened again',
    ],
    // members that only a later release knows, of a recommendation and of a visit
    [followed([spring], [{ ...spring, urgency: 'high' }]), 'Visit 17 changed: Monthly preventive maintenance'],
    [
      followed([{ ...spring, closed }], [{ ...spring, closed: { ...closed, by: 'Ali' } }]),
      'Visit 17 changed: Monthly preventive maintenance',
    ],
    [
      taskChange([visit], [Object.assign(loggedTask(), { weather: 'rain' })]),
      'Visit 17 changed: Monthly preventive maintenance',
    ],
    // of any other change of recommendations only the part is named, as of a changed text
    ...[
      followed([spring], [spring, loop]),
      followed([spring], [{ ...spring, text: 'Replace it', closed }]),
      followed(
        [spring, loop],
        [
          { ...spring, closed },
          { ...loop, closed },
        ],
      ),
      followed([{ ...spring, closed }], [{ ...spring, closed: { ...closed, reason: 'Not ours' } }]),
    ].map((change): [Change, string] => [change, 'Visit 17 “Monthly preventive maintenance”: recommendations changed']),
    [
      taskChange([loggedTask({ follow: [spring] })], [loggedTask({ follow: [{ ...spring, closed }], title: 'B' })]),
      'Visit 17 “B”: title and recommendations changed',
    ],
  ];
  it.each(described.map(([change, sentence]) => [sentence, change] as const))(
    'is described: %s',
    (sentence, change) => {
      expect(words(change)).toEqual([sentence]);
    },
  );

  it.each<[string, Change, string]>([
    ['it left', edited({ showing: 'False' }), 'Visit 17 moved to Riverside Tower: Monthly preventive maintenance'],
    ['it came to', taskChange([], [visit]), 'Visit 17 moved here from Selasih Park: Monthly preventive maintenance'],
    [
      'it came back to',
      taskChange([loggedTask({ showing: 'False', title: 'Before' })], [visit]),
      'Visit 17 moved here from Selasih Park: Monthly preventive maintenance',
    ],
  ])('names the other site of a moved visit, at the site that %s', (_, change, sentence) => {
    expect(words({ ...change, move: { from: 'Selasih Park', to: 'Riverside Tower' } })).toEqual([sentence]);
  });

  it('is summarized by counts if there are many of a kind', () => {
    const many = [121, 9, 120, 122, 10].map((id) => loggedTask({ id }));
    expect(words(taskChange([], many))).toEqual(['5 visits added: 9, 10 and 120 to 122']);
    const scattered = Array.from({ length: 40 }, (_, i) => loggedTask({ id: 2 * i + 1 }));
    expect(words(taskChange([], scattered))).toEqual(['40 visits added: 1, 3, 5, 7, 9 and others']);
  });

  it('is described beside a changed field', () => {
    const change = changeRow({
      before: { capacity: '9', tasks2024: [visit] },
      after: { capacity: '10', tasks2024: [{ ...visit, showing: 'False' }] },
    });
    expect(words(change)).toEqual(['Capacity changed from 9 to 10', 'Visit 17 hidden: Monthly preventive maintenance']);
  });

  it('shows only the changed values, and all values of an added task', () => {
    expect(changeGroups(edited({ month: 'apr', showing: 'False' })).groups).toEqual([
      {
        title: 'Visit 17: Monthly preventive maintenance',
        values: [
          { label: 'Month', before: 'March 2026', after: 'April 2026' },
          { label: 'Shown', before: 'Yes', after: 'No, hidden' },
        ],
      },
    ]);
    const added = loggedTask({ urls: ['a', 'b'], pdf: 'c', kind: 'preventive' });
    expect(
      changeGroups(taskChange([], [added])).groups[0]?.values.map(({ label, after }) => `${label}: ${after}`),
    ).toEqual([
      'Title: Monthly preventive maintenance',
      'Text: Arm bolts re-torqued.',
      'Month: March 2026',
      'Visit date: 26 March 2026 at 16:05',
      'Kind: Preventive maintenance',
      'Photos: 2 photos',
      'PDF: A PDF',
      'Shown: Yes',
    ]);
  });

  it.each([
    [[], ['a'], null, '1 photo', '1 photo added'],
    [['a', 'b'], [], '2 photos', null, '2 photos removed'],
    [
      ['a', 'b'],
      ['b', 'c', 'd'],
      '2 photos, 1 of them removed',
      '3 photos, 2 of them new',
      '2 photos added and 1 removed',
    ],
    [['a', 'b'], ['b', 'a'], '2 photos', '2 photos, reordered', 'photos reordered'],
  ])('counts photos: %j -> %j', (old, now, before, after, sentence) => {
    const change = taskChange([loggedTask({ urls: old })], [loggedTask({ urls: now })]);
    expect(words(change)).toEqual([`Visit 17 “Monthly preventive maintenance”: ${sentence}`]);
    // and they are listed to be shown
    const photos = { before: old, after: now };
    expect(changeGroups(change).groups[0]?.values).toEqual([{ label: 'Photos', before, after, photos }]);
  });

  it.each([
    ['', 'a', null, 'A PDF', 'added'],
    ['a', '', 'A PDF', null, 'removed'],
    ['a', 'b', 'A PDF', 'Another PDF', 'replaced'],
  ])('describes the PDF: %j -> %j', (old, now, before, after, sentence) => {
    const change = taskChange([loggedTask({ pdf: old })], [loggedTask({ pdf: now })]);
    expect(words(change)).toEqual([`Visit 17 “Monthly preventive maintenance”: PDF ${sentence}`]);
    expect(changeGroups(change).groups[0]?.values).toEqual([
      { label: 'PDF', before, after, pdf: { before: old, after: now } },
    ]);
  });

  it('shows at most twenty visits', () => {
    const { groups, more } = changeGroups(
      taskChange(
        [],
        Array.from({ length: 119 }, (_, id) => loggedTask({ id })),
      ),
    );
    expect([groups.length, more]).toEqual([20, '99 more visits']);
  });

  it('is described even if it cannot be read', () => {
    const change = changeRow({ before: { tasks2024: 'x' }, after: { tasks2024: [{ id: 1 }] } });
    expect(words(change)).toEqual(['Visits changed']);
    expect(changeGroups(change)).toEqual({ groups: [], more: null });
  });
});
