import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusTarget } from '../../../src/features/failure-analytics/editing/focus-target.ts';

/** Changes right after it was drawn, when what the browser does after a drawing is still to come. */
function ChangedAtOnce() {
  const [changed, setChanged] = useState(false);
  const land = useFocusTarget();
  useLayoutEffect(() => {
    land(() => document.querySelector<HTMLElement>('[data-goal]'));
    // oxlint-disable-next-line react/set-state-in-effect -- the change that follows a drawing is what is tried
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

it('the focus goes to what a change made, also when it comes right after another drawing', () => {
  render(<ChangedAtOnce />);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
});
