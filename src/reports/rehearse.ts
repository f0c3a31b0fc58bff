import { servedFonts } from './fonts/served-fonts.ts';
import { buildReport } from './layouts/layouts.ts';
import type { MonthlyTask } from './layouts/monthly/data.ts';

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

/** Makes a small report that nobody sees. */
export async function rehearse(): Promise<void> {
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  await buildReport(
    {
      kind: 'monthly',
      data: {
        name: 'Rehearsal',
        siteName: 'Rehearsal',
        address: '',
        year: '2026',
        month: 'january',
        madeOn: task.time,
        portal: 'https://portal.invalid',
        tasks: [task, { ...task, urls: ['5', '6'] }],
      },
    },
    {
      fonts: servedFonts,
      painter: null,
      loadPhotos: (photos, onPhoto) => {
        photos.forEach((_, index) => onPhoto(index, { bytes, width: 1, height: 1 }));
        return Promise.resolve();
      },
    },
  );
}
