import { useQuery } from '@tanstack/react-query';
import { thisRelease } from '../../lib/config.ts';
import { t } from '../../lib/language/translate.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { noticesFile } from './notices-file.ts';
import texts from '../../ui/text.module.css';
import styles from './AboutDialog.module.css';

/** The licences of the packages as text. @throws Error when the host does not have the file, or answers with another page. */
async function fetchNotices({ signal }: { signal: AbortSignal }): Promise<string> {
  const response = await fetch(`/${noticesFile}`, { signal });
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/plain'))
    throw new Error(`${noticesFile}: ${response.status}`);
  return response.text();
}

/** Shows the release and the browser, for which support asks, and the licences of the packages in the portal. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const release = thisRelease();
  const isBuilt = release !== 'development';
  const notices = useQuery({ queryKey: ['notices', release], queryFn: fetchNotices, enabled: isBuilt });
  return (
    <Dialog open onClose={onClose} title={t('About this portal')} size="large">
      <dl className={styles.facts}>
        <dt>{t('Release')}</dt>
        <dd>{release}</dd>
        <dt>{t('Browser')}</dt>
        <dd>{navigator.userAgent}</dd>
      </dl>
      <p>{t('All rights reserved by its owner. It contains works of others, under their own terms:')}</p>
      {!isBuilt && <p className={texts.note}>{t('The build writes these terms; this is no build.')}</p>}
      <LoadFailure query={notices} error={t('These terms could not be loaded.')} />
      {notices.data !== undefined && <pre className={styles.notices}>{notices.data}</pre>}
    </Dialog>
  );
}
