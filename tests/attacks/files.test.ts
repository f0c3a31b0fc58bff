import { describe } from 'vitest';
import { spare } from '../database/access/callers.ts';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { everybody, openAttacks, storage } from './attack.ts';

const { attack } = openAttacks();

const fileOfOne = objectName(1);
const jpeg = { 'content-type': 'image/jpeg' };
const upsert = { ...jpeg, 'x-upsert': 'true' };
const outsiders = [
  'no session',
  'made-up session',
  'demo key outside a demo',
  'client of Two',
  'client without a site',
] as const;
const byOutsiders = (each: ReturnType<typeof storage>) => ({ ...each, by: [...outsiders] });
const tus = {
  'tus-resumable': '1.0.0',
  'upload-length': '4',
  'upload-metadata': `bucketName ${btoa(bucket)},objectName ${btoa(fileOfOne)}`,
};
const names = [
  '..%2f..%2fmain',
  '%2e%2e/%2e%2e/secret',
  'sites/1/..%2f2%2fx.jpg',
  'sites/2/%00.jpg',
  'sites%2f2%2f\u202Egpj.exe',
  '%ff%fe',
  'sites/2/..%5c1.jpg',
  '%',
  '%zz',
  'a'.repeat(2000),
  'sites/2/%0d%0aset-cookie:x.jpg',
  "sites/2/' or 1=1 --.jpg",
  'sites/2/主门.jpg',
  '.emptyFolderPlaceholder',
  'sites/2/',
  '%2e',
  'con',
  objectName(2).toUpperCase(),
];

describe('reading', () => {
  attack(
    'the file of another site',
    [
      ...['', 'authenticated/', 'info/', 'info/authenticated/', 'public/', 'info/public/', 'sign/'].map((way) =>
        storage('GET', `object/${way}${bucket}/${fileOfOne}`),
      ),
      storage('HEAD', `object/${bucket}/${fileOfOne}`),
      storage('HEAD', `object/authenticated/${bucket}/${fileOfOne}`),
      storage('GET', `object/${bucket}/${spare(1)}`),
      storage('GET', `render/image/authenticated/${bucket}/${fileOfOne}?width=9`),
      storage('GET', `render/image/public/${bucket}/${fileOfOne}`),
      storage('GET', `render/image/sign/${bucket}/${fileOfOne}?token=a.b.c`),
      storage('GET', `object/${bucket}/${fileOfOne}?download=`),
      storage('GET', `object/${bucket}//${fileOfOne}`),
      storage('GET', `object/${bucket.toUpperCase()}/${fileOfOne}`),
      storage('GET', `object/${bucket}%2f${fileOfOne}`),
    ].map(byOutsiders),
  );
  attack(
    'a new signed link, even for ten years',
    [
      ...[60, 315_360_000].flatMap((expiresIn) => [
        storage('POST', `object/sign/${bucket}/${fileOfOne}`, { expiresIn }),
        storage('POST', `object/sign/${bucket}/${spare(1)}`, { expiresIn }),
      ]),
      storage('POST', `object/upload/sign/${bucket}/${objectName(1, 5)}`, {}),
    ].map(byOutsiders),
  );
  attack(
    'an invalid link',
    [
      ...[
        { expiresIn: 0, paths: [fileOfOne] },
        { expiresIn: -1, paths: [fileOfOne] },
        { expiresIn: 1.5, paths: [fileOfOne] },
        { expiresIn: '60', paths: [fileOfOne] },
        { expiresIn: 1e300, paths: [fileOfOne] },
        { expiresIn: 60, paths: [] },
        { expiresIn: 60, paths: [1] },
        { expiresIn: 60, paths: 'x' },
        { expiresIn: 60 },
        { paths: [fileOfOne] },
        [],
        'null',
        '{',
      ].map((body) => storage('POST', `object/sign/${bucket}`, body)),
      ...['', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJ1cmwiOiJ4In0.', '..', `${'a'.repeat(5000)}.b.c`].flatMap((token) => [
        storage('GET', `object/sign/${bucket}/${fileOfOne}?token=${token}`),
        storage('PUT', `object/upload/sign/${bucket}/${objectName(1, 6)}?token=${token}`, 'x', jpeg),
      ]),
      storage('GET', `object/sign/${bucket}/${fileOfOne}`),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack('a listing', [
    ...['sites/1', '/sites/1/', 'sites/1/..', ''].map((prefix) => ({
      ...storage('POST', `object/list/${bucket}`, { prefix, search: '0001' }),
      hidden: true as const,
      by: ['client without a site' as const],
    })),
    ...[{ prefix: 1 }, { prefix: 'a', limit: 'x' }, '{', { sortBy: 'x' }].map((body) => ({
      ...storage('POST', `object/list/${bucket}`, body),
      by: everybody,
    })),
    storage('POST', `object/list-v2/${bucket}`, { prefix: '' }),
    storage('POST', 'object/list/other', 'x'),
  ]);
});

describe('writing', () => {
  attack(
    'a file without permission',
    [
      storage('POST', `object/${bucket}/${objectName(1, 4)}`, 'x', jpeg),
      storage('POST', `object/authenticated/${bucket}/${objectName(1, 4)}`, 'x', jpeg),
      storage('POST', `object/public/${bucket}/${objectName(1, 4)}`, 'x', jpeg),
      storage('POST', `object/${bucket}/${objectName(1, 4, 'pdf')}`, 'x', { 'content-type': 'application/pdf' }),
    ].map(byOutsiders),
  );
  attack(
    'over an existing file',
    [
      storage('POST', `object/${bucket}/${fileOfOne}`, 'x', jpeg),
      storage('POST', `object/${bucket}/${fileOfOne}`, 'x', upsert),
      storage('PUT', `object/${bucket}/${fileOfOne}`, 'x', jpeg),
      storage('PUT', `object/${bucket}/${fileOfOne}`, 'x', upsert),
      storage('PATCH', `object/${bucket}/${fileOfOne}`, 'x', jpeg),
      storage('POST', `object/${bucket}/${fileOfOne}`, 'x', { 'content-type': 'multipart/form-data; boundary=none' }),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack(
    'under a name that leads elsewhere',
    names.map((name) => ({ ...storage('POST', `object/${bucket}/${name}`, 'x', jpeg), by: everybody })),
  );
  attack(
    'a type that browsers execute',
    [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'application/javascript',
      'image/gif',
      '',
      'image/jpeg2',
    ].map((type) => ({
      ...storage('POST', `object/${bucket}/${objectName(2, 4)}`, '<script>', { 'content-type': type }),
      by: everybody,
    })),
  );
  attack(
    'by moving or copying a file',
    [
      storage('POST', 'object/move', { bucketId: bucket, sourceKey: fileOfOne, destinationKey: objectName(1, 4) }),
      storage('POST', 'object/move', { bucketId: bucket, sourceKey: fileOfOne, destinationKey: objectName(2, 4) }),
      storage('POST', 'object/move', {
        bucketId: bucket,
        sourceKey: fileOfOne,
        destinationBucket: 'other',
        destinationKey: 'x',
      }),
      storage('POST', 'object/move', '{'),
      storage('POST', 'object/copy', {}),
      storage('POST', 'object/copy', '['),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack('by copying a file without permission', [
    storage('POST', 'object/copy', { bucketId: bucket, sourceKey: fileOfOne, destinationKey: objectName(2, 5) }),
  ]);
  attack('by removing a file that a record refers to', [
    { ...storage('DELETE', `object/${bucket}/${fileOfOne}`), by: everybody },
    { ...storage('DELETE', `object/${bucket}`, { prefixes: ['a\u0000'] }), by: everybody },
    { ...storage('DELETE', `object/${bucket}`, {}), by: everybody },
    { ...storage('DELETE', `object/${bucket}`, '{'), by: everybody },
    {
      ...storage('DELETE', `object/${bucket}`, { prefixes: [fileOfOne, objectName(2), '../x', '*', '%', ''] }),
      hidden: true,
      by: ['client of Two', 'technician of One', 'unlocked client of One'],
    },
  ]);
  attack(
    'by a resumable or S3 upload',
    [
      storage('POST', 'upload/resumable', 'x', tus),
      storage('POST', 'upload/resumable/sign', 'x', tus),
      storage('PATCH', 'upload/resumable/x', 'x', {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }),
      storage('HEAD', 'upload/resumable/x', undefined, tus),
      storage('DELETE', 'upload/resumable/x', undefined, tus),
      storage('POST', `s3/${bucket}?uploads`, 'x'),
      storage('PUT', `s3/${bucket}/${fileOfOne}`, 'x'),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack(
    'the bucket',
    [
      storage('POST', 'bucket', { id: 'mine', name: 'mine', public: true }),
      storage('POST', 'bucket', '{'),
      storage('PUT', `bucket/${bucket}`, { public: true }),
      storage('PUT', `bucket/${bucket}`, { file_size_limit: null, allowed_mime_types: null }),
      storage('POST', `bucket/${bucket}/empty`, {}),
      storage('DELETE', `bucket/${bucket}`),
      storage('GET', `bucket/${bucket}`),
      storage('GET', 'bucket/other'),
      storage('DELETE', 'bucket/other'),
      storage('GET', `object/other/${fileOfOne}`),
    ].map((each) => ({ ...each, by: everybody })),
  );
});
