import { describe, expect, it } from 'vitest';
import { nearRows } from '../../../../src/features/sites/import-sites/near-rows.ts';

const found = (earlier: string[], name: string) => {
  const rows = nearRows();
  for (const [index, other] of earlier.entries()) rows.add({ name: other, row: `row ${index + 2}` });
  return rows.find(name)?.row ?? null;
};

describe('two rows with similar names', () => {
  it.each([
    ['Bukit Damai', 'Bukit Damai Condominium'],
    ['Condominium Bukit-Damai', 'bukit damai'],
    ['Villa Indah', 'Vila Indah'],
    ['Selasih Prk', 'Selasih Park'],
    ['Menara Kayangan', 'Menara Kayamgan'],
    ['Phase 2, Bukit Damai', 'Bukit Damai Condominium Phase 2'],
  ])('may be one site: %s and %s', (first, second) => {
    expect([found([first], second), found([second], first)]).toEqual(['row 2', 'row 2']);
  });

  it.each([
    ['Taman Sari', 'Taman Seri'],
    ['Block A', 'Block B'],
    ['Residensi Damai', 'Residensi Damai B'],
    ['Bukit Damai 1', 'Bukit Damai 2'],
    ['Bukit Damai', 'Bukit Damai 2'],
    ['Subang', 'Subang Jaya'],
    ['金山花园', '银山花园'],
    ['Menara TM', 'Menara KL'],
    ['Villa Indah', 'Taman Melati'],
  ])('are two sites: %s and %s', (first, second) => {
    expect([found([first], second), found([second], first)]).toEqual([null, null]);
  });

  it('are found at the first of them, in thousands', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `Taman Nombor ${index}`);
    expect(found([...many, 'Villa Indah', 'Vila Indahh'], 'Villa Indahh')).toBe('row 3002');
  });
});
