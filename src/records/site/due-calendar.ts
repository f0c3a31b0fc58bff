import ical, { ICalEventTransparency } from 'ical-generator';
import { t } from '../../lib/language/translate.ts';
import { linkTo } from '../portal-links.ts';
import * as paths from '../portal-paths.ts';
import { monthsText } from '../task/service-periods.ts';
import type { DueDate } from './due-dates.ts';

/** A site and its coming due dates. */
export interface CalendarSite {
  id: number;
  /** The name of the site in links of the portal; null for a reader who has only one site. */
  picked: string | null;
  title: string;
  address: string | null;
  dates: readonly DueDate[];
}

/**
 * An iCalendar file (RFC 5545) with the due dates of sites, in the reader's language. The events are all-day events that do not make the reader
 * busy. A due date has the same UID in every file, so that a calendar which imports a newer file does not show it twice.
 * @param now the time at which the dates were computed
 */
export function dueCalendar(sites: readonly CalendarSite[], now: Date): Blob {
  const calendar = ical({
    name: t('Visits and contracts'),
    prodId: { company: 'RFID Boom Gate Portal', product: 'RFID Boom Gate Portal' },
  });
  for (const site of sites) {
    for (const { day, period } of site.dates) {
      const kind = period === null ? 'contract' : 'visit';
      calendar.createEvent({
        id: `${kind}-${site.id}-${period?.last ?? day}@${location.host}`,
        stamp: now,
        start: new Date(`${day}T00:00:00Z`),
        allDay: true,
        transparency: ICalEventTransparency.TRANSPARENT,
        summary: summaryOf(site, period),
        ...(period && { description: t('One visit is agreed for {months}.', { months: monthsText(period) }) }),
        ...(site.address !== null && { location: site.address }),
        url: location.origin + linkTo(paths.profile, { site: site.picked }),
      });
    }
  }
  return new Blob([calendar.toString()], { type: 'text/calendar;charset=utf-8' });
}

function summaryOf({ title }: CalendarSite, period: DueDate['period']): string {
  return period === null
    ? t('{site}: the maintenance contract ends', { site: title })
    : t('{site}: a maintenance visit is due by today', { site: title });
}
