import { useId } from 'react';
import { SiteNotes } from '../../../components/site-notes/SiteNotes.tsx';
import { t } from '../../../lib/language/translate.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../SitesRoute.module.css';

/** The part of a site's form with the notes of the office. */
export function SiteOfficeNotes({ site }: { site: EditedSite }) {
  const headingId = useId();
  return (
    <section className={`${surface.box} ${layout.gap4} ${styles.part}`} aria-labelledby={headingId}>
      <div className={layout.gap1}>
        <h2 id={headingId} className={styles.partTitle}>
          {t('Office notes')}
        </h2>
        <p className={`${texts.note} ${texts.measure}`}>
          {t('What the office wrote down about this site. Clients and technicians never see it.')}
        </p>
      </div>
      <SiteNotes site={site} />
    </section>
  );
}
