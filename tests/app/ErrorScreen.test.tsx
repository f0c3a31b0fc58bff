import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { NewVersionNotice } from '../../src/app/NewVersionNotice.tsx';
import { allowConsole } from '../support/console.ts';
import { renderRoute } from '../support/render-route.tsx';
import { server } from '../support/server.ts';

const page = (name: string) => HttpResponse.html(`<script type="module" src="/assets/${name}"></script>`);

function renderBroken(error: unknown) {
  allowConsole(/Error|error|Response/u);
  const Broken = () => {
    throw error;
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
}

describe('the error screen', () => {
  it.each([
    ['a message', new Error('Cannot read the plate'), 'Cannot read the plate'],
    ['a status', new Response(null, { status: 404, statusText: 'Not Found' }), '404 Not Found'],
    ['a text', 'out of order', 'out of order'],
    ['nothing to say', null, 'Unknown error'],
  ])('shows %s', (_kind, error, text) => {
    renderBroken(error);
    expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to start' })).toHaveAttribute('href', '/');
  });
});

describe('after a new release', () => {
  const script = document.createElement('script');
  beforeEach(() => {
    script.type = 'module';
    script.src = '/assets/index-old.js';
    document.head.append(script);
  });
  afterEach(() => script.remove());

  it('offers a reload when the host serves another release', async () => {
    server.use(http.get(`${location.origin}/`, () => page('index-new.js')));
    render(<NewVersionNotice />);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent(window, new Event('vite:preloadError'));
    expect(await screen.findByRole('button', { name: 'New version - reload' })).toBeVisible();
  });

  it.each([
    ['the release is the same', () => page('index-old.js')],
    ['there is simply no network', () => HttpResponse.error()],
  ])('does not when %s', async (_, answer) => {
    let asked = 0;
    server.use(
      http.get(`${location.origin}/`, () => {
        asked += 1;
        return answer();
      }),
    );
    render(<NewVersionNotice />);
    fireEvent(window, new Event('vite:preloadError'));
    await waitFor(() => expect(asked).toBe(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a portal that was not set up', () => {
  it('names the missing variables', () => {
    vi.stubEnv('VITE_SUPABASE_URL', '');
    renderRoute('/', null);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The portal is not set up yet');
    expect(screen.getByText('VITE_SUPABASE_URL')).toBeVisible();
    expect(screen.queryByText('VITE_SUPABASE_ANON_KEY')).toBeNull();
  });
});
