import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConflictDialog, type Conflict } from '../../src/ui/message/ConfirmDialog.tsx';

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

describe('two changes of one value', () => {
  it('are shown side by side under their label, with the focus on the first', () => {
    show();
    expect(screen.getByRole('dialog', { name: 'Somebody was first' })).toHaveTextContent('Nothing is lost.');
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'TitleBefore: BoomTheirs ArmYours Barrier arm',
      'TextTheirs BentYours Broken',
    ]);
    expect(screen.getByRole('radio', { name: 'Theirs Arm' })).toHaveFocus();
  });

  it('are asked about until each is decided', async () => {
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

  it('are left as they are when the dialog is closed', async () => {
    const { user, onChosen, onClose } = show({ back: 'Back to the page' });
    await user.click(screen.getByRole('button', { name: 'Back to the page' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onChosen).not.toHaveBeenCalled();
  });

  it('are announced in the words that the screen provides', () => {
    show({ spoken: ({ label, mine, theirs }, whose) => `${label}: ${whose === 'mine' ? mine : theirs}` });
    expect(screen.getByRole('radio', { name: 'Text: Broken' })).toBeVisible();
  });
});
