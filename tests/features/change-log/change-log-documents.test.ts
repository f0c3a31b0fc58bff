import { describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { canRestore, type Change } from '../../../src/records/change-log/change-log.ts';
import { documentFile } from '../../components/site-documents/serve-documents.ts';
import { changeRow } from '../../support/rows.ts';

const ofDocument = (values: Partial<Change>) => changeRow({ table_name: 'site_documents', row_id: 7, ...values });
const sentencesOf = (values: Partial<Change>) => changeSentences(ofDocument(values), () => undefined);

describe('the change log describes a change of a document', () => {
  it.each<[string, Partial<Change>, string[]]>([
    [
      'who it was filed for',
      { operation: 'INSERT', before: null, after: { title: 'Contract', audience: 'office' } },
      ['Document “Contract” filed (The office only)'],
    ],
    [
      'its new name',
      { before: { title: 'Contract' }, after: { title: 'AMC 2026' } },
      ['Document “Contract” renamed to “AMC 2026”'],
    ],
    [
      'who sees it now',
      { before: { title: 'AMC', audience: 'office' }, after: { title: 'AMC', audience: 'client' } },
      ['Document “AMC” is now seen by: The client too'],
    ],
    [
      'that it was removed',
      { before: { title: 'AMC', shown: true }, after: { title: 'AMC', shown: false } },
      ['Document “AMC” removed'],
    ],
    [
      'that it was brought back, and renamed at once',
      { before: { title: 'AMC', shown: false }, after: { title: 'Contract', shown: true } },
      ['Document “Contract” brought back', 'Document “AMC” renamed to “Contract”'],
    ],
  ])('says %s', (_, values, sentences) => {
    expect(sentencesOf(values)).toEqual(sentences);
  });

  it('shows its values, with the PDF of a filed document', () => {
    const after = { title: 'Contract', audience: 'technicians', shown: true, bytes: 1_234_567, file: documentFile(7) };
    const { groups } = changeGroups(ofDocument({ operation: 'INSERT', before: null, after }));
    expect(groups[0]?.values.map(({ label, after: now }) => [label, now])).toEqual([
      ['Title', 'Contract'],
      ['Who sees it', 'The office and technicians'],
      ['Shown', 'Yes'],
      ['Size', '1.2 MB'],
      ['PDF', 'PDF'],
    ]);
    expect(groups[0]?.values.at(-1)?.pdf?.after).toContain(documentFile(7));
  });

  it('can restore its changes, but not its filing', () => {
    expect(canRestore(ofDocument({ before: { title: 'A' }, after: { title: 'B' } }))).toBe(true);
    expect(canRestore(ofDocument({ operation: 'INSERT', before: null, after: { title: 'B' } }))).toBe(false);
  });
});
