import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusAfter } from '../../../src/lib/screen/use-focus-after.ts';

/** Changes right after a render, before the browser runs its work after painting. */
function ChangedAtOnce() {
  const [changed, setChanged] = useState(false);
  const land = useFocusAfter();
  useLayoutEffect(() => {
    land(() => document.querySelector<HTMLElement>('[data-goal]'));
    // oxlint-disable-next-line react/set-state-in-effect -- the change that follows a render is what is tested
    setChanged(true);
  }, [land]);
  return (
    changed && (
      <button type="button" data-goal>
        Undo
      </button>
    )
  );
}

it('the focus moves to what a change created, even right after another render', () => {
  render(<ChangedAtOnce />);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
});
