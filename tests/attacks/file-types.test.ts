import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { everybody, openAttacks, storage, type Attack } from './attack.ts';

const { attack } = openAttacks();

/** Types that a browser executes, or renders as a page of the storage's host. */
const dangerous = [
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/javascript',
  'text/xml',
  'multipart/related',
];
/** Types of the bucket with a file name of another type. */
const misnamed: [type: string, extension: string][] = [
  ['application/pdf', 'jpg'],
  ['image/png', 'jpg'],
  ['image/webp', 'png'],
  ['image/jpeg', 'pdf'],
  ['image/png', 'small.jpg'],
];
/** Spellings that a careless comparison accepts as a type of the bucket. */
const variantSpellings = [
  'image/jpeg/x',
  'IMAGE/JPEG',
  'image/jpeg;charset=x',
  'image/*',
  '*/*',
  ' ',
  'image/jpeg\u00a0',
];

const source = objectName(1);
let targets = 100;
/** A name that no other attack tries, because a name that exists is refused, whatever the type. */
const target = (extension = 'jpg') => objectName(1, (targets += 1), extension);
const script = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>';
const callers = [...everybody, 'client of One' as const];
const byAll = (attacks: Attack[]) => attacks.map((each) => ({ ...each, by: callers }));

const copy = (name: string, fields: object, headers?: Record<string, string>) =>
  storage('POST', 'object/copy', { bucketId: bucket, sourceKey: source, destinationKey: name, ...fields }, headers);

const form = (type: string, field = '') => {
  const contentType = field && `--b\r\ncontent-disposition: form-data; name="contentType"\r\n\r\n${field}\r\n`;
  return `${contentType}--b\r\ncontent-disposition: form-data; name=""; filename="a.jpg"\r\ncontent-type: ${type}\r\n\r\n${script}\r\n--b--\r\n`;
};
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const resumable = (name: string, type: string, suffix = '') =>
  storage('POST', `upload/resumable${suffix}`, script, {
    'content-type': 'application/offset+octet-stream',
    'tus-resumable': '1.0.0',
    'upload-length': String(script.length),
    'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(name)}${type && `,contentType ${base64(type)}`}`,
  });

/** All ways to upload a file with this type and name. */
function uploadsOf(type: string, extension?: string): Attack[] {
  const typeHeader = { 'content-type': type };
  return [
    storage('POST', `object/${bucket}/${target(extension)}`, script, typeHeader),
    storage('POST', `object/${bucket}/${target(extension)}`, script, { ...typeHeader, 'x-upsert': 'true' }),
    storage('PUT', `object/${bucket}/${target(extension)}`, script, typeHeader),
    storage('POST', `object/${bucket}/${target(extension)}`, form(type), multipart),
    storage('POST', `object/${bucket}/${target(extension)}`, form('image/gif', type), multipart),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type } }),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type } }, { 'x-upsert': 'true' }),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type, cacheControl: 'max-age=9' } }),
    storage('POST', `object/upload/sign/${bucket}/${target(extension)}`, undefined, typeHeader),
    storage('POST', `object/upload/sign/${bucket}/${target(extension)}`, undefined, {
      ...typeHeader,
      'x-upsert': 'true',
    }),
    storage('PUT', `object/upload/sign/${bucket}/${target(extension)}?token=a.b.c`, script, typeHeader),
    resumable(target(extension), type),
    resumable(target(extension), type, '/sign'),
    storage('PUT', `s3/${bucket}/${target(extension)}`, script, typeHeader),
    storage('POST', `s3/${bucket}/${target(extension)}?uploads`, script, typeHeader),
  ];
}

describe.each(dangerous)('a file of the type %s', (type) => {
  attack('is stored in no way', byAll(uploadsOf(type)));
});

describe.each(misnamed)('a file of the type %s named .%s', (type, extension) => {
  attack('is stored in no way', byAll(uploadsOf(type, extension)));
});

describe.each(variantSpellings)('a file of the type "%s"', (type) => {
  attack('is stored by no copy', byAll([copy(target(), { copyMetadata: false, metadata: { mimetype: type } })]));
});

describe('a right type', () => {
  const type = { 'content-type': 'image/jpeg' };
  attack(
    'is good for nothing but an upload and a copy',
    byAll([
      // with such a URL another type could be uploaded under the name
      storage('POST', `object/upload/sign/${bucket}/${target()}`, undefined, type),
      storage('POST', `object/upload/sign/${bucket}/${target()}`, {}),
      resumable(target(), 'image/jpeg'),
      resumable(target(), ''),
      storage('PUT', `s3/${bucket}/${target()}`, script, type),
      storage('PUT', `object/${bucket}/${target()}`, script, type),
      storage('POST', 'object/move', { bucketId: bucket, sourceKey: source, destinationKey: target() }),
    ]),
  );
  attack(
    'is not copied under a name with another extension',
    byAll([
      copy(target('pdf'), {}),
      copy(target('png'), { copyMetadata: true, metadata: { mimetype: 'image/png' } }),
      copy(target('pdf'), { copyMetadata: false }),
    ]),
  );
});

describe('a body that is no object', () => {
  attack(
    'is refused',
    byAll(
      ['5', '[]', 'null', '"x"', 'true', '[{}]', '{', ''].flatMap((body) =>
        [
          'object/copy',
          'object/move',
          `object/list/${bucket}`,
          `object/sign/${bucket}`,
          `object/sign/${bucket}/${source}`,
        ].map((path) => storage('POST', path, body)),
      ),
    ),
  );
});
