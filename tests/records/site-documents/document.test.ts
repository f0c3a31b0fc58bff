import { describe, expect, it } from 'vitest';
import {
  audienceNamed,
  documentsMark,
  removedDocuments,
  shownDocuments,
  storedTitle,
  suggestedTitle,
  titleProblem,
} from '../../../src/records/site-documents/document.ts';
import { aDocument } from '../../components/site-documents/serve-documents.ts';

describe('the title of a document', () => {
  it.each([
    ['AMC_contract_2026.pdf', 'AMC contract 2026'],
    ['Lane  drawing.PDF', 'Lane drawing'],
    ['2026-03-01 合约.pdf', '2026-03-01 合约'],
    ['a\u202Egnp.pdf', 'agnp'],
    ['.pdf', ''],
    [`${'x'.repeat(200)}.pdf`, 'x'.repeat(120)],
  ])('is suggested from the file name %j', (name, title) => {
    expect(suggestedTitle(name)).toBe(title);
    expect(titleProblem(title)).toBe(title === '' ? 'A document needs a title.' : null);
  });

  it('is a single line of at most 120 characters, without spaces around it', () => {
    expect(storedTitle(' Lane\ndrawing ')).toBe('Lane drawing');
    expect(titleProblem(' \u200B')).toBe('A document needs a title.');
    expect(titleProblem('x'.repeat(120))).toBeNull();
    expect(titleProblem('x'.repeat(121))).toBe('Use at most 120 characters. These are 121, 1 too many.');
  });
});

describe('documents', () => {
  const documents = [
    aDocument({ id: 3, title: 'Drawing 10' }),
    aDocument({ id: 2, title: 'Drawing 9', revision: 4 }),
    aDocument({ id: 1, title: 'Contract', shown: false }),
  ];

  it('are listed by title, with numbers in numerical order and the removed documents separately', () => {
    expect(shownDocuments(documents).map(({ id }) => id)).toEqual([2, 3]);
    expect(removedDocuments(documents).map(({ id }) => id)).toEqual([1]);
  });

  it('have a mark of the ids and revisions of those that are shown', () => {
    expect(documentsMark(documents)).toBe('2.4 3.1');
    expect(documentsMark([])).toBe('');
  });

  it('are for technicians unless another audience is chosen', () => {
    expect(['office', 'client', 'technicians', 'everybody'].map((value) => audienceNamed(value))).toEqual([
      'office',
      'client',
      'technicians',
      'technicians',
    ]);
  });
});
