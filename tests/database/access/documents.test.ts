import { describe } from 'vitest';
import { bucket } from '../support/base-rows.ts';
import { addDocuments, documentName, unfiledName } from '../support/made-documents.ts';
import { adminsOnly, all, gone, openMatrix, type Case, type Expected } from './matrix.ts';

// What each caller gets of the documents of sites: the records through the functions, and the files by their names.

const matrix = openMatrix(addDocuments);
const denied = '403 PT403';
const nothing = '200 rows 0';
const call = (name: string, body: unknown, expected: Expected): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];
const filing = { site_id: 1, file: unfiledName, title: 'Contract', audience: 'office' };
const change = { document_id: 3, revision: 1 };

describe('the functions of documents', () => {
  const oneRow = '200 rows 1';
  matrix([
    call('list_documents', { site_id: 1 }, [gone, nothing, nothing, oneRow, oneRow, '200 rows 2', '200 rows 4']),
    call('list_documents', { site_id: 2 }, [gone, nothing, oneRow, nothing, nothing, nothing, oneRow]),
    call('list_documents', { site_id: 99 }, adminsOnly(nothing, nothing)),
    call('list_documents', { site_id: null }, adminsOnly(nothing, nothing)),
    call('list_documents', {}, all('404 PGRST202')),
    [
      'GET /rest/v1/rpc/list_documents?site_id=1',
      {},
      [gone, nothing, nothing, oneRow, oneRow, '200 rows 2', '200 rows 4'],
    ],
    call('document_titles', {}, [gone, nothing, oneRow, oneRow, oneRow, '200 rows 2', '200 rows 4']),
    ['GET /rest/v1/rpc/document_titles', {}, [gone, nothing, oneRow, oneRow, oneRow, '200 rows 2', '200 rows 4']],
    call('file_document', filing, adminsOnly(denied, '200 changed')),
    // no other caller learns which sites and files exist
    call('file_document', { ...filing, site_id: 99 }, adminsOnly(denied, '404 PT404')),
    call('file_document', { ...filing, site_id: 2 }, adminsOnly(denied, '422 PT422')),
    call('file_document', { ...filing, file: documentName(1, 3) }, adminsOnly(denied, '422 PT422')),
    call('file_document', { ...filing, file: documentName(1, 77) }, adminsOnly(denied, '422 PT422')),
    call('file_document', { ...filing, title: ' ' }, adminsOnly(denied, '422 PT422')),
    call('file_document', { ...filing, audience: 'everybody' }, adminsOnly(denied, '422 PT422')),
    call('file_document', { site_id: 1 }, all('404 PGRST202')),
    call('change_document', { ...change, title: 'Manual' }, adminsOnly(denied, '200 changed')),
    call('change_document', { ...change, revision: 7, title: 'Manual' }, adminsOnly(denied, '409 PT409')),
    call('change_document', { ...change, document_id: 99 }, adminsOnly(denied, '404 PT404')),
    call('change_document', { ...change, audience: 'everybody' }, adminsOnly(denied, '422 PT422')),
    call('change_document', { ...change, document_id: 1, audience: 'client' }, adminsOnly(denied, '200 changed')),
    call('change_document', { ...change, shown: false }, adminsOnly(denied, '200 changed')),
    call('change_document', {}, all('404 PGRST202')),
    ['GET /rest/v1/rpc/change_document?document_id=3&revision=1', {}, adminsOnly(denied, '405 25006')],
    // the table is not part of the API
    ['GET /rest/v1/site_documents', {}, all('404 PGRST205')],
    ['GET /rest/v1/site_documents', { headers: { 'accept-profile': 'private' } }, all('406 PGRST106')],
    ['PATCH /rest/v1/site_documents?id=eq.1', { body: { audience: 'client' } }, all('404 PGRST205')],
    ['DELETE /rest/v1/site_documents?id=eq.1', {}, all('404 PGRST205')],
  ]);
});

const object = '/storage/v1/object';
const missing = '400 not_found';
const pdf = { 'content-type': 'application/pdf' };

/** The callers that may read a file of site One, by the audience of its document. */
const readers: [name: string, answers: (refused: string, served: string) => Expected][] = [
  [documentName(1, 1), (no, yes) => [no, no, no, no, no, no, yes]],
  [documentName(1, 2), (no, yes) => [no, no, no, no, no, yes, yes]],
  [documentName(1, 3), (no, yes) => [no, no, no, yes, yes, yes, yes]],
  // a removed document, and a file that was uploaded but never filed
  [documentName(1, 4), (no, yes) => [no, no, no, no, no, no, yes]],
  [unfiledName, (no, yes) => [no, no, no, no, no, no, yes]],
  [documentName(2, 5), (no, yes) => [no, no, yes, no, no, no, yes]],
];

describe('the files of documents, by their names', () => {
  matrix([
    ...readers.flatMap(([name, answers]): Case[] => [
      [`GET ${object}/${bucket}/${name}`, {}, answers(missing, '200')],
      [`GET ${object}/authenticated/${bucket}/${name}`, {}, answers(missing, '200')],
      [`GET ${object}/info/authenticated/${bucket}/${name}`, {}, answers(missing, '200')],
      [`HEAD ${object}/authenticated/${bucket}/${name}`, {}, answers('400 of ?', '200 of ?')],
      [`POST ${object}/sign/${bucket}/${name}`, { body: { expiresIn: 60 } }, answers(missing, '200')],
      [`GET ${object}/public/${bucket}/${name}`, {}, all('400 Bucket not found')],
    ]),
    [
      `POST ${object}/list/${bucket}`,
      { body: { prefix: 'documents/1' } },
      [nothing, nothing, nothing, '200 rows 1', '200 rows 1', '200 rows 2', '200 rows 5'],
    ],
    [
      `POST ${object}/copy`,
      { body: { bucketId: bucket, sourceKey: documentName(1, 1), destinationKey: 'sites/1/x.pdf' } },
      [missing, missing, missing, missing, missing, missing, '400 Unauthorized'],
    ],
  ]);
});

describe('uploading and removing the files of documents', () => {
  const refused = '400 Unauthorized';
  matrix([
    [
      `POST ${object}/${bucket}/${documentName(1, 20)}`,
      { body: '%PDF-1.4', headers: pdf },
      [refused, refused, refused, refused, refused, refused, '200 changed'],
    ],
    // of no site, of another kind, or with a name in another form
    [`POST ${object}/${bucket}/${documentName(99, 20)}`, { body: '%PDF-1.4', headers: pdf }, all(refused)],
    [
      `POST ${object}/${bucket}/${documentName(1, 21)}`,
      { body: 'x', headers: { 'content-type': 'image/png' } },
      all(refused),
    ],
    [`POST ${object}/${bucket}/documents/1/contract.pdf`, { body: '%PDF-1.4', headers: pdf }, all(refused)],
    [
      `POST ${object}/copy`,
      { body: { bucketId: bucket, sourceKey: unfiledName, destinationKey: documentName(1, 22) } },
      [missing, missing, missing, missing, missing, missing, refused],
    ],
    // a filed file stays in the bucket, removed or not
    ...[1, 3, 4].map((number): Case => [
      `DELETE ${object}/${bucket}`,
      { body: { prefixes: [documentName(1, number)] } },
      all(nothing),
    ]),
    [
      `DELETE ${object}/${bucket}`,
      { body: { prefixes: [unfiledName] } },
      [nothing, nothing, nothing, nothing, nothing, nothing, '200 rows 1 changed'],
    ],
  ]);
});
