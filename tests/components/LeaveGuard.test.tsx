import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, Link, RouterProvider, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterSaving, LeaveGuard } from '../../src/components/LeaveGuard.tsx';

function Form() {
  const [unsaved, setUnsaved] = useState(true);
  const navigate = useNavigate();
  return (
    <>
      <LeaveGuard when={unsaved} title="Leave without saving?" text="What you typed is lost." />
      <button type="button" onClick={() => setUnsaved(false)}>
        Save
      </button>
      <button type="button" onClick={() => void navigate('/other', { state: afterSaving })}>
        Save and leave
      </button>
      <button type="button" onClick={() => void navigate('/other', { replace: true })}>
        Correct the URL
      </button>
      <Link to="/other">Other</Link>
      <Link to="/form?tab=2">Tab</Link>
      <a href="/other" target="_blank" rel="noreferrer">
        New window
      </a>
    </>
  );
}

let end = () => {};
afterEach(() => end());

const open = () => {
  history.replaceState(null, '', '/start');
  const router = createBrowserRouter([
    { path: '/start', element: <Link to="/form">Form</Link> },
    { path: '/form', element: <Form /> },
    { path: '/other', element: <p>Elsewhere</p> },
  ]);
  end = () => router.dispose();
  render(<RouterProvider router={router} useTransitions={false} />);
  return userEvent.setup();
};
const asked = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

describe('leaving unsaved changes', () => {
  let user: ReturnType<typeof open>;
  beforeEach(async () => {
    user = open();
    await user.click(screen.getByRole('link', { name: 'Form' }));
  });

  it('by a link asks, and Stay keeps the page', async () => {
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(asked()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(asked()).toBeNull();
    expect(location.pathname).toBe('/form');
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(asked()).toBeVisible();
  });

  it('by a link follows it after Leave', async () => {
    await user.click(screen.getByRole('link', { name: 'Other' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  it('by Back asks, stays after Stay, and goes back after Leave', async () => {
    history.back();
    await waitFor(() => expect(asked()).toBeVisible());
    await waitFor(() => expect(location.pathname).toBe('/form'));
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    history.back();
    await waitFor(() => expect(asked()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location.pathname).toBe('/start'));
    expect(screen.getByRole('link', { name: 'Form' })).toBeVisible();
  });

  it.each(['Save and leave', 'Correct the URL'])('asks nothing when the portal does: %s', async (button) => {
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
    expect(asked()).toBeNull();
  });

  it('by closing the tab makes the browser ask', () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

  it('asks nothing within the page, nor after saving', async () => {
    await user.click(screen.getByRole('link', { name: 'Tab' }));
    expect(asked()).toBeNull();
    expect(location.search).toBe('?tab=2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });
});
