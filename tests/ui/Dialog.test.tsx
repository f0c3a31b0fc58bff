import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { ConflictDialog, type Conflict } from '../../src/ui/message/ConflictDialog.tsx';

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
  it('is open, with the focus on the requested element', async () => {
    const { dialog } = await openExample('small');
    expect(dialog).toHaveAttribute('open');
    expect(screen.getByRole('button', { name: 'first' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('is shown even inside an element that is not shown, such as the folded buttons of a phone', () => {
    render(
      <div style={{ display: 'none' }}>
        <Dialog open onClose={() => undefined} title="Year Report, 2025">
          <button type="button">one</button>
        </Dialog>
      </div>,
    );
    expect(screen.getByRole('dialog', { name: 'Year Report, 2025' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'one' })).toBeVisible();
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

const conflicts: Conflict<'title' | 'text'>[] = [
  { id: 'title', label: 'Title', theirs: 'Arm', mine: 'Barrier arm', before: 'Boom' },
  { id: 'text', label: 'Text', theirs: 'Bent', mine: 'Broken' },
];

const show = (props: Partial<Parameters<typeof ConflictDialog<'title' | 'text'>>[0]> = {}) => {
  const onChosen = vi.fn<(choices: object) => void>();
  const onClose = vi.fn<() => void>();
  render(
    <ConflictDialog
      title="Somebody was first"
      lead="Nothing is lost."
      conflicts={conflicts}
      onClose={onClose}
      onChosen={onChosen}
      {...props}
    />,
  );
  return { user: userEvent.setup(), onChosen, onClose };
};

describe('two changes of the same value', () => {
  it('are shown side by side under their label, with the focus on the first', () => {
    show();
    expect(screen.getByRole('dialog', { name: 'Somebody was first' })).toHaveTextContent('Nothing is lost.');
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'TitleBefore: BoomTheirs ArmYours Barrier arm',
      'TextTheirs BentYours Broken',
    ]);
    expect(screen.getByRole('radio', { name: 'Theirs Arm' })).toHaveFocus();
  });

  it('are shown again until each is decided', async () => {
    const { user, onChosen } = show();
    await user.click(screen.getByRole('radio', { name: 'Theirs Arm' }));
    await user.click(screen.getByRole('button', { name: 'Save choice' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose one value for each field.');
    expect(onChosen).not.toHaveBeenCalled();
    await user.click(screen.getByRole('radio', { name: 'Yours Broken' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save choice' }));
    expect(onChosen).toHaveBeenCalledWith({ title: 'theirs', text: 'mine' });
  });

  it('stay undecided when the dialog is closed', async () => {
    const { user, onChosen, onClose } = show({ backLabel: 'Back to the page' });
    await user.click(screen.getByRole('button', { name: 'Back to the page' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onChosen).not.toHaveBeenCalled();
  });

  it('have the names that the screen gives them', () => {
    show({ ariaLabelOf: ({ label, mine, theirs }, side) => `${label}: ${side === 'mine' ? mine : theirs}` });
    expect(screen.getByRole('radio', { name: 'Text: Broken' })).toBeVisible();
  });
});
