import { useState } from 'react';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { t } from '../../lib/language/translate.ts';
import { recommendationsOf, serviceFacts } from '../../records/task/service-facts.ts';
import { hasPdf, hasPhotos, languageOf, type SharedVisit } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { OpenedLink } from './link-door.ts';
import type { LinkFiles } from './link-files.ts';
import { SharedPhotos } from './SharedPhotos.tsx';
import { VisitFiles } from './VisitFiles.tsx';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './VisitCard.module.css';

interface VisitCardProps {
  link: OpenedLink;
  visit: SharedVisit;
  files: LinkFiles;
  /** Whether its photos are shown even if they are far outside the visible part of the page. */
  showsPhotos: boolean;
  /** Called when a file is refused: the visit may be hidden by now, or the link may have ended. */
  onRefused: () => void;
}

/** A visit for somebody without a key: all its texts, its photos, and buttons for its files. */
export function VisitCard({ link, visit, files, showsPhotos, onRefused }: VisitCardProps) {
  const [photo, setPhoto] = useState<number | null>(null);
  const titleId = `visit-${visit.id}`;
  const facts = serviceFacts(visit);
  return (
    <article className={`${surface.plate} ${styles.card}`} aria-labelledby={titleId}>
      <div className={`${texts.breaks} ${styles.words}`}>
        <time className={styles.when} dateTime={visit.time}>
          {momentText(visit.time)}
        </time>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} lang={languageOf(visit.title)}>
            {visitTitle(visit)}
          </h2>
          <KindBadge kind={visit.kind} />
        </div>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(({ label, text }) => (
              <div key={`${label} ${text}`}>
                <dt className={texts.fine}>{label}</dt>
                <dd lang={languageOf(text)}>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {visit.tasks.trim() !== '' && (
          <p className={styles.text} lang={languageOf(visit.tasks)}>
            {visit.tasks}
          </p>
        )}
        <Recommendations texts={recommendationsOf(visit)} />
        {!hasPdf(visit) && !hasPhotos(visit) && (
          <p className={texts.faint}>{t('This visit has no photos and no service report.')}</p>
        )}
      </div>
      <VisitFiles
        link={link}
        visit={visit}
        files={files}
        titleId={titleId}
        onPhotos={() => setPhoto(0)}
        onRefused={onRefused}
      />
      {hasPhotos(visit) && (
        <SharedPhotos
          visit={visit}
          files={files}
          isWanted={showsPhotos}
          photo={photo}
          onPhoto={setPhoto}
          onRefused={onRefused}
        />
      )}
    </article>
  );
}

function Recommendations({ texts: lines }: { texts: readonly string[] }) {
  return lines.length === 0 ? null : (
    <ul className={styles.list} aria-label={t('Follow up')}>
      {lines.map((line, index) => (
        // two recommendations may have the same text
        <li key={`${index} ${line}`} className={styles.recommendation} lang={languageOf(line)}>
          <Icon name="flag" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
