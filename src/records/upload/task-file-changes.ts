import { merge } from '../merge.ts';
import { taskLimits, type StoredTask, type TaskFiles } from '../task/task.ts';

// Changes of a task's photos and PDF, and how they are merged with what somebody else saved meanwhile.

export type FileField = 'urls' | 'pdf';
/** Whose order of photos, and whose PDF, applies where both changed it. */
type FileChoice = Partial<Record<FileField, 'theirs' | 'mine'>>;

/** The changed files of a task; unchanged ones are left out. */
export type FilesEdit = Partial<Pick<StoredTask, FileField>>;

/** The edit that makes `photos` and `pdf` of the files of a task. */
export function filesEdit(base: Pick<StoredTask, FileField>, { photos, pdf }: TaskFiles): FilesEdit {
  return {
    ...(hasSameUrls(base.urls, photos) ? {} : { urls: [...photos] }),
    ...(base.pdf === pdf ? {} : { pdf }),
  };
}

/**
 * Applies an edit of files to what somebody else saved first (`decisions §8`). Additions and removals of both apply. A choice is needed
 * only for an order or a PDF that both changed, and for too many photos.
 * @returns `conflicts`: what needs a choice that `choice` does not have; `leftOut`: how many photos are beyond the limit, which are dropped
 * from the end of the order that was not chosen
 */
export function rebaseFiles(
  base: StoredTask,
  theirs: StoredTask,
  edit: FilesEdit,
  choice: FileChoice = {},
): { files: Required<FilesEdit>; conflicts: FileField[]; leftOut: number } {
  const mine = { ...base, ...edit };
  const remains = (url: string) => !base.urls.includes(url) || [theirs, mine].every(({ urls }) => urls.includes(url));
  // only photos that were read: others are not in the order of both
  const orderOf = ({ urls }: StoredTask) => urls.filter((url) => base.urls.includes(url) && remains(url)).join(' ');
  const valuesOf = (task: StoredTask) =>
    new Map<FileField, string>([
      ['urls', orderOf(task)],
      ['pdf', task.pdf],
    ]);
  const versions = { base: valuesOf(base), mine: valuesOf(mine), theirs: valuesOf(theirs) };
  const { merged, conflicts } = merge<FileField, string>(versions, ({ path }) => choice[path]);

  // where only one person sorted or added photos, the order of that person applies
  const isTheirs = hasSameUrls(mine.urls, base.urls) || merged.get('urls') !== orderOf(mine);
  const first = choice.urls ?? (isTheirs ? 'theirs' : 'mine');
  const [order, other] = first === 'mine' ? [mine.urls, theirs.urls] : [theirs.urls, mine.urls];
  const urls = [...order, ...other.filter((url) => !order.includes(url))].filter((url) => remains(url));
  const leftOut = Math.max(0, urls.length - taskLimits.photos);
  const undecided = new Set(conflicts.map(({ path }) => path));
  if (leftOut > 0 && !choice.urls) undecided.add('urls');
  return {
    files: {
      urls: undecided.has('urls') ? theirs.urls : urls.slice(0, taskLimits.photos),
      pdf: merged.get('pdf') ?? '',
    },
    conflicts: [...undecided],
    leftOut,
  };
}

function hasSameUrls(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((url, index) => url === b[index]);
}
