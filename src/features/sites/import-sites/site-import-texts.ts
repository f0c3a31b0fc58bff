import type { SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { plainList } from '../../../records/counted.ts';
import { sentences } from '../../../records/sentences.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import { siteColumns, siteValueText } from '../../../records/site/site-columns.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { refusedFields } from '../site-edit.ts';
import { waitingRows, type SitePlans } from './plan-sites.ts';

const included = (rows: readonly { isLeftOut: boolean }[]) => rows.filter(({ isLeftOut }) => !isLeftOut).length;

/** What an import would do, for the screen and its readers. */
export function plannedText(plan: SitePlans): string {
  const [added, changed] = [included(plan.added), included(plan.changed)];
  const waiting = waitingRows(plan).size;
  const named = plan.added.filter(({ row, isLeftOut }) => row.isNameOnly && isLeftOut).length;
  const left = plan.repeated.length + plan.archived.length + plan.skipped.length;
  return sentences(
    added > 0 && t('{sites, plural, one {# new site.} other {# new sites.}}', { sites: added }),
    changed > 0 && t('{sites, plural, one {# site to change.} other {# sites to change.}}', { sites: changed }),
    added + changed === 0 && t('Nothing to import.'),
    plan.same.length > 0 &&
      t('{sites, plural, one {# site says so already.} other {# sites say so already.}}', { sites: plan.same.length }),
    waiting > 0 &&
      t('{rows, plural, one {# row waits for you below.} other {# rows wait for you below.}}', { rows: waiting }),
    named > 0 &&
      t(
        '{rows, plural, one {# row has only a name and is left out.} other {# rows have only a name and are left out.}}',
        { rows: named },
      ),
    left > 0 && t('{left, plural, one {# row left out.} other {# rows left out.}}', { left }),
  );
}

/** The button that saves what is planned. */
export function siteImportLabel(plan: SitePlans): string {
  const [added, changed] = [included(plan.added), included(plan.changed)];
  if (changed === 0) return t('{added, plural, one {Add # site} other {Add # sites}}', { added });
  if (added === 0) return t('{changed, plural, one {Change # site} other {Change # sites}}', { changed });
  return t('Add {added, number} and change {changed, plural, one {# site} other {# sites}}', { added, changed });
}

/** An added site is archived while it is as it was added; one that was brought back is archived again, and set to what it was. */
const takesBackAddition = ({ archive, seen, fields }: SiteChange) =>
  archive?.do === 'archive' && seen.length > Object.keys(fields).length;

/** What was saved, or taken back. */
export function siteOutcomeText({ done, isUndone }: SavingOutcome): string {
  const others = done.filter(({ change }) => (isUndone ? takesBackAddition(change) : change.isNew === true)).length;
  const changed = done.length - others;
  if (isUndone)
    return sentences(
      others > 0 &&
        t('{sites, plural, one {# added site is archived.} other {# added sites are archived.}}', { sites: others }),
      changed > 0 &&
        t('{sites, plural, one {# site is as before.} other {# sites are as before.}}', { sites: changed }),
      done.length === 0 && t('Nothing was taken back.'),
    );
  return sentences(
    others > 0 && t('{sites, plural, one {# site is added.} other {# sites are added.}}', { sites: others }),
    changed > 0 && t('{sites, plural, one {# site is changed.} other {# sites are changed.}}', { sites: changed }),
    done.length === 0 && t('Nothing was saved.'),
  );
}

/** Why a site could not be saved; null where nothing more is known. */
export function saveFailureText(error: unknown): string | null {
  const refused = refusedFields(error);
  if (refused) return sentences(...Object.values(refused));
  if (isNoService(error)) return t('The service does not answer.');
  return error instanceof RequestError ? t('The service refused it.') : null;
}

/** What a site says now in the columns that were to be changed. */
export function changedNowText(site: EditedSite, fields: readonly string[]): string {
  return plainList(
    siteColumns
      .filter(({ column }) => fields.includes(column))
      .map(({ column, label, kind }) =>
        t('{column}: {example}', { column: said(label), example: siteValueText(kind, site[column]) ?? t('nothing') }),
      ),
  );
}
