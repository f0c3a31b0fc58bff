import { merge } from '../merge.ts';
import { taskLimits, type StoredTask, type TaskFiles } from '../task/task.ts';

// Changes of a task's photos and PDF, and how they are merged with what somebody else saved meanwhile.

export type FileField = 'urls' | 'pdf';
/** Whose order of photos and whose PDF a person chose, where both sides changed them. */
type FileChoice = Partial<Record<FileField, 'theirs' | 'mine'>>;

/** The changed files of a task; unchanged ones are left out. */
export type FilesEdit = Partial<Pick<StoredTask, FileField>>;

/** The edit that changes the files of a task to `photos` and `pdf`. */
export function filesEdit(base: Pick<StoredTask, FileField>, { photos, pdf }: TaskFiles): FilesEdit {
  return {
    ...(hasSameUrls(base.urls, photos) ? {} : { urls: [...photos] }),
    ...(base.pdf === pdf ? {} : { pdf }),
  };
}

/**
 * Applies an edit of files to the version that somebody else saved first (`decisions §8`). The additions and removals of both sides apply.
 * A choice is needed only where both changed the order or the PDF, and where there are too many photos.
 * @returns `conflicts`: the fields for which `choice` has no answer yet; `leftOut`: how many photos exceed the limit. The photos that only
 * the other side has come last, so they are dropped first.
 */
export function rebaseFiles(
  base: StoredTask,
  theirs: StoredTask,
  edit: FilesEdit,
  choice: FileChoice = {},
): { files: Required<FilesEdit>; conflicts: FileField[]; leftOut: number } {
  const mine = { ...base, ...edit };
  const remains = (url: string) => !base.urls.includes(url) || [theirs, mine].every(({ urls }) => urls.includes(url));
  // photos that one side added have no position in the order of the other, so they are not compared
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
