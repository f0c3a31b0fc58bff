import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { everybody, openAttacks, storage, type Attack } from './attack.ts';

const { attack } = openAttacks();

/** Types that a browser executes or renders as a page of the storage's host. */
const dangerous = [
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/javascript',
  'text/xml',
  'multipart/related',
];
/** Types of the bucket under a name that says something else. */
const misnamed: [type: string, extension: string][] = [
  ['application/pdf', 'jpg'],
  ['image/png', 'jpg'],
  ['image/webp', 'png'],
  ['image/jpeg', 'pdf'],
  ['image/png', 'small.jpg'],
];
/** Spellings that a careless comparison takes for a type of the bucket. */
const spelled = ['image/jpeg/x', 'IMAGE/JPEG', 'image/jpeg;charset=x', 'image/*', '*/*', ' ', 'image/jpeg\u00a0'];

const source = objectName(1);
let targets = 100;
/** A name that no other attack tries: a name that is taken is refused, whatever the type. */
const target = (extension = 'jpg') => objectName(1, (targets += 1), extension);
const script = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>';
const callers = [...everybody, 'client of One' as const];
const byAll = (attacks: Attack[]) => attacks.map((each) => ({ ...each, by: callers }));

const copy = (name: string, rest: object, headers?: Record<string, string>) =>
  storage('POST', 'object/copy', { bucketId: bucket, sourceKey: source, destinationKey: name, ...rest }, headers);

const form = (type: string, field = '') => {
  const contentType = field && `--b\r\ncontent-disposition: form-data; name="contentType"\r\n\r\n${field}\r\n`;
  return `${contentType}--b\r\ncontent-disposition: form-data; name=""; filename="a.jpg"\r\ncontent-type: ${type}\r\n\r\n${script}\r\n--b--\r\n`;
};
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

const encoded = (text: string) => Buffer.from(text).toString('base64');
const resumable = (name: string, type: string, suffix = '') =>
  storage('POST', `upload/resumable${suffix}`, script, {
    'content-type': 'application/offset+octet-stream',
    'tus-resumable': '1.0.0',
    'upload-length': String(script.length),
    'upload-metadata': `bucketName ${encoded(bucket)},objectName ${encoded(name)}${type && `,contentType ${encoded(type)}`}`,
  });

/** Every door through which a file with this type and name may come in. */
function doors(type: string, extension?: string): Attack[] {
  const plain = { 'content-type': type };
  return [
    storage('POST', `object/${bucket}/${target(extension)}`, script, plain),
    storage('POST', `object/${bucket}/${target(extension)}`, script, { ...plain, 'x-upsert': 'true' }),
    storage('PUT', `object/${bucket}/${target(extension)}`, script, plain),
    storage('POST', `object/${bucket}/${target(extension)}`, form(type), multipart),
    storage('POST', `object/${bucket}/${target(extension)}`, form('image/gif', type), multipart),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type } }),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type } }, { 'x-upsert': 'true' }),
    copy(target(extension), { copyMetadata: false, metadata: { mimetype: type, cacheControl: 'max-age=9' } }),
    storage('POST', `object/upload/sign/${bucket}/${target(extension)}`, undefined, plain),
    storage('POST', `object/upload/sign/${bucket}/${target(extension)}`, undefined, { ...plain, 'x-upsert': 'true' }),
    storage('PUT', `object/upload/sign/${bucket}/${target(extension)}?token=a.b.c`, script, plain),
    resumable(target(extension), type),
    resumable(target(extension), type, '/sign'),
    storage('PUT', `s3/${bucket}/${target(extension)}`, script, plain),
    storage('POST', `s3/${bucket}/${target(extension)}?uploads`, script, plain),
  ];
}

describe.each(dangerous)('a file of the type %s', (type) => {
  attack('is stored through no door', byAll(doors(type)));
});

describe.each(misnamed)('a file of the type %s named .%s', (type, extension) => {
  attack('is stored through no door', byAll(doors(type, extension)));
});

describe.each(spelled)('a file of the type "%s"', (type) => {
  attack('is stored by no copy', byAll([copy(target(), { copyMetadata: false, metadata: { mimetype: type } })]));
});

describe('a right type', () => {
  const type = { 'content-type': 'image/jpeg' };
  attack(
    'opens no door but those of an upload and a copy',
    byAll([
      // whoever holds such a URL could put another type under the name
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
    'is not taken over under a name of another',
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
