import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { useNow } from '../../lib/screen/pace.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Progress } from '../../ui/Progress.tsx';
import texts from '../../ui/text.module.css';
import styles from './WelcomeRoute.module.css';

/** How long the welcome is shown before the profile opens (`spec §9`, welcome redirect delay). */
export const welcomeDelayMs = 3_000;
/** How often the progress moves. */
const progressStepMs = 100;

/** The welcome after a login (`spec §2`), while the site record loads. The profile shows the errors of the load. */
export function WelcomeRoute() {
  const navigate = useNavigate();
  const key = useSession();
  const record = useQuery(siteRecordQuery(null));
  // the profile needs the failures too, so they are loaded meanwhile
  usePrefetchQuery(failureSiteQuery(null));
  // no name is shown before the title of the profile is known: another name for a moment would look like another building
  const site = record.isPending ? null : record.data ? siteTitle(record.data) : key?.site;
  const [start] = useState(() => Date.now());
  const passedMs = useNow(progressStepMs).getTime() - start;
  const leave = () => void navigate(paths.profile, { replace: true });
  useWhen(passedMs >= welcomeDelayMs || null, leave);

  return (
    <div className={styles.welcome}>
      <img src="/logo.svg" alt={t('RFID Boom Gate Portal')} width="88" height="88" />
      <PageHeading title={t('Welcome')} />
      <p className={`${texts.muted} ${styles.site}`}>{site}</p>
      <div className={styles.arm}>
        <Progress label={t('Loading your site')} value={passedMs / welcomeDelayMs} />
      </div>
      <p className={texts.muted} role="status">
        {t('Loading your site…')}
      </p>
      <Button variant="primary" onClick={leave}>
        {t('Continue')}
      </Button>
    </div>
  );
}
