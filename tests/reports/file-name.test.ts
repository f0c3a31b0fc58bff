import { expect, it } from 'vitest';
import { fileNameOf } from '../../src/reports/file-name.ts';

it.each([
  [['Selasih Park', 'Maintenance-Report', '2026-03'], 'Selasih-Park_Maintenance-Report_2026-03.pdf'],
  [['../../etc/passwd', 'R', '2026'], 'etc-passwd_R_2026.pdf'],
  [['A: "B" <C>|?*', 'R', '2026'], 'A-B-C_R_2026.pdf'],
  [['停车场 一号', 'R', '2026'], '停车场-一号_R_2026.pdf'],
  [['...', 'R', '2026'], 'R_2026.pdf'],
  [['a'.repeat(79) + '𠮷野', 'R', '2026'], `${'a'.repeat(79)}𠮷_R_2026.pdf`],
  [['a'.repeat(300), 'R', '2026'], `${'a'.repeat(80)}_R_2026.pdf`],
])('%j is saved as %s', (parts, name) => {
  expect(fileNameOf(...parts)).toBe(name);
});
