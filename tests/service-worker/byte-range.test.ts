import { describe, expect, it } from 'vitest';
import { responseFrom, requestedRange } from '../../src/service-worker/request-source.ts';

describe('a range of 10 bytes', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=5-100', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=10-12', 'beyond'],
    ['bytes=-0', 'beyond'],
    // answered with the whole file
    ['bytes=0-1,4-5', null],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['lines=0-3', null],
    [null, null],
  ])('%s', (range, part) => {
    expect(requestedRange(range, 10)).toEqual(part);
  });
});

const kept = () =>
  new Response('0123456789', { headers: { 'content-type': 'application/pdf', 'content-length': '10' } });

describe('a kept file', () => {
  it('is served whole without a range', async () => {
    const response = await responseFrom(kept(), null);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });

  it('is served in parts', async () => {
    const response = await responseFrom(kept(), 'bytes=2-5');
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-range': 'bytes 2-5/10',
      'content-length': '4',
    });
    expect(await response.text()).toBe('2345');
  });

  it('reports its size for a range beyond its end', async () => {
    const response = await responseFrom(kept(), 'bytes=10-');
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('is served whole where the range is not understood', async () => {
    const response = await responseFrom(kept(), 'bytes=0-1,4-5');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });
});
