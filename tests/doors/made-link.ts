import type { SharedVisit } from '../../src/records/task/task.ts';

export const linkSecret = 'K7QX2M9PZ4TB8WVN3HJD6CRY5FGA';

const folder = 'sites/3';
/** The name of a file as the storage has it. @param number makes it differ from others */
const fileName = (number: number, ending: string) =>
  `${folder}/17724192${String(number).padStart(5, '0')}-0b8f3c1e-5a2d-4c7b-9e1f-${String(number).padStart(12, '0')}.${ending}`;
export const photoName = (number: number) => fileName(number, 'jpg');
export const smallPhotoName = (number: number) => fileName(number, 'small.jpg');
export const pdfName = (number: number) => fileName(number, 'pdf');
const stored = (name: string) => `https://project.test/storage/v1/object/public/rfidboomgatephoto/${name}`;

export interface MadeVisit extends SharedVisit {
  by?: string;
  ref?: string;
  reported?: string;
  arrived?: string;
  left?: string;
  follow?: { line: number; text: string }[];
}

/** A call-out with two photos and a service report. */
export const madeVisit = (changed: Partial<MadeVisit> = {}): MadeVisit => ({
  id: 140,
  time: '2026-05-03T11:22:00+08:00',
  year: '2026',
  month: 'may',
  title: 'Arm hit by a lorry at Exit',
  tasks: 'Took the bent arm off.\nFitted a new one and set the limits.',
  kind: 'emergency',
  pdf: stored(pdfName(9)),
  urls: [stored(photoName(1)), stored(photoName(2))],
  by: 'Aziz',
  ref: 'J-1042',
  reported: '2026-05-03T09:12:00+08:00',
  arrived: '2026-05-03T11:22:00+08:00',
  left: '2026-05-03T12:05:00+08:00',
  follow: [{ line: 1, text: 'Put a post beside the arm' }],
  ...changed,
});

/** Without a photo and a service report. */
export const plainVisit = madeVisit({
  id: 131,
  time: '2026-04-02T10:00:00+08:00',
  month: 'apr',
  title: 'Monthly service',
  tasks: 'All arms tested.',
  kind: 'preventive',
  pdf: '',
  urls: [],
  by: '',
  ref: '',
  reported: '',
  arrived: '',
  left: '',
  follow: [],
});

/** What `open_link` answers. */
export const madeLink = (visits: readonly MadeVisit[] = [madeVisit(), plainVisit]) => ({
  site: 'Selasih Park',
  address: '12 Jalan Selasih, Johor Bahru',
  until: '2027-06-03T18:00:00+08:00',
  visits,
});
