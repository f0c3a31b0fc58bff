import { describe } from 'vitest';
import { faultBucket } from '../../src/records/fault/fault.ts';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { byAll, call, openAttacks, rest, storage, wrongSecrets } from './attack.ts';

const { attack } = openAttacks();

const report = { attempt: '3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f', what: 'Does not open', photos: 3, age: 0 };

describe("the call of a sticker's page", () => {
  const secrets = wrongSecrets('stickers');
  attack(
    'with an invalid secret',
    byAll(
      secrets.flatMap((secret) => [call('open_sticker', { secret }), call('report_from_sticker', { secret, report })]),
    ),
  );
  attack(
    'by another way than a POST',
    byAll(
      ['open_sticker', 'report_from_sticker'].flatMap((name) => [
        rest('PATCH', `rpc/${name}`, { secret: 'x', report }),
        rest('PUT', `rpc/${name}`, { secret: 'x', report }),
        rest('DELETE', `rpc/${name}`, { secret: 'x', report }),
        {
          request: `GET /rest/v1/rpc/${name}?secret=x${name === 'open_sticker' ? '' : '&report=%7B%7D'}`,
        },
      ]),
    ),
  );
  attack(
    'by arguments of another form',
    byAll([
      call('open_sticker', { secret: 'x', post: 'Exit' }),
      call('open_sticker', { secret: 'x', site_id: 1 }),
      call('report_from_sticker', { secret: 'x' }),
      call('report_from_sticker', { report }),
      call('report_from_sticker', { secret: 'x', report: null }),
      call('report_from_sticker', { secret: 'x', report: [report, report] }),
      call('report_from_sticker', { secret: 'x', report: 'x'.repeat(10_000) }),
      call('report_from_sticker', { secret: 'x', report, site_id: 2 }),
      call('report_from_sticker', '{"secret": "x", "report": {"age": 1e400}}'),
    ]),
  );
});

describe('stickers', () => {
  attack('without permission', [
    call('make_sticker', { site_id: 1, post: 'Exit' }),
    call('list_stickers', { site_id: 1 }),
    call('end_sticker', { sticker_id: 1 }),
  ]);
  attack(
    'with an invalid argument',
    byAll([
      ...['', ' ', '\u202Egnp', 'a\u0000', 'x'.repeat(81)].map((post) => call('make_sticker', { site_id: 1, post })),
      ...[0, -1, 99, null, '1; drop table x', 1.5, '9'.repeat(40)].map((site_id) =>
        call('make_sticker', { site_id, post: 'Exit' }),
      ),
      ...[0, -1, 99, null, 'x', {}].map((sticker_id) => call('end_sticker', { sticker_id })),
      { ...call('make_sticker', { site_id: 1, post: 'Exit' }), headers: { 'x-portal-attempt': '1' } },
    ]),
  );
});

const photoOfReport = 'faults/1/1/00000000-0000-4000-8000-000000000001.jpg';
const names = [
  photoOfReport,
  photoOfReport.toUpperCase(),
  photoOfReport.replace('.jpg', '.svg'),
  'faults/1/1/',
  'faults/1/1/..%2f..%2f..%2fsites%2f1%2fx.jpg',
  '..%2f..%2fmain',
  '%2e%2e/%2e%2e/secret',
  'faults/1/%00.jpg',
  'faults%2f1%2f1%2fx.jpg',
  'faults/1/1/%0d%0aset-cookie:x.jpg',
  "faults/1/1/' or 1=1 --.jpg",
  '%',
  '%zz',
  'a'.repeat(2000),
  'faults/1/1/主门.jpg',
  '.emptyFolderPlaceholder',
  objectName(1),
];
const jpeg = { 'content-type': 'image/jpeg' };
const tus = (name: string) => ({
  'tus-resumable': '1.0.0',
  'upload-length': '1',
  'upload-metadata': `bucketName ${btoa(faultBucket)},objectName ${btoa(encodeURIComponent(name))},contentType ${btoa('image/jpeg')}`,
});

describe('a photo that no report waits for', () => {
  attack(
    'comes in under no name',
    byAll(names.map((name) => storage('POST', `object/${faultBucket}/${name}`, 'x', jpeg))),
  );
  attack(
    'comes in by no other way',
    byAll([
      storage('POST', `object/${faultBucket}/${photoOfReport}`, 'x', { ...jpeg, 'x-upsert': 'true' }),
      storage('PUT', `object/${faultBucket}/${photoOfReport}`, 'x', jpeg),
      storage('PATCH', `object/${faultBucket}/${photoOfReport}`, 'x', jpeg),
      storage('POST', `object/authenticated/${faultBucket}/${photoOfReport}`, 'x', jpeg),
      storage('POST', `object/public/${faultBucket}/${photoOfReport}`, 'x', jpeg),
      storage('POST', `object/upload/sign/${faultBucket}/${photoOfReport}`, undefined, jpeg),
      storage('POST', `object/upload/sign/${faultBucket}/${photoOfReport}`, {}, { 'x-upsert': 'true' }),
      storage('PUT', `object/upload/sign/${faultBucket}/${photoOfReport}?token=a.b.c`, 'x', jpeg),
      ...[bucket, faultBucket].flatMap((from) => [
        storage('POST', 'object/copy', {
          bucketId: from,
          sourceKey: objectName(1),
          destinationBucket: faultBucket,
          destinationKey: photoOfReport,
        }),
        storage('POST', 'object/move', {
          bucketId: from,
          sourceKey: objectName(1),
          destinationBucket: faultBucket,
          destinationKey: photoOfReport,
        }),
      ]),
      storage('POST', 'upload/resumable', 'x', tus(photoOfReport)),
      storage('POST', 'upload/resumable/sign', 'x', tus(photoOfReport)),
      storage('PUT', `s3/${faultBucket}/${photoOfReport}`, 'x', jpeg),
      storage('POST', `s3/${faultBucket}/${photoOfReport}?uploads`, 'x', jpeg),
    ]),
  );
  attack(
    'is of no type that browsers execute',
    byAll(
      [
        'text/html',
        'image/svg+xml',
        'application/xhtml+xml',
        'application/javascript',
        'text/xml',
        'multipart/related',
        '',
      ].map((type) => storage('POST', `object/${faultBucket}/${photoOfReport}`, '<script>', { 'content-type': type })),
    ),
  );
  attack(
    'is nowhere to be read',
    byAll([
      ...['', 'authenticated/', 'info/', 'info/authenticated/', 'public/', 'info/public/', 'sign/'].map((way) =>
        storage('GET', `object/${way}${faultBucket}/${photoOfReport}`),
      ),
      storage('HEAD', `object/${faultBucket}/${photoOfReport}`),
      storage('GET', `render/image/authenticated/${faultBucket}/${photoOfReport}`),
      storage('POST', `object/sign/${faultBucket}/${photoOfReport}`, { expiresIn: 60 }),
      storage('POST', `object/list-v2/${faultBucket}`, { prefix: '' }),
    ]),
  );
  attack(
    'changes nothing about its bucket',
    byAll([
      storage('PUT', `bucket/${faultBucket}`, { public: true }),
      storage('PUT', `bucket/${faultBucket}`, { file_size_limit: null, allowed_mime_types: null }),
      storage('POST', `bucket/${faultBucket}/empty`, {}),
      storage('DELETE', `bucket/${faultBucket}`),
      storage('GET', `bucket/${faultBucket}`),
    ]),
  );
});
