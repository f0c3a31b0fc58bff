import { useState } from 'react';
import { richSentences } from '../../components/rich-sentences.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { useLater } from '../../lib/screen/timing.ts';
import { Icon } from '../../ui/Icon.tsx';
import { sentBy } from './sent-link.ts';
import styles from './LoginRoute.module.css';

// the login loads it together with its picture
export { GateScene } from './GateScene.tsx';
export { LanguageSwitch } from '../../components/LanguageSwitch.tsx';

/** Says what the link of somebody who has to log in first opens. @param next path, query and hash of the link */
export function SentNotice({ next }: { next: string }) {
  const isMounted = useMountedAMoment();
  const sent = sentBy(next);
  if (!sent) return null;
  const { opens, site, login } = sent;
  return (
    <div role="status">
      {isMounted && (
        <p className={styles.notice}>
          <Icon name="info" />
          <span>
            {richSentences(
              opens,
              site !== null && <span>{rich('It names the site “{site}”.', { site: <bdi>{site}</bdi> })}</span>,
              login,
            )}
          </span>
        </p>
      )}
    </div>
  );
}

/** Whether the region has been on the page for a moment: screen readers announce text only in a region that they know. */
function useMountedAMoment(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useLater(isMounted ? null : 100, () => setIsMounted(true));
  return isMounted;
}
