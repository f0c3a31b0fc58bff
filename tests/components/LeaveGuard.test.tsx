import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { LeaveGuard } from '../../src/components/LeaveGuard.tsx';
import { watchHistory } from '../../src/lib/history-watch.ts';

watchHistory();

function Form() {
  const [unsaved, setUnsaved] = useState(true);
  return (
    <>
      <LeaveGuard when={unsaved} title="Leave without saving?" text="What you typed is lost." />
      <button type="button" onClick={() => setUnsaved(false)}>
        Save
      </button>
      <Link to="/other">Other</Link>
      <Link to="/form?tab=2">Tab</Link>
      <a href="/other" target="_blank" rel="noreferrer">
        New window
      </a>
    </>
  );
}

const open = () => {
  history.replaceState({ idx: 0 }, '', '/start');
  render(
    <BrowserRouter useTransitions={false}>
      <Routes>
        <Route path="/start" element={<Link to="/form">Form</Link>} />
        <Route path="/form" element={<Form />} />
        <Route path="/other" element={<p>Elsewhere</p>} />
      </Routes>
    </BrowserRouter>,
  );
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
