import { merge } from '../merge.ts';
import { taskLimits, type StoredTask, type TaskFiles } from './stored-task.ts';

export type FileField = 'urls' | 'pdf';
/** Whose order of photos, or whose PDF, wins where both changed it. */
export type FileChoice = Partial<Record<FileField, 'theirs' | 'mine'>>;

/** Unchanged ones are left out. */
export type FilesEdit = Partial<Pick<StoredTask, FileField>>;

export function filesEdit(base: Pick<StoredTask, FileField>, { photos, pdf }: TaskFiles): FilesEdit {
  return {
    ...(hasSameUrls(base.urls, photos) ? {} : { urls: [...photos] }),
    ...(base.pdf === pdf ? {} : { pdf }),
  };
}

/**
 * Rebases an edit of files onto what somebody else stored first (`decisions §8`): additions and removals of both apply. A
 * choice is needed only for an order both changed differently, too many photos together, and a PDF both changed.
 * `leftOut`: photos beyond the limit, dropped from the end of the order that was not chosen.
 */
export function rebaseFiles(
  base: StoredTask,
  theirs: StoredTask,
  edit: FilesEdit,
  choice: FileChoice = {},
): { files: Required<FilesEdit>; conflicts: FileField[]; leftOut: number } {
  const mine = { ...base, ...edit };
  const remains = (url: string) => !base.urls.includes(url) || [theirs, mine].every(({ urls }) => urls.includes(url));
  // new photos have no place in the order that both know
  const orderOf = ({ urls }: StoredTask) => urls.filter((url) => base.urls.includes(url) && remains(url)).join(' ');
  const valuesOf = (task: StoredTask) =>
    new Map<FileField, string>([
      ['urls', orderOf(task)],
      ['pdf', task.pdf],
    ]);
  const versions = { base: valuesOf(base), mine: valuesOf(mine), theirs: valuesOf(theirs) };
  const { merged, conflicts } = merge<FileField, string>(versions, ({ path }) => choice[path]);

  // where only one of them sorted or added, their order applies
  const isTheirs = hasSameUrls(mine.urls, base.urls) || merged.get('urls') !== orderOf(mine);
  const first = choice.urls ?? (isTheirs ? 'theirs' : 'mine');
  const [order, other] = first === 'mine' ? [mine.urls, theirs.urls] : [theirs.urls, mine.urls];
  const urls = [...order, ...other.filter((url) => !order.includes(url))].filter((url) => remains(url));
  const leftOut = Math.max(0, urls.length - taskLimits.photos);
  const asked = new Set(conflicts.map(({ path }) => path));
  if (leftOut > 0 && !choice.urls) asked.add('urls');
  return {
    files: { urls: asked.has('urls') ? theirs.urls : urls.slice(0, taskLimits.photos), pdf: merged.get('pdf') ?? '' },
    conflicts: [...asked],
    leftOut,
  };
}

function hasSameUrls(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((url, place) => url === b[place]);
}
