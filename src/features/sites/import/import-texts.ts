import { t } from '../../../lib/language/translate.ts';
import { plainList } from '../../../records/counted.ts';
import { sentences } from '../../../records/sentences.ts';
import type { AppliedVisits, CheckedVisits } from './check-visits.ts';

/**
 * Says what an import would do.
 * @param toImport the number of visits that would be added
 * @param toUpdate the number of visits that were chosen to be updated
 */
export function checkedText(
  { reading, sites, sameDay, remarks }: CheckedVisits,
  toImport: number,
  toUpdate: number,
): string {
  if (!reading) return '';
  if (reading.questions.length > 0) return t('Answer what is asked above to see the visits.');
  const knownCount = sites.reduce((sum, { diff }) => sum + diff.known.length, 0) - toUpdate;
  const siteCount = sites.filter(({ diff }) => diff.visits.length > 0).length;
  const skippedCount = reading.rows.filter(({ visit }) => !visit).length;
  const incompleteCount = reading.rows.filter(({ repairs }) => repairs.length > 0).length;
  return sentences(
    toUpdate > 0 && t('{visits, plural, one {# visit to update.} other {# visits to update.}}', { visits: toUpdate }),
    toImport === 0
      ? toUpdate === 0 && t('No visits to import.')
      : t(
          '{fresh, plural, one {# visit} other {# visits}} to import into {into, plural, one {# site} other {# sites}}.',
          { fresh: toImport, into: siteCount },
        ),
    knownCount > 0 && knownText(knownCount),
    sameDay.length > 0 &&
      t(
        '{visits, plural, one {# visit on a day that has one like it already.} other {# visits on a day that has one like it already.}}',
        { visits: sameDay.length },
      ),
    skippedCount > 0 && t('{left, plural, one {# row left out.} other {# rows left out.}}', { left: skippedCount }),
    incompleteCount > 0 &&
      t('{rows, plural, one {# row to repair below.} other {# rows to repair below.}}', { rows: incompleteCount }),
    remarks.length > 0 &&
      t('{remarks, plural, one {# remark below.} other {# remarks below.}}', { remarks: remarks.length }),
  );
}

/** The label of the import button, with the numbers of visits to add and to update. */
export function importLabel(toImport: number, toUpdate: number): string {
  if (toUpdate === 0) return t('{fresh, plural, one {Import # visit} other {Import # visits}}', { fresh: toImport });
  if (toImport === 0) return t('{toUpdate, plural, one {Update # visit} other {Update # visits}}', { toUpdate });
  return t('Import {fresh, number} and update {toUpdate, plural, one {# visit} other {# visits}}', {
    fresh: toImport,
    toUpdate,
  });
}

export function appliedText({ added, updated, sites, known, defects }: AppliedVisits): string {
  return sentences(
    (added > 0 || updated === 0) &&
      t(
        '{added, plural, one {# visit} other {# visits}} imported into {sites, plural, one {# site} other {# sites}}.',
        {
          added,
          sites,
        },
      ),
    updated > 0 && t('{updated, plural, one {# visit updated.} other {# visits updated.}}', { updated }),
    known > 0 && knownText(known),
    defects.length > 0 && t('{remarks, plural, one {# remark:} other {# remarks:}}', { remarks: defects.length }),
  );
}

function knownText(known: number): string {
  return t(
    '{known, plural, one {# visit imported earlier, left as they are.} other {# visits imported earlier, left as they are.}}',
    { known },
  );
}

/** Names the sites that were not imported, and those for which that is unknown. */
export function failedText({ failed, unclear }: Pick<AppliedVisits, 'failed' | 'unclear'>): string {
  return sentences(
    t('Error updating data.'),
    failed.length > 0 && t('Nothing was imported for: {sites}.', { sites: plainList(failed) }),
    unclear.length > 0 &&
      t('It is not known whether the visits of these sites were imported: {sites}.', { sites: plainList(unclear) }),
    t('Press Import again; nothing is imported twice.'),
  );
}
