import { useEffect, useMemo, useState } from 'react';
import { shownLanguage } from '../../lib/language/choice.ts';
import { t } from '../../lib/language/translate.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { companyName } from '../../records/company.ts';
import { draftMoment, momentText } from '../../records/time.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { DoorHead } from '../DoorHead.tsx';
import type { LinkDoor, LinkState, OpenedLink } from './link-door.ts';
import { LinkFiles } from './link-files.ts';
import { PrintVisits } from './PrintVisits.tsx';
import { VisitCard } from './VisitCard.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SharedPage.module.css';

/** The page that a link opens for somebody without a key. It shows the chosen visits of a site and nothing else (`decisions §16`). */
export function SharedPage({ door }: { door: LinkDoor }) {
  const link = useStore(door.state);
  // renders the page again when the language changes
  const language = useStore(shownLanguage);
  useWhen(language, () => {
    // the title does not name the site, because the history of a borrowed device would show it
    document.title = t('Service visits');
  });
  const files = useMemo(() => new LinkFiles(link.secret), [link.secret]);
  const { opened } = link;
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => {
    // the browser prints the photos that are loaded already; when somebody prints again, all are there
    const showAll = () => setShowsAll(true);
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);
  return (
    <div className={styles.page}>
      <DoorHead title={opened?.site ?? t('Service visits')}>{opened && <AboutLink opened={opened} />}</DoorHead>
      <main className={styles.main}>
        <LinkNote kind={link.kind} isShown={opened !== null} onAgain={() => door.ask()} />
        {opened && (
          <div className={`${layout.row} ${layout.unprinted}`}>
            <PrintVisits visits={opened.visits} files={files} onAllPhotos={() => setShowsAll(true)} />
          </div>
        )}
        {opened?.visits.map((visit) => (
          <VisitCard
            key={`${link.secret} ${visit.id}`}
            link={opened}
            visit={visit}
            files={files}
            showsPhotos={showsAll}
            onRefused={() => door.ask()}
          />
        ))}
        <p className={styles.company}>{companyName}</p>
      </main>
    </div>
  );
}

/** The address of the site, the number of visits, and how long the link works. */
function AboutLink({ opened: { address, visits, until, at } }: { opened: OpenedLink }) {
  return (
    <div className={styles.about}>
      {address !== null && <p>{address}</p>}
      <p>
        {t('{count, plural, one {# visit} other {# visits}}. This link works until {day}.', {
          count: visits.length,
          day: momentText(until),
        })}
      </p>
      <p className={layout.unprinted}>{t('as of {time}', { time: draftMoment(at) })}</p>
    </div>
  );
}

interface LinkNoteProps extends Pick<LinkState, 'kind'> {
  /** Whether visits that were read earlier are on the page. */
  isShown: boolean;
  onAgain: () => void;
}

/** Why there are no visits, or only those that were read earlier. */
function LinkNote({ kind, isShown, onAgain }: LinkNoteProps) {
  // the message is the same for every invalid link, so that it does not help anybody to guess one
  if (kind === 'none' || kind === 'invalid')
    return (
      <p className={styles.refused} role="alert">
        {t('This link does not work (any more), or was not copied whole. Ask whoever sent it.')}
      </p>
    );
  if (kind === 'silent' || kind === 'limited')
    return (
      <Notice
        role="alert"
        message={
          kind === 'limited'
            ? t('This link was opened too often within the hour. Please wait a few minutes.')
            : t('The visits could not be loaded: there is no connection, or the service does not answer.')
        }
        action={t('Try again')}
        onAction={onAgain}
      />
    );
  return (
    <p className={styles.state} role="status">
      {!isShown && t('Loading visits…')}
    </p>
  );
}
