import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { keyRow } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { adminRow, bodyRows, closeToasts, labels, openKeys, rpcUrl } from './serve-main.ts';

afterEach(closeToasts);

const many = () => [
  ...Array.from({ length: 74 }, (_, index) => keyRow({ id: index + 1, label: `Guard house ${index + 1}` })),
  adminRow({ id: 75, label: 'Night manager' }),
];
const search = () => screen.getByRole('searchbox', { name: 'Search' });
const opener = (key: string) => screen.getByRole('button', { name: `Change the label of ${key}` });
const field = () => screen.getByRole('textbox', { name: 'Label' });

it('the list has pages of 25 keys, and the address holds the page', async () => {
  const { user } = await openKeys('', ...many());
  expect(labels()).toHaveLength(25);
  expect(labels()[0]).toBe('Night manager');
  expect(screen.getByText('1 to 25 of 75')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('51 to 75 of 75')).toBeVisible();
  expect(globalThis.location.search).toBe('?page=3');
  expect(labels().at(-1)).toBe('Guard house 1');
  expect(screen.getByRole('region', { name: 'All keys' })).toHaveFocus();
  await user.type(search(), '7');
  // a search starts on its first page
  expect(globalThis.location.search).toBe('?q=7');
});

it('the list is sorted by a press on a column head, and reversed by another press', async () => {
  const { user } = await openKeys('', keyRow({ label: 'Beta' }), adminRow({ id: 10, label: 'Alpha' }));
  const head = within(screen.getByRole('columnheader', { name: 'Key' }));
  await user.click(head.getByRole('button'));
  expect(labels()).toEqual(['Alpha', 'Beta']);
  expect(screen.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(head.getByRole('button'));
  expect(labels()).toEqual(['Beta', 'Alpha']);
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('-key');
  expect(screen.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'descending');
});

it('the list shows the keys with the nearest spelling if none contains the typed words, and says so', async () => {
  const { user } = await openKeys('?q=night+managr', ...many());
  expect(labels()).toEqual(['Night manager']);
  expect(screen.getByText('No key says “managr”; shown: manager')).toBeVisible();
  expect(search()).toHaveValue('night managr');
  await user.type(search(), 'zz');
  expect(screen.getByText('No key matches these filters.')).toBeVisible();
  expect(screen.queryByText(/^No key says/u)).not.toBeInTheDocument();
});

it('a label is changed in its row, and the key stays visible although the search no longer finds it', async () => {
  const { user, called } = await openKeys('?q=manag', ...many());
  expect(labels()).toEqual(['Night manager']);
  await user.click(opener('Night manager'));
  expect(field()).toHaveFocus();
  await user.keyboard('Night shift {Enter}');
  expect(await screen.findByText('The key “Night manager” is called “Night shift” now.')).toBeVisible();
  expect(called).toEqual([{ key_id: 75, label: 'Night shift' }]);
  await waitFor(() => expect(labels()).toEqual(['Night shift']));
  expect(screen.getByText('1 of 75 keys. These filters would hide the renamed one.')).toBeVisible();
  expect(opener('Night shift')).toHaveFocus();
});

it('a label that is not allowed is refused beside its field, and Escape restores the old label', async () => {
  const { user, called } = await openKeys();
  await user.click(opener('Front desk'));
  await user.clear(field());
  await user.keyboard('{Enter}');
  expect(screen.getByText('Write who gets the key, for example “Front desk”.')).toBeVisible();
  await user.type(field(), 'x'.repeat(121));
  await user.keyboard('{Enter}');
  expect(field()).toBeInvalid();
  await user.keyboard('{Escape}');
  expect(opener('Front desk')).toHaveFocus();
  expect(called).toEqual([]);
});

it('a new label is refused if the key has ended meanwhile, and the input stays', async () => {
  const { user } = await openKeys();
  server.use(
    http.post(rpcUrl('set_key_label'), () => HttpResponse.json({ code: 'PT404', message: '' }, { status: 404 })),
  );
  await user.click(opener('Front desk'));
  await user.keyboard('Reception{Enter}');
  expect(await screen.findByText('This key is no longer in use. It was revoked or has expired.')).toBeVisible();
  expect(field()).toHaveValue('Reception');
});

it('the label of a key that has ended cannot be changed', async () => {
  await openKeys('', keyRow({ revoked_at: '2026-11-20T03:00:00Z' }), adminRow());
  expect(bodyRows()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Change the label of Front desk' })).toBeNull();
  expect(opener('Head office')).toBeVisible();
});
