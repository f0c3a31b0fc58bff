import ical, { ICalEventTransparency } from 'ical-generator';
import { t } from '../../lib/language/translate.ts';
import { linkTo } from '../portal-links.ts';
import * as paths from '../portal-paths.ts';
import { monthsText } from '../task/service-periods.ts';
import type { DueDate } from './due-dates.ts';

/** A site and its days to come. */
export interface CalendarSite {
  id: number;
  /** As the portal's addresses name it; null where the reader has one site. */
  picked: string | null;
  title: string;
  address: string | null;
  dates: readonly DueDate[];
}

/**
 * The days of sites as a file that calendars read (RFC 5545), in the reader's language: whole days that take up no time. A day has the same
 * UID in each file, so that a calendar which reads a newer one does not show it twice. Made on the device.
 * @param now the moment that the days are of
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
