import { afterEach, describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { authorOf, canRestore, type Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

const reported = {
  id: 41,
  site_id: 1,
  post: 'Exit',
  what: 'Does not open',
  known: true,
  origin: 'sticker',
  main_id: null,
  sticker_id: 42,
  reported_at: '2026-11-21T01:12:00+00:00',
};

const ofFault = (values: Partial<Change>) => changeRow({ table_name: 'faults', row_id: 41, ...values });
const ofSticker = (values: Partial<Change>) => changeRow({ table_name: 'stickers', row_id: 42, ...values });
const added = { operation: 'INSERT', before: null } as const;
const closed = {
  closed_at: '2026-11-21T02:00:00+00:00',
  closed_by: 9,
  closed_as: 'settled',
  closed_reason: 'Power was off',
};
const notClosed = { closed_at: null, closed_by: null, closed_as: null, closed_reason: null };
const made = { id: 42, site_id: 1, post: 'Exit', made_at: '2026-11-21T02:00:00+00:00', replaces: null, ended_at: null };

const words = (change: Change) => changeSentences(change, () => undefined);

describe('a fault in the log', () => {
  it.each<[Partial<Change>, string]>([
    [{ ...added, after: reported }, 'Fault 41 reported at Exit: Does not open'],
    [
      { ...added, after: { ...reported, post: null, known: false, what: undefined } },
      'Fault 41 reported at Whole site: Something else',
    ],
    [{ before: notClosed, after: closed }, 'Fault 41 closed without a visit: Settled by phone (Power was off)'],
    [
      { before: notClosed, after: { ...closed, closed_reason: 'Settled by phone' } },
      'Fault 41 closed without a visit: Settled by phone',
    ],
    [{ before: closed, after: notClosed }, 'Fault 41 opened again'],
    [{ before: { post: 'Exit' }, after: { post: 'Entrance' } }, 'Fault 41: post corrected from Exit to Entrance'],
    [{ before: { post: 'Exit' }, after: { post: null } }, 'Fault 41: post corrected from Exit to Whole site'],
    [
      { before: { site_id: 1, post: 'Exit' }, after: { site_id: 2, post: 'Main' } },
      'Fault 41 is of another site and post: Exit corrected to Main',
    ],
    [{ before: { site_id: 1 }, after: { site_id: 2 } }, 'Fault 41 is of another site'],
    [{ before: null, after: { forgotten_voice: 410 } }, 'Fault 41: a reporter’s name, number and words deleted'],
    [{ before: { known: true }, after: { known: false } }, 'Fault 41 changed'],
  ])('is described without the words of reporters: %#', (values, sentence) => {
    const change = ofFault(values);
    expect(words(change)).toEqual([sentence]);
    expect(canRestore(change)).toBe(false);
  });

  it('says by which sticker it came, not that the owner wrote it', () => {
    const without = { access_id: null, access_label: null };
    expect(authorOf(ofFault({ ...added, ...without, after: reported }))).toBe('Sticker S-0042, Exit');
    expect(authorOf(ofFault({ ...added, ...without, after: { ...reported, sticker_id: null } }))).toBe(
      'Owner of the database',
    );
    expect(authorOf(ofFault({ before: notClosed, after: closed }))).toBe('Head office');
    expect(authorOf(ofSticker({ ...without, before: { ended_at: null }, after: { ended_at: 'x' } }))).toBe(
      'First scan of the new sticker',
    );
  });

  it('has its values before and after', () => {
    const { groups } = changeGroups(
      ofFault({ before: { ...notClosed, site_id: 1, post: 'Exit' }, after: { ...closed, site_id: 2, post: null } }),
      (id) => (id === 1 ? 'Selasih Park' : undefined),
    );
    expect(groups).toEqual([
      {
        title: null,
        values: [
          { label: 'Site', before: 'Selasih Park', after: 'Site 2' },
          { label: 'Post', before: 'Exit', after: 'Whole site' },
          { label: 'Closed', before: null, after: '21 November 2026 at 10:00' },
          { label: 'Closed as', before: null, after: 'Settled by phone' },
          { label: 'Reason', before: null, after: 'Power was off' },
        ],
      },
    ]);
    expect(
      changeGroups(ofFault({ ...added, after: reported })).groups[0]?.values.map(({ label, after }) => [label, after]),
    ).toEqual([
      ['Post', 'Exit'],
      ['Fault', 'Does not open'],
      ['How', 'With the sticker'],
      ['Reported', '21 November 2026 at 09:12'],
    ]);
  });

  it.each([
    ['ms', 'Kerosakan 41 dilaporkan di Exit: Tidak boleh dibuka', 'Pelekat S-0042, Exit'],
    ['zh', '报修 41，Exit：打不开', '贴纸 S-0042，Exit'],
  ] as const)('is said in the language of the reader: %s', (code, sentence, author) => {
    switchLanguage(code);
    const change = ofFault({ ...added, access_id: null, access_label: null, after: reported });
    expect([words(change)[0].split(/[:：]/u)[0], authorOf(change)]).toEqual([sentence.split(/[:：]/u)[0], author]);
  });
});

describe('a sticker in the log', () => {
  it.each<[Partial<Change>, string]>([
    [{ ...added, after: made }, 'Sticker S-0042 made for Exit'],
    [{ ...added, after: { ...made, post: null } }, 'Sticker S-0042 made for the guard house'],
    [{ ...added, after: { ...made, replaces: 7 } }, 'Sticker S-0042 made for Exit, in place of S-0007'],
    [{ before: { ended_at: null }, after: { ended_at: '2026-11-21T02:00:00+00:00' } }, 'Sticker S-0042 ended'],
    [{ before: { post: 'Exit' }, after: { post: 'P2' } }, 'Sticker S-0042: post renamed from Exit to P2'],
    [{ before: { x: 1 }, after: { x: 2 } }, 'Sticker S-0042 changed'],
  ])('is described with its printed number: %#', (values, sentence) => {
    expect(words(ofSticker(values))).toEqual([sentence]);
  });
});
