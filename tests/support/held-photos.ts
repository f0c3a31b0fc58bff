import { act, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, vi } from 'vitest';
import { objectName } from './rows.ts';
import { origin, server } from './server.ts';
import { hold } from './waiting.ts';

/** Holds a photo back. Returns the function that lets it come, and waits for what may follow. */
export function holdPhoto(number: number): () => Promise<void> {
  const { held, release } = hold();
  let answered = false;
  server.use(
    http.get(`${origin}/storage/v1/object/rfidboomgatephoto/${objectName(number)}`, async () => {
      await held;
      answered = true;
      return new HttpResponse(new TextEncoder().encode('photo'));
    }),
  );
  return async () => {
    release();
    await waitFor(() => expect(answered).toBe(true));
    for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise(setImmediate));
  };
}

/** The images that begin to load, and end when the test says so. */
export function holdImages(): HTMLImageElement[] {
  const images: HTMLImageElement[] = [];
  vi.stubGlobal('Image', function loading() {
    const image = document.createElement('img');
    images.push(image);
    return image;
  });
  return images;
}
