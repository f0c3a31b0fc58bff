import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeStorage } from '../../support/fake-storage.ts';
import { hangAtOpen, hangCaches, hangLocks, hangTransactions } from '../../support/hanging-stores.ts';
import { hurry } from '../../support/waiting.ts';
import { fill, makePdf, openForm, preparePage, seen, serveSite } from './form-screen.tsx';

preparePage();
beforeEach(async () => {
  await fakeStorage();
  serveSite();
});

describe.each([
  { how: 'whose database never opens', hang: hangAtOpen },
  { how: 'whose transactions never end', hang: hangTransactions },
  { how: 'whose caches never answer', hang: hangCaches },
  { how: 'whose locks never answer', hang: hangLocks },
])('a device $how', ({ hang }) => {
  beforeEach(async () => {
    hurry({ deviceHangs: true });
    await hang();
  });

  it('keeps the input in the form, which needs none of these, and saves its PDF', async () => {
    const { user, unmount } = await openForm();
    await fill(user, 'Name of the client', 'Noraini');
    unmount();
    const { user: next } = await openForm();
    expect(screen.getByRole('textbox', { name: 'Name of the client' })).toHaveValue('Noraini');
    await makePdf(next, 'Download PDF', 'Form_2025-11-26.pdf');
    await waitFor(() => expect(seen.saved.map(({ name }) => name)).toEqual(['Form_2025-11-26.pdf']));
  });

  it('attaches the PDF to a new task', async () => {
    const { user } = await openForm();
    await makePdf(user, 'Attach to a new task', 'Form_2025-11-26.pdf');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    expect(await screen.findByText('Form_2025-11-26.pdf')).toBeVisible();
  });
});
