import { expect, it } from 'vitest';
import { fileNameOf, objectNameOf, smallNameOf } from '../../src/lib/file-names.ts';
import { fileUrl, objectName } from '../support/rows.ts';

it.each(['jpg', 'jpeg', 'png', 'webp', 'pdf'])('reads the name of the object from a stored URL: %s', (extension) => {
  expect(objectNameOf(fileUrl(1, extension))).toBe(objectName(1, extension));
});

const base = 'https://a.test/storage/v1/object/public/rfidboomgatephoto/';

it.each([
  '',
  'javascript:alert(1)',
  `javascript:${base}${objectName(1)}`,
  `data:text/html,${base}${objectName(1)}`,
  'https://example.com/photo.jpg',
  `https://a.test/storage/v1/object/public/otherbucket/${objectName(1)}`,
  `https://a.test/x/storage/v1/object/public/rfidboomgatephoto/${objectName(1)}`,
  `${base}${objectName(1, 'html')}`,
  `${base}${objectName(1, 'svg')}`,
  `${base}${objectName(1)}?x=1/../../y.html`.replace('.jpg', '.exe'),
  `${base}sites/1/../2/${objectName(1)}`,
  `${base}sites/1/photo.jpg`,
  `//a.test/storage/v1/object/public/rfidboomgatephoto/${objectName(1)}`,
])('does not accept anything else as a file of the portal: %s', (url) => {
  expect(objectNameOf(url)).toBeNull();
});

it('names the small rendition', () => {
  expect(smallNameOf(objectName(1, 'png'))).toBe(objectName(1, 'small.jpg'));
});

it.each([
  [['Selasih Park', 'Maintenance-Report', '2026-03'], 'Selasih-Park_Maintenance-Report_2026-03.pdf'],
  [['../../etc/passwd', 'R', '2026'], 'etc-passwd_R_2026.pdf'],
  [['A: "B" <C>|?*', 'R', '2026'], 'A-B-C_R_2026.pdf'],
  [['停车场 一号', 'R', '2026'], '停车场-一号_R_2026.pdf'],
  [['...', 'R', '2026'], 'R_2026.pdf'],
  [['a'.repeat(79) + '𠮷野', 'R', '2026'], `${'a'.repeat(79)}𠮷_R_2026.pdf`],
  [['a'.repeat(300), 'R', '2026'], `${'a'.repeat(80)}_R_2026.pdf`],
  // each character has three bytes; the longest part is shortened until the whole name fits in 200 bytes
  [['停'.repeat(90), '2026-03-17', '主'.repeat(90)], `${'停'.repeat(31)}_2026-03-17_${'主'.repeat(31)}.pdf`],
  [['நுழைவாயில்', '2026-03-17', 'R'], 'நுழைவாயில்_2026-03-17_R.pdf'],
  // no name of a device, and nothing that only looks like a name
  [['con'], 'con-.pdf'],
  [['COM1'], 'COM1-.pdf'],
  [['con', 'R'], 'con_R.pdf'],
  [['⚠️ Gate 👨‍👩‍👧 stuck', 'R'], 'Gate-stuck_R.pdf'],
  [['🚧', '...', ''], 'file.pdf'],
  [['ends with space. ', 'R .'], 'ends-with-space_R.pdf'],
  [['a\u202Egnp', 'line\nbreak\ttab\u0000'], 'a-gnp_line-break-tab.pdf'],
])('%j makes the name %s', (parts, name) => {
  expect(fileNameOf(...parts)).toBe(name);
});
