import { describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { canRestore, type Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow } from '../../support/rows.ts';

const ofContact = (values: Partial<Change>) => changeRow({ table_name: 'site_contacts', row_id: 7, ...values });
const ofNote = (values: Partial<Change>) => changeRow({ table_name: 'site_notes', row_id: 3, ...values });
const sentences = (change: Change) => changeSentences(change, () => undefined);
const values = (change: Change) =>
  changeGroups(change).groups.flatMap((group) =>
    group.values.map(({ label, before, after }) => [label, before, after]),
  );

const lim = { id: 7, site_id: 1, name: 'Mr Lim', role: null, phone: 6_581_234_567, email: null, hidden: false };
const note = { id: 3, site_id: 1, text: 'Pays late.\nCall first.', author: 'Office', hidden: false };
const added = { operation: 'INSERT', before: null } as const;

describe('a contact in the log', () => {
  it.each<[Partial<Change>, string]>([
    [{ ...added, after: lim }, 'Contact 7 added: Mr Lim'],
    [{ before: { hidden: false }, after: { hidden: true } }, 'Contact 7 removed'],
    [{ before: { hidden: true }, after: { hidden: false } }, 'Contact 7 brought back'],
    [
      { before: { phone: 123_456_789 }, after: { phone: 6_581_234_567 } },
      'Contact 7: Telephone number changed from 0123456789 to +65 81234567',
    ],
    [{ before: { role: null }, after: { role: 'Security' } }, 'Contact 7: Role changed from (empty) to Security'],
    [{ before: { name: 'A', email: null }, after: { name: 'B', email: 'b@c.example' } }, 'Contact 7 changed'],
  ])('%j is described as “%s”', (change, sentence) => expect(sentences(ofContact(change))).toEqual([sentence]));

  it('has its values before and after', () => {
    expect(values(ofContact({ ...added, after: lim }))).toEqual([
      ['Name', null, 'Mr Lim'],
      ['Telephone number', null, '+65 81234567'],
    ]);
    expect(values(ofContact({ before: { hidden: false }, after: { hidden: true } }))).toEqual([
      ['Removed', 'No', 'Yes'],
    ]);
  });
});

describe('a note in the log', () => {
  it.each<[Partial<Change>, string]>([
    [{ ...added, after: note }, 'Note 3 added: Pays late. Call first.'],
    [{ before: { hidden: false }, after: { hidden: true } }, 'Note 3 removed'],
    [{ before: { hidden: true }, after: { hidden: false } }, 'Note 3 brought back'],
    [
      { before: { text: 'Pays late.', edited_at: null }, after: { text: 'Pays.', edited_at: '2026-11-21' } },
      'Note 3 changed to: Pays.',
    ],
  ])('%j is described as “%s”', (change, sentence) => expect(sentences(ofNote(change))).toEqual([sentence]));

  it('has its text before and after', () => {
    expect(values(ofNote({ before: { text: 'A' }, after: { text: 'B' } }))).toEqual([['Note', 'A', 'B']]);
  });
});

it('changes of both can be restored, but not new ones', () => {
  expect([ofContact({}), ofNote({})].map(canRestore)).toEqual([true, true]);
  expect([ofContact(added), ofNote(added)].map(canRestore)).toEqual([false, false]);
});
