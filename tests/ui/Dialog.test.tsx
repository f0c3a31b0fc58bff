import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Dialog } from '../../src/ui/Dialog.tsx';

function Example({ size }: { size: 'small' | 'large' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Photos"
        size={size}
        footer={
          <button type="button" data-autofocus>
            first
          </button>
        }
      >
        <button type="button">second</button>
      </Dialog>
    </>
  );
}

async function openExample(size: 'small' | 'large') {
  const user = userEvent.setup();
  render(<Example size={size} />);
  await user.click(screen.getByRole('button', { name: 'open' }));
  return { user, dialog: screen.getByRole('dialog', { name: 'Photos' }) };
}

describe('Dialog', () => {
  it('is a modal with the focus on the requested element', async () => {
    const { dialog } = await openExample('small');
    expect(dialog).toHaveAttribute('open');
    expect(screen.getByRole('button', { name: 'first' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('closes with Escape and gives the focus back', async () => {
    const { user, dialog } = await openExample('small');
    await user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'open' })).toHaveFocus();
  });

  it('stays open while its owner shows it, even if the browser closed it without asking', () => {
    render(
      <Dialog open onClose={() => undefined} title="Saving">
        <button type="button">one</button>
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Saving' });
    act(() => dialog.close());
    expect(dialog).toHaveAttribute('open');
  });

  it('has a close button when it is large', async () => {
    const { user, dialog } = await openExample('large');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog).not.toBeInTheDocument();
  });
});
