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
 * Merges files that two people changed (`decisions §8`): additions and removals of both apply. A choice is needed only
 * for an order both changed differently, too many photos together, and a PDF both changed. `leftOut`: photos beyond the
 * limit, dropped from the end of the order that was not chosen.
 */
export function mergedFiles(
  base: StoredTask,
  theirs: StoredTask,
  edit: FilesEdit,
  choice: FileChoice = {},
): { files: Required<FilesEdit>; conflicts: FileField[]; leftOut: number } {
  const { photos, leftOut } = mergedPhotos(base.urls, theirs.urls, edit.urls ?? base.urls, choice.urls);
  const mine = edit.pdf ?? base.pdf;
  const both = theirs.pdf !== base.pdf && mine !== base.pdf && mine !== theirs.pdf;
  const conflicts: FileField[] = [];
  if (photos === null) conflicts.push('urls');
  if (both && !choice.pdf) conflicts.push('pdf');
  const keepsMine = both ? choice.pdf === 'mine' : mine !== base.pdf;
  return { files: { urls: photos ?? theirs.urls, pdf: keepsMine ? mine : theirs.pdf }, conflicts, leftOut };
}

/** `photos` is null where somebody has to decide. */
function mergedPhotos(
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
  choice: FileChoice['urls'],
): { photos: string[] | null; leftOut: number } {
  const remains = (url: string) => !base.includes(url) || (theirs.includes(url) && mine.includes(url));
  const common = (list: readonly string[]) => list.filter((url) => base.includes(url) && remains(url));
  const isMoved = (list: readonly string[]) => !hasSameUrls(common(list), common(base));
  const contested = isMoved(theirs) && isMoved(mine) && !hasSameUrls(common(theirs), common(mine));
  // where only one of them sorted or added, their order applies
  const asTheirs = hasSameUrls(mine, base) || (isMoved(theirs) && !isMoved(mine));
  const first = choice ?? (asTheirs ? 'theirs' : 'mine');
  const [order, other] = first === 'mine' ? [mine, theirs] : [theirs, mine];
  const merged = [...order, ...other.filter((url) => !order.includes(url))].filter((url) => remains(url));
  const leftOut = Math.max(0, merged.length - taskLimits.photos);
  const undecided = !choice && (contested || leftOut > 0);
  return { photos: undecided ? null : merged.slice(0, taskLimits.photos), leftOut };
}

function hasSameUrls(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((url, place) => url === b[place]);
}
