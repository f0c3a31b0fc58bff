import { t } from '../../lib/language/translate.ts';
import type { ChangedValue } from '../../records/change-log/change-log.ts';

// Texts for the changed photos and PDF of a visit.

/** The texts of a value before and after the change. */
export type WordsChange = Pick<ChangedValue, 'before' | 'after'>;
type PhotosChange = NonNullable<ChangedValue['photos']>;
type PdfChange = NonNullable<ChangedValue['pdf']>;

/** How many photos were added and removed. They are counted, because the names of stored files mean nothing to people. */
function photoChanges({ before, after }: PhotosChange): { added: number; removed: number } {
  return {
    added: after.filter((url) => !before.includes(url)).length,
    removed: before.filter((url) => !after.includes(url)).length,
  };
}

/** The number of photos before and after, such as `4 photos, 1 of them removed`. */
export function photoWords(photos: PhotosChange): WordsChange {
  const { before, after } = photos;
  const texts = { before: photoCount(before), after: photoCount(after) };
  if (before.length === 0 || after.length === 0) return texts;
  const { added, removed } = photoChanges(photos);
  const isReordered = removed === 0 && added === 0 && before.some((url, index) => url !== after[index]);
  const count = after.length;
  return {
    before:
      removed > 0
        ? t('{count, plural, one {# photo} other {# photos}}, {removed} of them removed', {
            count: before.length,
            removed,
          })
        : texts.before,
    after:
      added > 0
        ? t('{count, plural, one {# photo} other {# photos}}, {added} of them new', { count, added })
        : isReordered
          ? t('{count, plural, one {# photo} other {# photos}}, reordered', { count })
          : texts.after,
  };
}

/** The change of the photos as a part of a sentence, such as `2 photos added and 1 removed`. */
export function photosInWords(photos: PhotosChange): string {
  const { added, removed } = photoChanges(photos);
  if (added > 0 && removed > 0)
    return t('{added, plural, one {# photo} other {# photos}} added and {removed} removed', { added, removed });
  if (added > 0) return t('{count, plural, one {# photo} other {# photos}} added', { count: added });
  return removed > 0
    ? t('{count, plural, one {# photo} other {# photos}} removed', { count: removed })
    : t('photos reordered');
}

function photoCount(urls: readonly string[]): string | null {
  return urls.length === 0 ? null : t('{count, plural, one {# photo} other {# photos}}', { count: urls.length });
}

export function pdfWords({ before, after }: PdfChange): WordsChange {
  if (before === after) return { before: null, after: null };
  if (before === '') return { before: null, after: t('A PDF') };
  return { before: t('A PDF'), after: after === '' ? null : t('Another PDF') };
}
