import { delay, HttpResponse, type DefaultBodyType, type StrictResponse } from 'msw';

/** What can go wrong with any call; every screen says how it takes each. */
export const faults = {
  'no network': () => HttpResponse.error(),
  'no answer': async () => {
    await delay('infinite');
    return HttpResponse.error();
  },
  '401': () =>
    HttpResponse.json({ code: 'PT401', message: 'Session expired', details: null, hint: null }, { status: 401 }),
  '403': () => HttpResponse.json({ code: 'PT403', message: 'Not allowed with this key' }, { status: 403 }),
  '429': () => HttpResponse.json({ code: 'PT429', message: 'Too many attempts', hint: '125' }, { status: 429 }),
  '500': () => HttpResponse.json({ code: 'XX000', message: 'internal error' }, { status: 500 }),
  malformed: () => new HttpResponse('<html>', { headers: { 'content-type': 'application/json' } }),
  'empty 200': () => new HttpResponse(null, { status: 200 }),
} satisfies Record<string, () => StrictResponse<DefaultBodyType> | Promise<StrictResponse<DefaultBodyType>>>;

export type Fault = keyof typeof faults;

// oxlint-disable-next-line no-unsafe-type-assertion -- Object.keys forgets the names
export const faultNames = Object.keys(faults) as Fault[];
