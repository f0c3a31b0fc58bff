import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Loaded, type Loading } from '../../src/ui/message/Loaded.tsx';

const refetch = vi.fn<() => void>();
const loading = { data: undefined, isError: false, isFetching: true, refetch };

function show(query: Loading<string[] | null>) {
  render(
    <Loaded query={query} error="It did not come." skeleton={<p>Loading…</p>} none={<p>Nothing here</p>}>
      {(lines) => <p>{lines.join(', ')}</p>}
    </Loaded>,
  );
}

it.each([
  ['waits while it is requested', loading, 'Loading…'],
  ['waits before it is requested', { ...loading, isFetching: false }, 'Loading…'],
  ['waits while a query that found nothing is requested again', { ...loading, data: null }, 'Loading…'],
  ['shows what came', { ...loading, data: ['a', 'b'], isFetching: false }, 'a, b'],
  ['shows an empty list, not that there is nothing', { ...loading, data: [], isFetching: false }, ''],
  ['says that there is nothing', { ...loading, data: null, isFetching: false }, 'Nothing here'],
])('%s', (_, query, text) => {
  show(query);
  expect(document.body).toHaveTextContent(text);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['that the first request failed', { ...loading, errorUpdateCount: 1 }, ''],
  ['that what is shown is out of date', { ...loading, data: ['a'], isError: true }, 'a'],
])('still says %s while it is requested again, without a flicker', (_, query, text) => {
  show(query);
  expect(screen.getByRole('alert')).toHaveTextContent('Trying…');
  expect(screen.queryByText('Loading…')).toBeNull();
  if (text !== '') expect(document.body).toHaveTextContent(text);
});

it.each([
  ['instead of data that never came', undefined, ''],
  ['above data that is out of date', ['a', 'b'], 'a, b'],
  ['if nothing was found before', null, ''],
])('shows the error %s, and tries again', async (_, data, text) => {
  refetch.mockClear();
  show({ ...loading, data, isError: true, isFetching: false });
  expect(screen.getByRole('alert')).toHaveTextContent('It did not come.');
  expect(screen.queryByText('Loading…')).toBeNull();
  if (text) expect(screen.getByText(text)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('leaves it to the list if only a further page failed', () => {
  show({ ...loading, data: ['a'], isError: true, isFetching: false, isFetchNextPageError: true });
  expect(screen.queryByRole('alert')).toBeNull();
});
