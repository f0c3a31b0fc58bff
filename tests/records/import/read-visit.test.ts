import { describe, expect, it } from 'vitest';
import { readVisit, type RawVisit } from '../../../src/records/import/read-visit.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
const rawVisit = {
  time: '2024-03-05T10:22:11+08:00',
  year: '2024',
  month: 'mar',
  title: 'Monthly maintenance',
  tasks: 'All posts tested.',
  showing: 'True',
} satisfies RawVisit;
const storedVisit = {
  time: rawVisit.time,
  year: '2024',
  month: 'mar',
  title: rawVisit.title,
  tasks: rawVisit.tasks,
  showing: 'True',
};

function read(changes: Partial<RawVisit>) {
  const problems: string[] = [];
  const visit = readVisit({ ...rawVisit, ...changes }, now, (problem, remedy) => problems.push(`${problem} ${remedy}`));
  return { visit, problems };
}

describe('a visit', () => {
  it.each<Partial<RawVisit>>([
    {},
    { showing: 'true' },
    { showing: true },
    { month: 'March' },
    { month: 3, year: 2024 },
    { title: '  Monthly maintenance\u00A0' },
  ])('with %j is read as the stored visit', (changes) =>
    expect(read(changes)).toEqual({ visit: storedVisit, problems: [] }),
  );

  it('stays in the month under which it is filed, even with another date', () => {
    expect(read({ year: '2023', month: 'dec' })).toEqual({
      visit: { ...storedVisit, year: '2023', month: 'dec' },
      problems: [],
    });
  });

  it.each([
    [{ month: 'Smarch' }, storedVisit, '“Smarch” is not a valid month. Filed under March, the month of its time.'],
    [{ month: null }, storedVisit, 'It has no month. Filed under March, the month of its time.'],
    [{ year: '2204' }, storedVisit, '“2204” is not a valid year. Filed under 2024, the year of its time.'],
    [
      { time: 'soon' },
      { ...storedVisit, time: '2024-03-01T00:00:00+08:00' },
      'The time “soon” is not a date. Imported, dated 1 March 2024.',
    ],
    [
      { time: '' },
      { ...storedVisit, time: '2024-03-01T00:00:00+08:00' },
      'It has no time. Imported, dated 1 March 2024.',
    ],
    [{ time: 'soon', month: '?' }, null, 'The time “soon” is not a date. Left out.'],
    [{ time: '2027-01-01T00:00:00+08:00' }, null, 'It is dated 1 January 2027, which is in the future. Left out.'],
    [
      { time: '2019-01-01T00:00:00+08:00', year: '2019' },
      null,
      'It is dated 2019; visits are kept from 2022 to 2030. Left out.',
    ],
    [
      { title: '' },
      { ...storedVisit, title: rawVisit.tasks },
      'It has no title. The beginning of its text is used as its title.',
    ],
    [{ tasks: null }, { ...storedVisit, tasks: rawVisit.title }, 'It has no text. Its title is used as its text too.'],
    [{ title: ' ', tasks: '\u200B' }, null, 'It has neither a title nor a text. Left out.'],
    [
      { tasks: 'a'.repeat(10_001) },
      null,
      'Its text has 10001 characters; 10000 can be kept. Left out. Shorten it in the file.',
    ],
    [
      { title: 'Monthly\u202E maintenance' },
      storedVisit,
      'Its title contains characters that cannot be shown. Imported without them.',
    ],
    [
      { tasks: `${rawVisit.tasks}\uD83D` },
      storedVisit,
      'Its text contains characters that cannot be shown. Imported without them.',
    ],
    [{ title: 'Monthly\u000Bmaintenance' }, storedVisit, undefined],
    [
      { tasks: 'First\u000BSecond\u2028Third\r\nFourth' },
      { ...storedVisit, tasks: 'First\nSecond\nThird\nFourth' },
      undefined,
    ],
    [
      { title: 'x'.repeat(201), tasks: 'a'.repeat(9_900) },
      null,
      'Its title and text have 10102 characters; 10000 can be kept. Left out. Shorten them in the file.',
    ],
    [
      { showing: 'perhaps' },
      { ...storedVisit, showing: 'False' },
      'Its “showing”, “perhaps”, is neither yes nor no. Imported as hidden; it can be restored.',
    ],
    [
      { showing: undefined },
      { ...storedVisit, showing: 'False' },
      'It does not say whether it is shown. Imported as hidden; it can be restored.',
    ],
    [{ kind: 'repair' }, storedVisit, 'The kind “repair” is not known. Imported without a kind.'],
  ])('with %j is corrected or left out, with a remark where something is lost', (changes, visit, text) =>
    expect(read(changes)).toEqual({ visit, problems: text === undefined ? [] : [text] }),
  );

  it('stays complete even if its title is too long', () => {
    const title = 'x'.repeat(201);
    const { visit, problems } = read({ title });
    expect(visit).toEqual({ ...storedVisit, title: `${'x'.repeat(199)}…`, tasks: `${title}\n${storedVisit.tasks}` });
    expect(problems).toEqual([
      'Its title has 201 characters; 200 can be kept. Shortened; its text begins with the full title.',
    ]);
  });

  it.each([
    ['PM', 'preventive'],
    ['Preventive maintenance', 'preventive'],
    ['emergency', 'emergency'],
    ['Emergency call', 'emergency'],
    ['Other', 'other'],
  ])('of the kind %s is %s', (kind, value) =>
    expect(read({ kind })).toEqual({ visit: { ...storedVisit, kind: value }, problems: [] }),
  );

  const times = {
    reported: '2024-03-05T09:00:00+08:00',
    arrived: rawVisit.time,
    left: '2024-03-05T11:40:00+08:00',
  };
  it.each<[Partial<RawVisit>, object, string[]]>([
    [{ by: 'Aziz', ...times }, { by: 'Aziz', ...times }, []],
    [{ reported: '2024-03-05T01:00:00Z' }, { reported: times.reported }, []],
    [{ left: rawVisit.time, arrived: rawVisit.time }, { left: rawVisit.time, arrived: rawVisit.time }, []],
    [
      { follow: [{ line: 3, text: 'Replace the spring', closed: { at: rawVisit.time, reason: 'No' } }] },
      { follow: [{ line: 1, text: 'Replace the spring' }] },
      [],
    ],
    [{ follow: [{ text: 'No number' }] }, {}, []],
    [{ arrived: null, by: undefined, follow: [] }, {}, []],
    [{ left: '2024-03-05' }, {}, ['Left: “2024-03-05” is not a time. Imported without this value.']],
    [
      { arrived: '2024-03-05T10:25:00+08:00' },
      {},
      ['Its arrival is another time than that of the visit. Imported without this value.'],
    ],
    [
      { reported: times.left, left: times.reported },
      { reported: times.left },
      ['Left: Nobody leaves before it is reported. Imported without this value.'],
    ],
  ])('of a call-out with %j is read', (rawMembers, members, problems) =>
    expect(read(rawMembers)).toEqual({ visit: { ...storedVisit, ...members }, problems }),
  );
});
