import { fetchCode } from '../../lib/fetch-code.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { siteStamp } from '../time.ts';
import type { CalendarSite } from './due-calendar.ts';

/**
 * Saves the coming due dates of sites as a file for the reader's own calendar. The code for the file is loaded at the first call. Never throws.
 * @param name the name of the site or of the list, for the name of the file
 * @param now the time at which the dates were computed
 */
export async function saveDueCalendar(name: string, sites: readonly CalendarSite[], now: Date): Promise<void> {
  if (sites.every(({ dates }) => dates.length === 0))
    return notify.warning(t('No visit is due, and no contract ends: there is nothing for a calendar.'));
  try {
    const { dueCalendar } = await fetchCode(() => import('./due-calendar.ts'));
    saveFile(dueCalendar(sites, now), `${fileStemOf(name, 'Calendar', siteStamp(now).slice(0, 10))}.ics`);
  } catch {
    notify.error(t('The file could not be made. Check the connection and try again.'));
  }
}
