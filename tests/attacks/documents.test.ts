import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { documentName } from '../database/support/made-documents.ts';
import { byAll, call, everybody, openAttacks, rest, storage } from './attack.ts';

const { attack } = openAttacks();

const filing = { site_id: 1, file: documentName(1), title: 'Contract', audience: 'client' };
const change = { document_id: 1, revision: 1, audience: 'client' };

describe('documents', () => {
  attack('without permission', [
    call('file_document', filing),
    call('file_document', { ...filing, site_id: 2, file: documentName(2) }),
    call('change_document', change),
    call('change_document', { ...change, shown: true }),
  ]);
  attack(
    'with an invalid argument',
    byAll([
      ...['', ' ', '\u202Egnp', 'a\u0000', 'a\nb', 'x'.repeat(121), null, {}, ['']].map((title) =>
        call('file_document', { ...filing, title }),
      ),
      ...['', 'everybody', 'Client', 'client ', 'office,client', null, {}, ['client']].map((audience) =>
        call('file_document', { ...filing, audience }),
      ),
      ...[
        '',
        objectName(1),
        documentName(2),
        documentName(1).toUpperCase(),
        `/${documentName(1)}`,
        `${documentName(1)}.html`,
        documentName(1).replace('documents/1/', 'documents/1/../2/'),
        `${documentName(1)}\u0000`,
        "documents/1/' or 1=1 --.pdf",
        'x'.repeat(5_000),
        null,
        {},
      ].map((file) => call('file_document', { ...filing, file })),
      ...[0, -1, 99, null, 'x', {}, '1 or 1=1', 1.5, '9'.repeat(40)].flatMap((id) => [
        call('file_document', { ...filing, site_id: id }),
        call('change_document', { ...change, document_id: id }),
      ]),
      ...['x', {}, '1 or 1=1', '9'.repeat(40)].map((site_id) => call('list_documents', { site_id })),
      { ...call('file_document', filing), headers: { 'x-portal-attempt': '1' } },
      call('file_document', { ...filing, bytes: 1 }),
      call('file_document', { ...filing, shown: false }),
      call('change_document', { ...change, file: documentName(1) }),
      call('change_document', { ...change, site_id: 2 }),
      call('document_marks', { site_id: 1 }),
    ]),
  );
  attack(
    'are no table of the API',
    byAll([
      rest('GET', 'site_documents', undefined),
      rest('POST', 'site_documents', filing, { 'content-profile': 'private' }),
      rest('PATCH', 'site_documents?id=eq.1', { audience: 'client' }),
      rest('DELETE', 'site_documents?id=eq.1', undefined),
      call('my_documents', {}),
      call('document_files', {}),
      call('document_site', { object_name: 'x' }),
    ]),
  );
});

const pdf = { 'content-type': 'application/pdf' };

describe('a file among the documents', () => {
  attack(
    'added without permission',
    [
      storage('POST', `object/${bucket}/${documentName(1, 4)}`, '%PDF-1.4', pdf),
      storage('PUT', `object/${bucket}/${documentName(1, 4)}`, '%PDF-1.4', pdf),
      storage('POST', `object/upload/sign/${bucket}/${documentName(1, 4)}`, {}),
    ].map((each) => ({ ...each, by: everybody.filter((caller) => caller !== 'admin') })),
  );
  attack(
    'of another kind, name or way, by an admin too',
    byAll([
      storage('POST', `object/${bucket}/${documentName(1, 4)}`, 'x', { 'content-type': 'text/html' }),
      storage('POST', `object/${bucket}/${documentName(1, 4)}`, 'x', { 'content-type': 'image/jpeg' }),
      storage('POST', `object/${bucket}/${documentName(99, 4)}`, '%PDF-1.4', pdf),
      storage('POST', `object/${bucket}/${documentName(1, 4).replace('.pdf', '.jpg')}`, 'x', {
        'content-type': 'image/jpeg',
      }),
      storage('POST', `object/${bucket}/documents/1/contract.pdf`, '%PDF-1.4', pdf),
      storage('POST', `object/${bucket}/documents/1/../2/contract.pdf`, '%PDF-1.4', pdf),
      storage('POST', 'object/copy', {
        bucketId: bucket,
        sourceKey: objectName(1),
        destinationKey: documentName(1, 5),
      }),
      storage('POST', 'object/move', {
        bucketId: bucket,
        sourceKey: objectName(1),
        destinationKey: documentName(1, 5),
      }),
      storage('POST', `object/upload/sign/${bucket}/${documentName(1, 4)}`, {}),
    ]),
  );
});
