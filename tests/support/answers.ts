import { HttpResponse, type HttpResponseResolver } from 'msw';

// Responses with which tests replace those of the service: what gateways, proxies and public networks send instead of it, and
// what the service itself sends.

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Returns an MSW resolver that sends this response to every request. */
export const answerWith =
  ({ status, body, headers }: Answer): HttpResponseResolver =>
  () =>
    new HttpResponse(status === 204 ? null : body, { status, headers: { ...headers } });

const page = (words: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${words}</title></head><body>${words}</body></html>`;
const html = (status: number, words: string): Answer => ({
  status,
  body: page(words),
  headers: { 'content-type': 'text/html' },
});
const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
});
const text = (status: number, body: string): Answer => ({ status, body, headers: { 'content-type': 'text/plain' } });

/**
 * Responses that do not come from the service. After each of them the portal says that the service does not answer (`decisions
 * §12`), whatever was requested.
 */
export const noServiceAnswers: Readonly<Record<string, Answer>> = {
  'a hotel asking for a room number, 200': html(200, 'Welcome! Enter your room number'),
  'the same called JSON': { status: 200, body: page('Welcome'), headers: { 'content-type': 'application/json' } },
  'a page with 201': html(201, 'Created'),
  'a page with 203': html(203, 'Transformed'),
  'a page after white space': {
    status: 200,
    body: `\r\n\r\n  ${page('Portal')}`,
    headers: { 'content-type': 'text/html' },
  },
  'plain text with 200': text(200, 'Please log in to the network'),
  'a word with 200': text(200, 'OK'),
  'an empty 200': { status: 200, body: '' },
  'null with 200': json(200, null),
  'half of a JSON': { status: 200, body: '[{"id":1,"na', headers: { 'content-type': 'application/json' } },
  'an empty 202': { status: 202, body: '' },
  'a page with 400': html(400, 'Bad Request'),
  "a proxy's 401 without a code": json(401, { message: 'Invalid API key' }),
  "a gateway's 401 with a hint": json(401, { message: 'No API key found in request', hint: 'No `apikey` header' }),
  "an edge's 401 with a number": json(401, { code: 401, message: 'Missing authorization header' }),
  'an ended key of the project': json(401, { code: 'PGRST303', message: 'JWT expired' }),
  'a key of another project': json(401, { code: 'PGRST301', message: 'No suitable key or wrong key type' }),
  "a proxy's 401 page": html(401, 'Authorization Required'),
  "a firewall's 403 in HTML": html(403, 'Attention Required! Access denied'),
  "a firewall's 403 in JSON": json(403, { message: 'Forbidden' }),
  "a host's 404 page": html(404, 'Not Found'),
  "a gateway's 404 without a route": json(404, { message: 'no Route matched with those values' }),
  "a proxy's 405": html(405, 'Not Allowed'),
  "a proxy's 407": html(407, 'Proxy Authentication Required'),
  'a 408': html(408, 'Request Time-out'),
  'a gone host, 410': text(410, 'Gone'),
  'a 418': text(418, "I'm a teapot"),
  'a 425': text(425, 'Too Early'),
  'a 429 page': html(429, 'Too Many Requests'),
  'a 429 of the API with a pause': json(429, { code: '429', message: 'Too many requests' }, { 'retry-after': '2' }),
  'a 429 with an hour': json(429, { message: 'rate limited' }, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
  'a blocked country, 451': html(451, 'Unavailable For Legal Reasons'),
  'a 500 of the API': json(500, { code: 'XX000', message: 'internal error' }),
  'a statement that took too long': json(500, {
    code: '57014',
    message: 'canceling statement due to statement timeout',
  }),
  'a 501': text(501, 'Not Implemented'),
  'a 502 page': html(502, 'Bad Gateway'),
  "a gateway's 502": json(502, { message: 'An invalid response was received from the upstream server' }),
  'a 503 in JSON': json(503, { message: 'name resolution failed' }),
  'a 503 with a pause': { ...html(503, 'Maintenance'), headers: { 'content-type': 'text/html', 'retry-after': '3' } },
  'a database that cannot be reached, PGRST000': json(503, {
    code: 'PGRST000',
    message: 'Could not connect with the database',
  }),
  'a database that is down, PGRST001': json(503, { code: 'PGRST001', message: 'Database client error' }),
  'a schema that is not read yet, PGRST002': json(503, { code: 'PGRST002', message: 'Could not query the database' }),
  'a pool without a connection, PGRST003': json(504, { code: 'PGRST003', message: 'Timed out acquiring connection' }),
  'too many connections': json(503, { code: '53300', message: 'sorry, too many clients already' }),
  'a 504 page': html(504, 'Gateway Time-out'),
  'a storage whose database is slow': json(400, {
    statusCode: '544',
    error: 'DatabaseTimeout',
    message: 'The connection timed out',
  }),
  'a storage that asks to slow down': json(400, {
    statusCode: '429',
    error: 'SlowDown',
    message: 'Too many connections',
  }),
  'a storage that hides a 503': json(400, {
    statusCode: '503',
    error: 'SlowDown',
    message: 'Please reduce your request rate',
  }),
  ...Object.fromEntries(
    [520, 521, 522, 523, 524, 525, 526, 527, 530].map((status) => [
      `a ${status} page`,
      html(status, `Error ${status}`),
    ]),
  ),
  'a project that is paused, 540': json(540, { message: 'Project paused' }),
};

/**
 * One answer of each kind, for the tests of whole screens. `lib/service-answer.test.ts` and `lib/supabase.test.tsx` prove with
 * all answers that reads, writes and calls tell them apart alike.
 */
export const someNoServiceAnswers: readonly (readonly [name: string, answer: Answer])[] = Object.entries(
  noServiceAnswers,
).filter(([name]) =>
  [
    'a hotel asking for a room number, 200',
    'an empty 200',
    'null with 200',
    'half of a JSON',
    'a page with 400',
    "a proxy's 401 without a code",
    "a firewall's 403 in HTML",
    'a 429 of the API with a pause',
    'a statement that took too long',
    'a storage that hides a 503',
    'a 521 page',
  ].includes(name),
);

/** Responses of the service itself: results, and refusals for good. */
export const ownAnswers: Readonly<Record<string, Answer>> = {
  rows: json(200, [{ id: 1 }]),
  'no rows': json(200, []),
  'a row that was made': json(201, [{ id: 1 }]),
  'nothing to return, 201': { status: 201, body: '' },
  'nothing to return, 204': { status: 204, body: '' },
  'a session that is over': json(401, { code: 'PT401', message: 'Session expired', details: null, hint: null }),
  'a missing right': json(403, { code: '42501', message: 'permission denied for table main' }),
  'a refusal of the portal': json(403, { code: 'PT403', message: 'Not allowed with this key' }),
  'a broken rule': json(400, { code: '23514', message: 'violates check constraint' }),
  'a conflict': json(409, { code: 'PT409', message: 'Somebody else was faster' }),
  'a table that is not there': json(404, { code: 'PGRST205', message: 'Could not find the table' }),
  'a file that is not there': json(400, { statusCode: '404', error: 'not_found', message: 'Object not found' }),
  'a file that is there already': json(400, {
    statusCode: '409',
    error: 'Duplicate',
    message: 'The resource already exists',
  }),
  'a refused file': json(400, {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'violates row-level security policy',
  }),
  'a file too large for the bucket': json(400, {
    statusCode: '413',
    error: 'Payload too large',
    message: 'exceeded the maximum size',
  }),
  'a record or file too large for a proxy': html(413, 'Request Entity Too Large'),
};
