import { useState } from 'react';
import { richSentences } from '../../components/rich-sentences.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { useLater } from '../../lib/screen/timing.ts';
import { Icon } from '../../ui/Icon.tsx';
import { describeSentLink } from './sent-link.ts';
import styles from './LoginRoute.module.css';

// the login loads these parts together with the notice
export { GateScene } from './GateScene.tsx';
export { LanguageSwitch } from '../../components/LanguageSwitch.tsx';

/** Says what a link opens, to somebody who has to log in first. @param next the path, query and hash of the link */
export function SentNotice({ next }: { next: string }) {
  const isRegionKnown = useDelayedMount();
  const description = describeSentLink(next);
  if (!description) return null;
  const { opens, site, login } = description;
  return (
    <div role="status">
      {isRegionKnown && (
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

/** False for the first 100 ms. Screen readers announce a text only if its live region was on the page before the text. */
function useDelayedMount(): boolean {
  const [isOver, setIsOver] = useState(false);
  useLater(isOver ? null : 100, () => setIsOver(true));
  return isOver;
}
