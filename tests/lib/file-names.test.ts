import { expect, it } from 'vitest';
import { objectNameOf, smallNameOf } from '../../src/lib/file-names.ts';
import { fileUrl, objectName } from '../support/rows.ts';

it.each(['jpg', 'jpeg', 'png', 'webp', 'pdf'])('reads the object of a stored address: %s', (extension) => {
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
])('takes nothing else for a file of the portal: %s', (url) => {
  expect(objectNameOf(url)).toBeNull();
});

it('names the small rendition', () => {
  expect(smallNameOf(objectName(1, 'png'))).toBe(objectName(1, 'small.jpg'));
});
