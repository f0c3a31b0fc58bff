import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TaskThumbnails } from '../../../src/components/task/TaskThumbnails.tsx';
import { task } from '../../support/rows.ts';

it('names its buttons while the URLs of the photos are still being signed, a photo that is there twice included', () => {
  const photo = 'http://portal.test/a.jpg';
  const shown = { ...task({ title: 'Spring replaced' }), urls: [photo, photo] };
  render(<TaskThumbnails task={shown} urls={undefined} signed={false} onOpen={() => undefined} />);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Photo 1 of 2: Spring replaced',
    'Photo 2 of 2: Spring replaced',
  ]);
});
