import type { SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { plainList } from '../../../records/counted.ts';
import { sentences } from '../../../records/sentences.ts';
import { archivedText } from '../../../records/site/archive.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import { siteColumns, siteValueText } from '../../../records/site/site-columns.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { refusedFields } from '../site-edit.ts';
import { waitingRows, type SitePlans } from './plan-sites.ts';

/** The number of rows that are not left out. */
const includedCount = (rows: readonly { isLeftOut: boolean }[]) => rows.filter(({ isLeftOut }) => !isLeftOut).length;

/** Says in sentences what the import would do. */
export function plannedText(plan: SitePlans): string {
  const [added, changed] = [includedCount(plan.added), includedCount(plan.changed)];
  const waitingCount = waitingRows(plan).size;
  const nameOnly = plan.added.filter(({ row, isLeftOut }) => row.isNameOnly && isLeftOut).length;
  const leftOut = plan.repeated.length + plan.archived.length + plan.skipped.length;
  return sentences(
    added > 0 && t('{sites, plural, one {# new site.} other {# new sites.}}', { sites: added }),
    changed > 0 && t('{sites, plural, one {# site to change.} other {# sites to change.}}', { sites: changed }),
    added + changed === 0 && t('Nothing to import.'),
    plan.same.length > 0 &&
      t('{sites, plural, one {# site says so already.} other {# sites say so already.}}', { sites: plan.same.length }),
    waitingCount > 0 &&
      t('{rows, plural, one {# row waits for you below.} other {# rows wait for you below.}}', { rows: waitingCount }),
    nameOnly > 0 &&
      t(
        '{rows, plural, one {# row has only a name and is left out.} other {# rows have only a name and are left out.}}',
        { rows: nameOnly },
      ),
    leftOut > 0 && t('{left, plural, one {# row left out.} other {# rows left out.}}', { left: leftOut }),
  );
}

/** The label of the button that saves the planned changes. */
export function siteImportLabel(plan: SitePlans): string {
  const [added, changed] = [includedCount(plan.added), includedCount(plan.changed)];
  if (changed === 0) return t('{added, plural, one {Add # site} other {Add # sites}}', { added });
  if (added === 0) return t('{changed, plural, one {Change # site} other {Change # sites}}', { changed });
  return t('Add {added, number} and change {changed, plural, one {# site} other {# sites}}', { added, changed });
}

/**
 * Whether a change of an undo archives a site that the import added. Such a change requires more fields to be unchanged (`seen`) than it
 * sets, unlike one that archives a site again which the import brought back.
 */
const undoesAddition = ({ archive, seen, fields }: SiteChange) =>
  archive?.do === 'archive' && seen.length > Object.keys(fields).length;

/** Whether a change archives a site or brings it back, and sets no columns. */
const isOnlyArchiveStep = ({ archive, fields }: SiteChange) =>
  archive !== undefined && Object.keys(fields).length === 0;

/** Says how many sites were saved, or restored by an undo. */
export function siteOutcomeText({ done, remaining, overtaken, isUndone }: SavingOutcome): string {
  const additionCount = done.filter(({ change }) => (isUndone ? undoesAddition(change) : change.isNew === true)).length;
  const broughtBackCount = isUndone ? 0 : done.filter(({ change }) => isOnlyArchiveStep(change)).length;
  // sites that an undo has archived again, and whose columns it could not set
  const unfinishedIds = new Set([...remaining.map(({ site }) => site), ...overtaken].map(({ id }) => id));
  const halfUndone = done.filter(({ change }) => isOnlyArchiveStep(change) && unfinishedIds.has(change.site.id));
  const halfUndoneCount = isUndone ? halfUndone.length : 0;
  const changedCount = done.length - additionCount - broughtBackCount - halfUndoneCount;
  if (isUndone)
    return sentences(
      additionCount > 0 &&
        t('{sites, plural, one {# added site is archived.} other {# added sites are archived.}}', {
          sites: additionCount,
        }),
      changedCount > 0 &&
        t('{sites, plural, one {# site is as before.} other {# sites are as before.}}', { sites: changedCount }),
      halfUndoneCount > 0 &&
        t('{count, plural, one {# site is archived.} other {# sites are archived.}}', { count: halfUndoneCount }),
      done.length === 0 && t('Nothing was taken back.'),
    );
  return sentences(
    additionCount > 0 &&
      t('{sites, plural, one {# site is added.} other {# sites are added.}}', { sites: additionCount }),
    changedCount > 0 &&
      t('{sites, plural, one {# site is changed.} other {# sites are changed.}}', { sites: changedCount }),
    broughtBackCount > 0 &&
      t('{count, plural, one {# site is back in all lists.} other {# sites are back in all lists.}}', {
        count: broughtBackCount,
      }),
    done.length === 0 && t('Nothing was saved.'),
  );
}

/** Says why a site could not be saved; null if the reason is unknown. */
export function saveFailureText(error: unknown): string | null {
  const fieldErrors = refusedFields(error);
  if (fieldErrors) return sentences(...Object.values(fieldErrors));
  if (isNoService(error)) return t('The service does not answer.');
  return error instanceof RequestError ? t('The service refused it.') : null;
}

/** Says how a site that somebody else has changed differs now. */
export function nowText(site: EditedSite, change: SiteChange | undefined): string {
  if (change && undoesAddition(change)) return t('changed after it was added');
  if (change && isOnlyArchiveStep(change)) return archivedText(site) || t('in all lists');
  return changedNowText(site, Object.keys(change?.fields ?? {}));
}

/** Lists the current values of the site in the fields that should have been changed. */
function changedNowText(site: EditedSite, fields: readonly string[]): string {
  return plainList(
    siteColumns
      .filter(({ column }) => fields.includes(column))
      .map(({ column, label, kind }) =>
        t('{column}: {example}', { column: said(label), example: siteValueText(kind, site[column]) ?? t('nothing') }),
      ),
  );
}
