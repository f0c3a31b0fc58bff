import { describe, expect, it } from 'vitest';
import { wholeMonths } from '../../../src/lib/calendar/day.ts';
import {
  ageSince,
  followUps,
  namedLines,
  nextLine,
  openFollowUps,
  type FollowedVisit,
} from '../../../src/records/task/follow-ups.ts';

/** A visit on a day of March 2026. */
const visit = (id: number, day: number, members: Partial<FollowedVisit> = {}): FollowedVisit => ({
  id,
  time: `2026-03-${String(day).padStart(2, '0')}T10:00:00+08:00`,
  showing: 'True',
  ...members,
});
const spring = { line: 1, text: 'Replace the spring' };
const loop = { line: 2, text: 'Cut the loop again' };
const byOffice = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };
const hidden = { showing: 'False' };

/** Each recommendation as `visit/line`, with the visit or the reason that ended it; `open` if nothing did. */
const ends = (...visits: FollowedVisit[]) =>
  followUps(visits).map(
    (end) =>
      `${end.visit.id}/${end.line} ${end.end === null ? 'open' : end.end.by === 'visit' ? end.end.visit.id : end.end.reason}`,
  );

describe('the state of recommendations', () => {
  it.each<[string, FollowedVisit[], string[]]>([
    ['none', [visit(1, 1)], []],
    ['open', [visit(1, 1, { follow: [spring, loop] })], ['1/1 open', '1/2 open']],
    [
      'done by a later visit',
      [visit(1, 1, { follow: [spring, loop] }), visit(2, 9, { closes: [{ task: 1, line: 2 }] })],
      ['1/1 open', '1/2 2'],
    ],
    [
      'done by two: the earlier one by time, whatever their ids and order',
      [
        visit(3, 20, { closes: [{ task: 1, line: 1 }] }),
        visit(4, 9, { closes: [{ task: 1, line: 1 }] }),
        visit(1, 1, { follow: [spring] }),
      ],
      ['1/1 4'],
    ],
    [
      'done by two at the same time: the lower id',
      [
        visit(1, 1, { follow: [spring] }),
        visit(4, 9, { closes: [{ task: 1, line: 1 }] }),
        visit(3, 9, { closes: [{ task: 1, line: 1 }] }),
      ],
      ['1/1 3'],
    ],
    [
      'done by a visit that is dated earlier, as somebody ticked it there',
      [visit(1, 9, { follow: [spring] }), visit(2, 1, { closes: [{ task: 1, line: 1 }] })],
      ['1/1 2'],
    ],
    [
      'done by a visit that is hidden now: open again',
      [visit(1, 1, { follow: [spring] }), visit(2, 9, { closes: [{ task: 1, line: 1 }], ...hidden })],
      ['1/1 open'],
    ],
    [
      'done by a hidden visit and by a shown one',
      [
        visit(1, 1, { follow: [spring] }),
        visit(2, 5, { closes: [{ task: 1, line: 1 }], ...hidden }),
        visit(3, 9, { closes: [{ task: 1, line: 1 }] }),
      ],
      ['1/1 3'],
    ],
    [
      'of a hidden visit: there is none, and naming it is nothing',
      [visit(1, 1, { follow: [spring], ...hidden }), visit(2, 9, { closes: [{ task: 1, line: 1 }], follow: [loop] })],
      ['2/2 open'],
    ],
    ['closed by the office', [visit(1, 1, { follow: [{ ...spring, closed: byOffice }] })], ['1/1 Settled by phone']],
    [
      'closed by the office and done by a visit: the visit counts',
      [visit(1, 1, { follow: [{ ...spring, closed: byOffice }] }), visit(2, 9, { closes: [{ task: 1, line: 1 }] })],
      ['1/1 2'],
    ],
    [
      'of visits and lines that are not there',
      [
        visit(1, 1, { follow: [spring] }),
        visit(2, 9, {
          closes: [
            { task: 1, line: 7 },
            { task: 70, line: 1 },
          ],
        }),
      ],
      ['1/1 open'],
    ],
    ['done by itself', [visit(1, 1, { follow: [spring], closes: [{ task: 1, line: 1 }] })], ['1/1 open']],
    [
      'named twice by a visit, and a number that a list has twice',
      [
        visit(1, 1, { follow: [spring, { line: 1, text: 'Again' }, loop] }),
        visit(2, 9, {
          closes: [
            { task: 1, line: 2 },
            { task: 1, line: 2 },
          ],
        }),
      ],
      ['1/1 open', '1/2 2'],
    ],
    [
      'in lists that cannot be read',
      [
        visit(1, 1, { follow: 'Replace the spring' }),
        visit(2, 2, { follow: [spring, { text: 'no line' }] }),
        visit(3, 3, { follow: [{ ...spring, closed: { at: 'soon', reason: 'x' } }] }),
        visit(4, 4, { follow: [spring], closes: { task: 1, line: 1 } }),
        visit(5, 5, { closes: [{ task: 4, line: 1 }, { task: '4' }] }),
      ],
      ['4/1 open'],
    ],
    [
      // the visit left with its own recommendations and is hidden here; the recommendations that it had carried out stayed behind
      'of a visit that was moved away, and done by it',
      [
        visit(1, 1, { follow: [spring] }),
        visit(2, 9, { follow: [loop], closes: [{ task: 1, line: 1 }], ...hidden }),
        visit(3, 12, { closes: [{ task: 2, line: 2 }] }),
      ],
      ['1/1 open'],
    ],
    [
      'oldest visit first, at the same time the lower id',
      [visit(9, 3, { follow: [loop] }), visit(2, 3, { follow: [spring] }), visit(5, 1, { follow: [loop, spring] })],
      ['5/2 open', '5/1 open', '2/1 open', '9/2 open'],
    ],
  ])('%s', (_, visits, expected) => {
    expect(ends(...visits)).toEqual(expected);
    const open = openFollowUps(visits).map(({ visit: { id }, line }) => `${id}/${line} open`);
    expect(open).toEqual(expected.filter((end) => end.endsWith('open')));
  });

  it('include the visit and the text, unchanged', () => {
    const first = visit(1, 1, { follow: [spring] });
    expect(followUps([first])).toEqual([{ visit: first, line: 1, text: 'Replace the spring', end: null }]);
  });
});

describe('the number of a new recommendation', () => {
  it('is never a number that another visit names, even if its line was removed', () => {
    const visits = [
      visit(10, 1, { follow: [spring], closes: [{ task: 10, line: 9 }] }),
      visit(12, 9, {
        closes: [
          { task: 10, line: 2 },
          { task: 11, line: 7 },
        ],
      }),
    ];
    expect(nextLine([spring], namedLines(visits, 10)).line).toBe(3);
    expect(nextLine([], namedLines(visits, null)).line).toBe(1);
  });
});

/** A visit that counts each read of its time. */
const countedVisit = (id: number, members: Partial<FollowedVisit>, read: number[]) =>
  Object.defineProperty(visit(id, 1, members), 'time', {
    get: () => {
      read.push(id);
      return '2026-03-01T10:00:00+08:00';
    },
  });

describe('a site with many visits', () => {
  it('reads only the visits with relevant members, and each once', () => {
    const read: number[] = [];
    const ids = Array.from({ length: 64 }, (_, index) => 64 - index);
    const visits = ids.map((id) =>
      countedVisit(id, id % 2 === 0 ? { follow: [spring] } : id % 3 === 0 ? { follow: [] } : {}, read),
    );
    expect(followUps(visits)).toHaveLength(32);
    expect(read.toSorted((a, b) => a - b)).toEqual(ids.filter((id) => id % 2 === 0).toReversed());
  });
});

describe('the age of a recommendation', () => {
  it.each([
    ['2026-03-01T23:30:00+08:00', '2026-03-01T23:59:00+08:00', 0, 0],
    // days of Singapore, wherever the browser is
    ['2026-03-01T23:30:00+08:00', '2026-03-02T00:10:00+08:00', 0, 1],
    ['2026-01-31T10:00:00+08:00', '2026-02-28T10:00:00+08:00', 0, 28],
    ['2026-01-31T10:00:00+08:00', '2026-03-01T10:00:00+08:00', 1, 29],
    ['2026-03-15T10:00:00+08:00', '2026-07-14T10:00:00+08:00', 3, 121],
    ['2026-03-15T10:00:00+08:00', '2026-07-15T09:00:00+08:00', 4, 122],
    ['2024-12-15T10:00:00+08:00', '2026-01-15T10:00:00+08:00', 13, 396],
    // a visit may be dated a day ahead
    ['2026-03-02T10:00:00+08:00', '2026-03-01T10:00:00+08:00', 0, 0],
  ])('of %s at %s is %i months, %i days', (start, now, months, days) => {
    expect(ageSince(start, new Date(now))).toEqual({ months, days });
  });

  it('counts whole months only', () => {
    expect(wholeMonths('2026-05-31', '2026-06-30')).toBe(0);
    expect(wholeMonths('2026-05-30', '2026-06-30')).toBe(1);
    expect(wholeMonths('2026-06-30', '2026-05-30')).toBe(0);
  });
});
