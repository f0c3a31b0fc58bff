import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { KeyCards } from '../../../src/reports/report-request.ts';
import type { FakeWorker } from '../../support/fake-worker.ts';

/** The request for cards to the newest of `count` workers. */
export async function askedCards(
  workers: readonly FakeWorker[],
  count = 1,
): Promise<{ worker: FakeWorker; data: KeyCards }> {
  await waitFor(() => expect(workers[count - 1]?.asked).toHaveLength(1));
  const worker = workers[count - 1];
  const request = worker?.asked[0]?.request;
  if (!worker || request?.kind !== 'cards') throw new Error('No cards were asked for');
  return { worker, data: request.data };
}

export const finishCards = (worker: FakeWorker, fileName = 'Key-cards_2_2026-11-21.pdf') =>
  act(() =>
    worker.answer({ type: 'done', file: new Blob(['%PDF-'], { type: 'application/pdf' }), fileName, missing: 0 }),
  );
