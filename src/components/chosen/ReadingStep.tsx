import { t } from '../../lib/language/translate.ts';
import type { UnreadVisits } from '../../records/task/chosen-visit.ts';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';

/** The progress of reading chosen visits, site by site. */
export interface SiteStep {
  done: number;
  total: number;
  /** The name of the site that is being read. */
  name: string;
}

/** Shows how many sites of the chosen visits are read. */
export function ReadingStep({ step: { done, total, name } }: { step: SiteStep }) {
  return (
    <>
      <p role="status">
        {t('Reading site {number} of {total}: {site}', { number: Math.min(done + 1, total), total, site: name })}
      </p>
      <Progress label={t('Reading the chosen visits')} value={total === 0 ? 0 : done / total} />
      <p>{t('Keep this page open until it is done.')}</p>
    </>
  );
}

/** Lists the sites whose chosen visits could not be read, with the reason. */
export function UnreadNote({ unread }: { unread: readonly UnreadVisits[] }) {
  if (unread.length === 0) return null;
  return (
    <>
      <ErrorNote>{t('Chosen visits of these sites could not be read.')}</ErrorNote>
      <ul>
        {unread.map(({ site, reason }) => (
          <li key={`${site} ${reason}`}>{t('{site}: {text}', { site, text: reason })}</li>
        ))}
      </ul>
    </>
  );
}
