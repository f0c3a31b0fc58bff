import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeQueues } from '../../records/upload/fake-queue.ts';
import { answerWith, someNoServiceAnswers } from '../../support/answers.ts';
import { allowConsole } from '../../support/console.ts';
import { fakeDrafts } from '../../support/fake-drafts.ts';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';
import { form, isSaved, openForm, retitle, second, serveTwo } from './open-correction.ts';
import { backend, importScreen, openDeleter, press, tableUrl } from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(() => {
  fakeDrafts();
  fakeQueues();
  serveTwo();
  server.use(http.post(`${origin}/storage/v1/object/sign/*`, () => HttpResponse.json([])));
});

const waitsText = 'The correction is saved by itself as soon as there is one, while this window is open.';

/** Answers the next writes with this. */
function spoilWrites(count: number, answer: Parameters<typeof answerWith>[0]): void {
  let remaining = count;
  server.use(
    http.patch(tableUrl, (info) => {
      remaining -= 1;
      return remaining >= 0 ? answerWith(answer)(info) : undefined;
    }),
  );
}

it.each(someNoServiceAnswers)(
  'a correction that %s answers waits in its dialog, and is saved once automatically',
  async (_, answer) => {
    spoilWrites(3, answer);
    const { user } = await openForm();
    await retitle(user, 'Corrected');
    hurry();
    await press(user, 'Save');
    expect(await form()).toHaveTextContent(waitsText);
    expect(screen.getByLabelText('Title')).toHaveValue('Corrected');
    await waitFor(() => expect(second()).toMatchObject({ title: 'Corrected' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(backend.revision).toBe(2);
  },
);

it('a correction that is changed while it waits is saved by the next press only', async () => {
  spoilWrites(1, { status: 503, body: 'Busy' });
  const { user } = await openForm();
  await retitle(user, 'Corrected');
  await press(user, 'Save');
  await waitFor(async () => expect(await form()).toHaveTextContent(waitsText));
  await user.type(screen.getByLabelText('Title'), ' again');
  await waitFor(async () => expect(await form()).not.toHaveTextContent(waitsText));
  expect(second()).toMatchObject({ title: 'Second' });
  await press(user, 'Save');
  await isSaved({ title: 'Corrected again' });
});

it('input that is typed while a waiting correction is being saved stays in the form, and is saved by the next press', async () => {
  spoilWrites(1, { status: 503, body: 'Busy' });
  const { user } = await openForm();
  await retitle(user, 'Corrected');
  const { held, release } = hold();
  await press(user, 'Save');
  await waitFor(async () => expect(await form()).toHaveTextContent(waitsText));
  let repeated = false;
  server.use(
    http.patch(tableUrl, async () => {
      repeated = true;
      await held;
    }),
  );
  await waitFor(() => expect(repeated).toBe(true));
  await user.type(screen.getByLabelText('Title'), ' again');
  release();
  await waitFor(() => expect(second()).toMatchObject({ title: 'Corrected' }));
  await waitFor(async () => expect(await form()).not.toHaveTextContent(waitsText));
  expect(screen.getByLabelText('Title')).toHaveValue('Corrected again');
  await press(user, 'Save');
  await isSaved({ title: 'Corrected again' });
});

it('an unfinished correction is named on every screen until it is saved', async () => {
  allowConsole(/./u);
  spoilWrites(1, { status: 503, body: 'Busy' });
  const first = await openForm();
  await retitle(first.user, 'Corrected');
  await press(first.user, 'Save');
  await waitFor(async () => expect(await form()).toHaveTextContent(waitsText));
  // the dialog itself shows it
  expect(screen.queryByText(/not finished:/u)).toBeNull();
  first.unmount();
  const { unmount } = openDeleter('/guide');
  expect(await screen.findByText(/^1 correction not finished:/u)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Selasih Park: Second' })).toHaveAttribute(
    'href',
    '/data-fetcher?site=Selasih+Park&task=2',
  );
  unmount();
  const next = await openForm();
  expect(screen.getByLabelText('Title')).toHaveValue('Corrected');
  await press(next.user, 'Save');
  await isSaved({ title: 'Corrected' });
  await waitFor(() => expect(screen.queryByText(/not finished:/u)).toBeNull());
});
