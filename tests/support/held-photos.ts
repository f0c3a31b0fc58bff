import { act, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, vi } from 'vitest';
import { objectName } from './rows.ts';
import { origin, server } from './server.ts';
import { hold } from './waiting.ts';

/** Delays the response with a photo. Returns a function that sends it and waits until the screen has handled it. */
export function holdPhoto(number: number): () => Promise<void> {
  const { held, release } = hold();
  let isAnswered = false;
  server.use(
    http.get(`${origin}/storage/v1/object/rfidboomgatephoto/${objectName(number)}`, async () => {
      await held;
      isAnswered = true;
      return new HttpResponse(new TextEncoder().encode('photo'));
    }),
  );
  return async () => {
    release();
    await waitFor(() => expect(isAnswered).toBe(true));
    // lets the promises and renders run that follow the response
    for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise(setImmediate));
  };
}

/** Returns the images that the portal loads from now on. They load or fail only when the test dispatches the event. */
export function holdImages(): HTMLImageElement[] {
  const images: HTMLImageElement[] = [];
  vi.stubGlobal('Image', function loading() {
    const image = document.createElement('img');
    images.push(image);
    return image;
  });
  return images;
}
