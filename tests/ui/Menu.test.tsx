import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useKeys } from '../../src/lib/screen/keyboard.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { Menu } from '../../src/ui/menu/Menu.tsx';
import { MenuItem, MenuLink } from '../../src/ui/menu/MenuItem.tsx';

const save = vi.fn<() => void>();
const share = vi.fn<() => void>();
const prepare = vi.fn<() => void>();

beforeEach(() => vi.clearAllMocks());

function Example({ busy = false }: { busy?: boolean }) {
  return (
    <>
      <h2 id="visit">Arm replaced</h2>
      <Menu label="More" describedBy="visit" title="Arm replaced">
        <MenuItem icon="download" label="Visit as PDF" line="With its photos" onLikely={prepare} onSelect={save} />
        <MenuItem icon="share" label="Copy link" line="For people with a key" busy={busy} staysOpen onSelect={share} />
        {null}
        <MenuLink icon="chat" label="Visits of the month" to="/month" />
      </Menu>
      <button type="button">next</button>
    </>
  );
}

async function openExample({ busy = false, by = 'mouse' }: { busy?: boolean; by?: 'mouse' | 'keys' } = {}) {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Example busy={busy} />} />
        <Route path="/month" element={<p>the month</p>} />
      </Routes>
    </MemoryRouter>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  if (by === 'mouse') await user.click(button);
  else {
    await user.tab();
    await user.keyboard('{Enter}');
  }
  return { user, button, menu: screen.getByRole('menu', { name: 'More' }) };
}

const item = (name: string) => screen.getByRole('menuitem', { name });

describe('a menu', () => {
  it('announces that it is a menu, what it belongs to, and what each item does', async () => {
    const { button, menu } = await openExample();
    expect(button).toHaveAttribute('aria-haspopup', 'menu');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(button).toHaveAccessibleDescription('Arm replaced');
    expect(screen.getByRole('dialog', { name: 'Arm replaced' })).toContainElement(menu);
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((entry) => entry.getAttribute('aria-labelledby') && entry.textContent),
    ).toEqual(['Visit as PDFWith its photos', 'Copy linkFor people with a key', 'Visits of the month']);
    expect(item('Visit as PDF')).toHaveAccessibleDescription('With its photos');
    expect(item('Visits of the month')).not.toHaveAttribute('aria-describedby');
  });

  it.each(['mouse', 'keys'] as const)('has the focus on its first item when it is opened by %s', async (by) => {
    await openExample({ by });
    expect(item('Visit as PDF')).toHaveFocus();
    expect(prepare).toHaveBeenCalled();
  });

  it.each([
    ['{ArrowDown}', 'Copy link'],
    ['{ArrowDown}{ArrowDown}{ArrowDown}', 'Visit as PDF'],
    ['{ArrowUp}', 'Visits of the month'],
    ['{ArrowUp}{ArrowUp}', 'Copy link'],
    ['{End}', 'Visits of the month'],
    ['{End}{Home}', 'Visit as PDF'],
    ['c', 'Copy link'],
    ['v', 'Visits of the month'],
    ['visits', 'Visits of the month'],
    ['vv', 'Visit as PDF'],
    ['VISITs', 'Visits of the month'],
    ['x', 'Visit as PDF'],
    ['{Control>}c{/Control}', 'Visit as PDF'],
  ])('moves the focus with %s to %s', async (keys, name) => {
    const { user } = await openExample({ by: 'keys' });
    await user.keyboard(keys);
    expect(item(name)).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
  });

  it('starts a new search word after a pause', async () => {
    const { user } = await openExample();
    const at = vi.spyOn(Event.prototype, 'timeStamp', 'get');
    at.mockReturnValue(10_000);
    await user.keyboard('v');
    expect(item('Visits of the month')).toHaveFocus();
    // half a second later, letters no longer belong to the same word
    at.mockReturnValue(10_501);
    await user.keyboard('c');
    expect(item('Copy link')).toHaveFocus();
    at.mockRestore();
  });

  it.each([
    ['Escape', '{Escape}', 'More'],
    ['Tab', '{Tab}', 'next'],
  ])('closes with %s, and the focus returns or moves on', async (_, keys, name) => {
    const { user, menu } = await openExample({ by: 'keys' });
    await user.keyboard(keys);
    expect(menu).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes after a press outside, but not after a press between its items', async () => {
    const { user, menu } = await openExample();
    await user.click(menu);
    expect(menu).toBeInTheDocument();
    await user.click(screen.getByRole('dialog'));
    expect(menu).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('closes when an action is chosen, which then runs once', async () => {
    const { user, menu } = await openExample({ by: 'keys' });
    await user.keyboard('{Enter}');
    expect(save).toHaveBeenCalledOnce();
    expect(menu).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('stays open for an item that shows its result', async () => {
    const { user, menu } = await openExample();
    await user.click(item('Copy link'));
    expect(share).toHaveBeenCalledOnce();
    expect(menu).toBeInTheDocument();
  });

  it('does nothing for a busy item, whose text can still be read', async () => {
    const { user, menu } = await openExample({ busy: true, by: 'keys' });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(share).not.toHaveBeenCalled();
    expect(menu).toBeInTheDocument();
    expect(item('Copy link')).toHaveAttribute('aria-disabled', 'true');
    expect(item('Copy link')).toHaveFocus();
  });

  it.each(['{Enter}', ' '])('follows a link by the key %j', async (key) => {
    const { user } = await openExample({ by: 'keys' });
    await user.keyboard(`{End}${key}`);
    expect(await screen.findByText('the month')).toBeVisible();
  });

  it('does not pass its keys to the dialog below it, which stays open', async () => {
    const step = vi.fn<() => void>();
    function Below() {
      const [open, setOpen] = useState(true);
      useKeys({ ArrowDown: step, x: step });
      return (
        <Dialog open={open} onClose={() => setOpen(false)} title="Visit details" size="full">
          <Menu label="More">
            <MenuItem icon="download" label="Visit as PDF" onSelect={save} />
          </Menu>
        </Dialog>
      );
    }
    const user = userEvent.setup();
    render(<Below />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.keyboard('{ArrowDown}x{Escape}');
    expect(step).not.toHaveBeenCalled();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Visit details' })).toBeInTheDocument();
  });
});
