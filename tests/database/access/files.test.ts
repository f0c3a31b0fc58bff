import { describe } from 'vitest';
import { bucket, objectName } from '../support/base-rows.ts';
import { spare } from './callers.ts';
import { all, nothing, openMatrix, type Case, type Expected } from './matrix.ts';

const matrix = openMatrix();

const [one, two] = [objectName(1), objectName(2)];
const [spareOne, spareTwo] = [spare(1), spare(2)];
const photo = { body: 'photo', headers: { 'content-type': 'image/jpeg' } };
const missing = '400 not_found';
const refused = '400 Unauthorized';
/** The storage server answers as if there were nothing where the caller may not look. */
const noBucket = '400 Bucket not found';
const ofOne = (ok: string, not = missing): Expected => [not, not, not, ok, ok, ok, ok];
const ofTwo = (ok: string, not = missing): Expected => [not, not, ok, not, not, not, ok];
const byAdmin = (ok: string, not = refused): Expected => [not, not, not, not, not, not, ok];
/** By a technician of One too. */
const atWork = (ok: string, not = refused): Expected => [not, not, not, not, not, ok, ok];
const post = (path: string, body: unknown, expected: Expected): Case => [
  `POST /storage/v1/${path}`,
  { body },
  expected,
];

describe('files are read by an admin, by technicians of the site, and by clients of the site when a shown task points at them', () => {
  matrix([
    [`GET /storage/v1/object/${bucket}/${spareOne}`, {}, atWork('200', missing)],
    [`GET /storage/v1/object/${bucket}/${spareTwo}`, {}, byAdmin('200', missing)],
    post(`object/sign/${bucket}/${spareOne}`, { expiresIn: 60 }, atWork('200', missing)),
    post(`object/sign/${bucket}/${spareTwo}`, { expiresIn: 60 }, byAdmin('200', missing)),
    [`GET /storage/v1/object/${bucket}/${one}`, {}, ofOne('200')],
    [`GET /storage/v1/object/${bucket}/${two}`, {}, ofTwo('200')],
    [`HEAD /storage/v1/object/${bucket}/${one}`, {}, ofOne('200 of ?', '400 of ?')],
    [`GET /storage/v1/object/info/${bucket}/${one}`, {}, ofOne('200')],
    [`GET /storage/v1/object/public/${bucket}/${one}`, {}, all(noBucket)],
    [`GET /storage/v1/object/sign/${bucket}/${one}?token=a.b.c`, {}, all('400 InvalidJWT')],
    post(`object/sign/${bucket}/${one}`, { expiresIn: 60 }, ofOne('200')),
    post(`object/sign/${bucket}/${two}`, { expiresIn: 60 }, ofTwo('200')),
    post(`object/list/${bucket}`, { prefix: 'sites' }, [
      nothing,
      nothing,
      '200 rows 1',
      '200 rows 1',
      '200 rows 1',
      '200 rows 1',
      '200 rows 2',
    ]),
    post(`object/list/${bucket}`, { prefix: 'sites/2' }, [
      nothing,
      nothing,
      '200 rows 1',
      nothing,
      nothing,
      nothing,
      '200 rows 2',
    ]),
  ]);
});

describe('files are added by admins and technicians of the site, removed by admins, and overwritten by nobody', () => {
  matrix([
    // the technician is first: the admin finds the name taken
    [
      `POST /storage/v1/object/${bucket}/${objectName(1, 2)}`,
      photo,
      [refused, refused, refused, refused, refused, '200 changed', '400 Duplicate'],
    ],
    [`POST /storage/v1/object/${bucket}/${objectName(2, 2)}`, photo, byAdmin('200 changed')],
    [`POST /storage/v1/object/${bucket}/${objectName(99)}`, photo, all(refused)],
    [`POST /storage/v1/object/${bucket}/${one}`, photo, atWork('400 Duplicate')],
    [
      `POST /storage/v1/object/${bucket}/${one}`,
      { ...photo, headers: { ...photo.headers, 'x-upsert': 'true' } },
      all(refused),
    ],
    [`PUT /storage/v1/object/${bucket}/${one}`, photo, all(refused)],
    post(`object/upload/sign/${bucket}/${objectName(1, 3)}`, {}, atWork('200')),
    post(`object/upload/sign/${bucket}/${objectName(2, 3)}`, {}, byAdmin('200')),
    post('object/move', { bucketId: bucket, sourceKey: one, destinationKey: objectName(1, 4) }, ofOne(refused)),
    post('object/copy', { bucketId: bucket, sourceKey: one, destinationKey: objectName(2, 5) }, [
      missing,
      missing,
      missing,
      refused,
      refused,
      refused,
      '200 changed',
    ]),
    [
      `DELETE /storage/v1/object/${bucket}`,
      { body: { prefixes: [spareOne, spareTwo] } },
      byAdmin('200 rows 2 changed', nothing),
    ],
    [`DELETE /storage/v1/object/${bucket}`, { body: { prefixes: [one, two] } }, all(nothing)],
  ]);
});

describe('the bucket itself cannot be seen or changed', () => {
  matrix([
    ['GET /storage/v1/bucket', {}, all(nothing)],
    [`GET /storage/v1/bucket/${bucket}`, {}, all(noBucket)],
    post('bucket', { id: 'mine', name: 'mine', public: true }, all(refused)),
    [`PUT /storage/v1/bucket/${bucket}`, { body: { public: true } }, all(noBucket)],
    post(`bucket/${bucket}/empty`, {}, all(noBucket)),
    [`DELETE /storage/v1/bucket/${bucket}`, {}, all('400 ResourceNotEmpty')],
  ]);
});
