import { useLocation, useNavigate } from 'react-router-dom';
import { message, t } from '../../lib/language/translate.ts';
import { notify, withdrawToasts, type ToastGroup } from '../../lib/notify.ts';
import { monthOfYear, type Month } from '../../records/time.ts';

interface MovedVisit {
  id: number;
  title: string;
  /** The site that lists the visit now. */
  site: string;
  /** The new month, if only the month changed and not the site. */
  filed?: { year: string; month: Month };
  /** The path of the screen that lists the visit now. */
  to: string;
}

const movedVisits: ToastGroup = {
  title: (count) => t('{count, plural, one {# visit} other {# visits}} moved', { count }),
};

/** Identifies the message about a moved visit, so that it can be withdrawn. */
const aboutMoved = (site: string, id: number): string => `moved-visit/${site}/${id}`;

/**
 * Returns a function that shows where a visit was moved to. Its message stays until it is closed, because the visit
 * disappears from its list and would seem to be lost.
 */
export function useMovedMessage(): (moved: MovedVisit) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return ({ id, title, site, filed, to }) => {
    const month = filed && monthOfYear(filed.month, filed.year);
    const run = () => void navigate(to, { replace: to.split('?')[0] === pathname });
    notify.success(
      month === undefined
        ? t('“{title}” is now at {site}.', { title, site })
        : t('“{title}” is now under {month}.', { title, month }),
      { label: message('Show it there'), to, run },
      { about: aboutMoved(site, id), group: movedVisits },
    );
  };
}

/** Withdraws the message that a visit is at this site, because it was moved again. */
export function withdrawMovedMessage(site: string, id: number): void {
  withdrawToasts((about) => about === aboutMoved(site, id));
}
