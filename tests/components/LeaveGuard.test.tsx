import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, Link, RouterProvider, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterSaving, LeaveGuard } from '../../src/components/LeaveGuard.tsx';

function Form() {
  const [isUnsaved, setUnsaved] = useState(true);
  const navigate = useNavigate();
  return (
    <>
      <LeaveGuard when={isUnsaved} title="Leave without saving?" text="What you typed is lost." />
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

let disposeRouter = () => {};
afterEach(() => disposeRouter());

const open = () => {
  history.replaceState(null, '', '/start');
  const router = createBrowserRouter([
    { path: '/start', element: <Link to="/form">Form</Link> },
    { path: '/form', element: <Form /> },
    { path: '/other', element: <p>Elsewhere</p> },
  ]);
  disposeRouter = () => router.dispose();
  render(<RouterProvider router={router} useTransitions={false} />);
  return userEvent.setup();
};
const leaveDialog = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

describe('leaving unsaved changes', () => {
  let user: ReturnType<typeof open>;
  beforeEach(async () => {
    user = open();
    await user.click(screen.getByRole('link', { name: 'Form' }));
  });

  it('asks when a link is pressed, and Stay stays on the page', async () => {
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(leaveDialog()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(leaveDialog()).toBeNull();
    expect(location.pathname).toBe('/form');
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(leaveDialog()).toBeVisible();
  });

  it('follows a link after Leave', async () => {
    await user.click(screen.getByRole('link', { name: 'Other' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  it('asks when Back is pressed, stays after Stay, and goes back after Leave', async () => {
    history.back();
    await waitFor(() => expect(leaveDialog()).toBeVisible());
    await waitFor(() => expect(location.pathname).toBe('/form'));
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    history.back();
    await waitFor(() => expect(leaveDialog()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location.pathname).toBe('/start'));
    expect(screen.getByRole('link', { name: 'Form' })).toBeVisible();
  });

  it.each(['Save and leave', 'Correct the URL'])(
    'does not ask when the portal itself navigates: %s',
    async (button) => {
      await user.click(screen.getByRole('button', { name: button }));
      expect(await screen.findByText('Elsewhere')).toBeVisible();
      expect(leaveDialog()).toBeNull();
    },
  );

  it('lets the browser ask when the tab is closed', () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

  it('does not ask within the page, nor after saving', async () => {
    await user.click(screen.getByRole('link', { name: 'Tab' }));
    expect(leaveDialog()).toBeNull();
    expect(location.search).toBe('?tab=2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Other' }));
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });
});
