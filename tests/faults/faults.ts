import { delay, HttpResponse, type DefaultBodyType, type StrictResponse } from 'msw';

type MockResponse = StrictResponse<DefaultBodyType> | Promise<StrictResponse<DefaultBodyType>>;

/** Half a response, and then the connection breaks. */
function cutBody(): MockResponse {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('[{"id":1,"na')),
    pull: (stream) => stream.error(new TypeError('terminated')),
  });
  return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
}

/** What can go wrong with any call; the table of each screen says how it reacts. */
export const faults = {
  offline: () => HttpResponse.error(),
  hang: async () => {
    await delay('infinite');
    return HttpResponse.error();
  },
  '401': () =>
    HttpResponse.json({ code: 'PT401', message: 'Session expired', details: null, hint: null }, { status: 401 }),
  '403': () => HttpResponse.json({ code: 'PT403', message: 'Not allowed with this key' }, { status: 403 }),
  '409': () => HttpResponse.json({ code: '40001', message: 'could not serialize access' }, { status: 409 }),
  '429': () => HttpResponse.json({ code: 'PT429', message: 'Too many attempts', hint: '125' }, { status: 429 }),
  '500': () => HttpResponse.json({ code: 'XX000', message: 'internal error' }, { status: 500 }),
  malformed: () => new HttpResponse('<html>', { headers: { 'content-type': 'application/json' } }),
  'empty 200': () => new HttpResponse(null, { status: 200 }),
  'cut body': cutBody,
} satisfies Record<string, () => MockResponse>;

export type Fault = keyof typeof faults;

// oxlint-disable-next-line no-unsafe-type-assertion -- Object.keys forgets the names
export const faultNames = Object.keys(faults) as Fault[];
