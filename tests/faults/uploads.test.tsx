import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect } from 'vitest';
import { importScreen, pdf, photo, serveTasks } from '../features/add-task/open-add-task.ts';
import { bucketUrl, prepareAtOnce, storedResponse } from '../records/upload/bucket.ts';
import { fakeDrafts } from '../support/fake-drafts.ts';
import { pickSite } from '../support/pick-site.ts';
import { adminSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { faults } from './faults.ts';
import { testFaults, type Call } from './inject.ts';

beforeAll(importScreen);

const whoami = `${origin}/rest/v1/rpc/whoami`;
/** The URLs of the files that are in the bucket. */
const uploaded = new Set<string>();
beforeEach(() => {
  uploaded.clear();
  // jsdom decodes no pictures and clones no files
  prepareAtOnce();
  fakeDrafts();
});

/** A bucket that accepts no name twice. */
function serveBucket(): void {
  serveTasks();
  uploaded.clear();
  server.use(
    http.post(`${bucketUrl}/*`, ({ request }) => {
      const isNew = !uploaded.has(request.url);
      uploaded.add(request.url);
      const duplicate = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' };
      return isNew ? storedResponse(request.url) : HttpResponse.json(duplicate, { status: 400 });
    }),
    http.delete(bucketUrl, () => HttpResponse.json([])),
  );
}

async function withTitle(user: UserEvent): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await pickSite(user, 'Selasih Park');
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Repair' } });
}
const keepsTitle = () => void expect(screen.getByLabelText('Title')).toHaveValue('Repair');

/** Chooses the PDF the first time; then retries, or signals the network where the file only waits for that. */
function sendReport(): void {
  const [retry] = screen.queryAllByRole('button', { name: /^Retry: / });
  if (retry) fireEvent.click(retry);
  else if (screen.queryByText('visit.pdf')) dispatchEvent(new Event('online'));
  else fireEvent.change(screen.getByLabelText('Choose a PDF'), { target: { files: [pdf('visit.pdf')] } });
}

const call = (values: Omit<Call, 'as' | 'at' | 'serve' | 'kept'> & Partial<Call>): Call => ({
  as: adminSession,
  at: '/DataEditor',
  serve: serveBucket,
  kept: keepsTitle,
  ...values,
});

const failed = 'The PDF report not uploaded: retry or remove.';
const waits = 'Waiting for the network: 0 of 1 uploaded.';

testFaults({
  'the upload of a file': call({
    from: ['lib/upload/send-file.ts: upload'],
    request: { method: 'post', url: `${bucketUrl}/*` },
    begin: withTitle,
    press: sendReport,
    // only what is refused for good is left to the person
    expected: { other: waits, '403': failed, '409': failed },
    logs: /^A file could not be uploaded/u,
    // an XMLHttpRequest whose body breaks off fails like one without a response
    cutBody: () => HttpResponse.error(),
    // it is sent for as long as nobody answers
    tries: 100,
    // a server that is silent is waited for three times
    limit: 120,
    over: () => server.use(http.post(whoami, faults['401'])),
    written: () => uploaded.size,
    done: () => void expect(screen.getByText('Uploaded')).toBeVisible(),
  }),
  'the session check after a refused file': call({
    from: ['lib/ask-session.ts: fetch'],
    request: { method: 'post', url: whoami },
    serve: () => {
      serveBucket();
      server.use(http.post(`${bucketUrl}/*`, faults['403']));
    },
    begin: withTitle,
    press: sendReport,
    // the portal also learns from it whether the service answers at all, so only a proper response counts
    expected: { other: waits, '403': failed, '409': failed },
    logs: /^A file could not be uploaded/u,
    done: () => void expect(screen.getByRole('button', { name: 'Retry: visit.pdf' })).toBeEnabled(),
  }),
  'the removal of an uploaded file': call({
    from: ['lib/upload/upload-file.ts: remove'],
    request: { method: 'delete', url: bucketUrl },
    begin: async (user) => {
      await withTitle(user);
      // more than a test presses: each press removes a photo
      const photos = Array.from({ length: 12 }, (_, number) => photo(`${number}.jpg`));
      await user.upload(screen.getByLabelText('Add photos'), photos);
      await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(12));
    },
    press: () => {
      const [first] = screen.getAllByRole('button', { name: /^Remove: / });
      if (first) fireEvent.click(first);
    },
    // nobody has to do anything about a file that no task points at
    expected: /\d\.jpg removed\./u,
    logs: /^A file that is not needed any more could not be removed/u,
    done: () => void expect(screen.getByText(/\d\.jpg removed\./u)).toBeVisible(),
  }),
});
