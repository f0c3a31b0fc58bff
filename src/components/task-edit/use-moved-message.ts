import { useLocation, useNavigate } from 'react-router-dom';
import { message, t } from '../../lib/language/translate.ts';
import { notify, withdrawToasts, type ToastGroup } from '../../lib/notify.ts';
import { monthOfYear, type Month } from '../../records/time.ts';

interface MovedVisit {
  id: number;
  title: string;
  /** The site that lists it now. `filed` is given where that is the same site, and only the month is another. */
  site: string;
  filed?: { year: string; month: Month };
  /** Leads there. */
  to: string;
}

const movedVisits: ToastGroup = {
  title: (count) => t('{count, plural, one {# visit} other {# visits}} moved', { count }),
};

const aboutMoved = (site: string, id: number): string => `moved-visit/${site}/${id}`;

/**
 * Says where a visit went that disappears from its list, until the message is closed: otherwise it would seem to be
 * lost.
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

/** Withdraws the message about a visit that has moved on. */
export function withdrawMoved(site: string, id: number): void {
  withdrawToasts((about) => about === aboutMoved(site, id));
}
