import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { routes } from '../../src/app/routes.tsx';
import * as paths from '../../src/records/portal-paths.ts';
import { allowConsole } from '../support/console.ts';
import { adminSession, renderRoute } from '../support/render-route.tsx';

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

describe('a screen that breaks', () => {
  it('shows the error in the frame, and the next screen is whole', async () => {
    allowConsole(/Cannot read the plate/u);
    const broken = routes.find(({ path }) => path === paths.records);
    if (!broken) throw new Error('There is no such screen');
    vi.spyOn(broken, 'screen').mockResolvedValue(() => {
      throw new Error('Cannot read the plate');
    });
    const { user } = renderRoute(paths.records, adminSession);
    expect(await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Cannot read the plate');
    await user.click(screen.getByRole('link', { name: 'Update ZIP' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
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
