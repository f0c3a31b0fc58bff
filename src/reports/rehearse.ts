import { completeDocument } from './engine/complete-document.ts';
import type { MonthlyTask } from './layouts/monthly/data.ts';
import type { Pages } from './pages.ts';

// one grey pixel
const pixel =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

const task: MonthlyTask = {
  id: 1,
  time: '2026-01-01T09:00:00+08:00',
  title: 'Rehearsal',
  tasks: 'A text of more than one line, so that it is wrapped, measured and drawn. '.repeat(8),
  pdf: '',
  urls: ['1', '2', '3', '4'],
};
const tasks = [task, { ...task, urls: ['5', '6'] }];

/** Makes a small report that nobody sees. */
export async function rehearse(pages: Pages): Promise<void> {
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  const data = {
    name: 'Rehearsal',
    siteName: 'Rehearsal',
    address: '',
    year: '2026',
    month: 'january',
    madeOn: task.time,
    portal: 'https://portal.invalid',
    tasks,
  } as const;
  await completeDocument(
    (missing) => pages.draft({ kind: 'monthly', data }, missing, true),
    tasks.flatMap(({ urls }) => urls),
    {
      loadPhotos: (photos, onPhoto) => {
        photos.forEach((_, index) => onPhoto(index, { bytes, width: 4, height: index % 2 === 0 ? 3 : 4 }));
        return Promise.resolve();
      },
    },
  );
}
