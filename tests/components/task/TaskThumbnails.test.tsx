import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TaskThumbnails } from '../../../src/components/task/TaskCard.tsx';
import { fileUrl, task } from '../../support/rows.ts';

it('names its buttons while the photo URLs are being signed, even for a photo that is listed twice', () => {
  const photo = 'http://portal.test/a.jpg';
  const visit = { ...task({ title: 'Spring replaced' }), urls: [photo, photo] };
  render(<TaskThumbnails task={visit} urls={undefined} signed={false} onOpen={() => undefined} />);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Photo 1 of 2: Spring replaced',
    'Photo 2 of 2: Spring replaced',
  ]);
});

it('shows the first six photos, and opens each at its position', async () => {
  const openedPhotos: [number, number][] = [];
  const urls = Array.from({ length: 14 }, (_, index) => fileUrl(index + 1));
  render(
    <TaskThumbnails
      task={task({ id: 7, title: 'Spring replaced', urls })}
      urls={undefined}
      signed={false}
      onOpen={(id, index) => openedPhotos.push([id, index])}
    />,
  );
  expect(screen.getAllByRole('button')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Photo 6 of 14: Spring replaced' }));
  expect(openedPhotos).toEqual([[7, 5]]);
});
