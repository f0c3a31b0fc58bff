import { afterEach, describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { authorOf, canRestore, type Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

const ofLink = (values: Partial<Change>) => changeRow({ table_name: 'share_links', row_id: 7, ...values });
const made = ofLink({
  operation: 'INSERT',
  before: null,
  after: {
    id: 7,
    site_id: 1,
    task_ids: [117, 118],
    label: 'Insurer',
    made_at: '2026-11-22T05:30:00+00:00',
    made_by: 9,
    until: '2026-12-22T05:30:00+00:00',
    ended_at: null,
    ended_by: null,
  },
});
const ended = ofLink({
  before: { ended_at: null, ended_by: null },
  after: { ended_at: '2026-11-23T05:30:00+00:00', ended_by: 9 },
});

const words = (change: Change) => changeSentences(change, () => undefined);
const values = (change: Change) =>
  changeGroups(change).groups.flatMap((group) =>
    group.values.map(({ label, before, after }) => [label, before, after]),
  );

describe('a link in the log', () => {
  it('is described with its reader, its visits and its end', () => {
    expect(words(made)).toEqual(['Link 7 for “Insurer” made: 2 visits, until 22 December 2026']);
    expect(values(made)).toEqual([
      ['For whom', null, 'Insurer'],
      ['Visits', null, 'Visit 117, Visit 118'],
      ['Made', null, '22 November 2026 at 13:30'],
      ['Ends', null, '22 December 2026 at 13:30'],
    ]);
  });

  it('is described when it is ended', () => {
    expect(words(ended)).toEqual(['Link 7 ended']);
    expect(values(ended)).toEqual([['Ended', null, '23 November 2026 at 13:30']]);
  });

  it('is never restored', () => {
    expect(canRestore(ended)).toBe(false);
  });

  it('belongs to the owner of the database if no key made it', () => {
    expect(authorOf(ofLink({ ...ended, access_id: null, access_label: null }))).toBe('Owner of the database');
  });

  it('is described if the database writes a column that the portal does not know', () => {
    expect(words(ofLink({ before: { label: 'Insurer' }, after: { label: 'Lawyer' } }))).toEqual(['Link 7 changed']);
    expect(words(ofLink({ operation: 'INSERT', before: null, after: { id: 7 } }))).toEqual([
      'Link 7 for “” made: 0 visits, until ',
    ]);
  });

  it.each([
    ['ms', 'Pautan 7 untuk “Insurer” dibuat: 2 lawatan, hingga 22 Disember 2026'],
    ['zh', '已制作给“Insurer”的链接 7：2 次上门，有效至 2026年12月22日'],
  ] as const)('is described in the language of the reader: %s', (language, sentence) => {
    switchLanguage(language);
    expect(words(made)).toEqual([sentence]);
  });
});
