/** An element of `tasks2024` of the old portal. */
export interface OldTask {
  id: unknown;
  time: unknown;
  urls: unknown;
  year: unknown;
  month: unknown;
  tasks: unknown;
  title: unknown;
  pdf: unknown;
  showing: unknown;
}

/** A defect of a visit of the old portal. */
export interface VisitDefect {
  spoil: (task: OldTask, before: OldTask) => unknown;
  /** The start of the sentence about it. */
  problem: string;
  /** Whether the visit is imported anyway. */
  isImported: boolean;
  /** Whether it is only found when the files are read, which is with `--apply`. */
  late?: boolean;
}

export const oldBucket = 'https://old.supabase.co/storage/v1/object/public/rfidboomgatephoto/';

export const visitDefects: readonly VisitDefect[] = [
  {
    spoil: (task) => ({ ...task, time: 'last week' }),
    problem: 'The time “last week” is not a date',
    isImported: true,
  },
  { spoil: (task) => ({ ...task, time: null, month: '' }), problem: 'It has no time', isImported: false },
  {
    spoil: (task) => ({ ...task, time: '2030-12-01T10:00:00+08:00' }),
    problem: 'It is dated 1 December 2030',
    isImported: false,
  },
  {
    spoil: (task) => ({ ...task, time: '2019-02-01T10:00:00+08:00', year: '2019' }),
    problem: 'It is dated 2019',
    isImported: false,
  },
  { spoil: (task) => ({ ...task, month: 'Smarch' }), problem: '“Smarch” is not', isImported: true },
  { spoil: (task) => ({ ...task, year: 'two' }), problem: '“two” is not', isImported: true },
  { spoil: (task) => ({ ...task, title: ' ' }), problem: 'It has no title', isImported: true },
  { spoil: (task) => ({ ...task, tasks: null }), problem: 'It has no text', isImported: true },
  { spoil: (task) => ({ ...task, title: '', tasks: '' }), problem: 'It has neither', isImported: false },
  {
    spoil: (task) => ({ ...task, tasks: 'x'.repeat(10_001) }),
    problem: 'Its text has 10001 characters',
    isImported: false,
  },
  { spoil: (task) => ({ ...task, title: 'y'.repeat(300) }), problem: 'Its title has 300 characters', isImported: true },
  {
    spoil: (task) => ({ ...task, title: `${String(task.title)}\u0007` }),
    problem: 'Its title contains characters',
    isImported: true,
  },
  { spoil: (task) => ({ ...task, showing: 'sometimes' }), problem: 'Its “showing”, “sometimes”', isImported: true },
  {
    spoil: (task) => ({ ...task, showing: undefined }),
    problem: 'It does not say whether it is shown',
    isImported: true,
  },
  {
    spoil: (task, before) => ({ ...task, id: before.id }),
    problem: 'Another visit of the site also has the number',
    isImported: true,
  },
  { spoil: (task) => ({ ...task, id: null }), problem: 'It has no number', isImported: true },
  { spoil: (task, before) => ({ ...before, id: task.id }), problem: 'It is the same as', isImported: false },
  { spoil: () => '{"id": 7, ', problem: 'It is not a visit', isImported: false },
  {
    spoil: (task) => ({ ...task, urls: ['http://10.0.0.1/a.jpg'] }),
    problem: 'The photo “http://10.0.0.1/a.jpg” is not a file',
    isImported: true,
  },
  {
    spoil: (task) => ({ ...task, urls: [`${oldBucket}gone.jpg`] }),
    problem: 'The photo “https://old',
    isImported: true,
  },
  {
    spoil: (task) => ({ ...task, pdf: 'file:///etc/passwd' }),
    problem: 'The PDF “file:///etc/passwd” is not a file',
    isImported: true,
  },
  {
    spoil: (task) => ({ ...task, urls: [`${oldBucket}broken.jpg`] }),
    problem: 'The photo “https://old',
    isImported: true,
    late: true,
  },
  {
    spoil: (task) => ({ ...task, pdf: `${oldBucket}broken.jpg` }),
    problem: 'The PDF “https://old',
    isImported: true,
    late: true,
  },
];
