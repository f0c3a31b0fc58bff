import { useId, type ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { listedWords } from '../../records/counted.ts';
import { unfitText } from '../../records/link/link-words.ts';
import { chosenFileStem, type ReadChosen } from '../../records/task/chosen-visit.ts';
import { useReportRunning } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SelectedBar } from '../../ui/selection/SelectedBar.tsx';
import type { LinkedVisits } from '../links/LinkDialog.tsx';
import { useLinkMaking } from '../links/use-link-making.tsx';
import { focusChooseButton } from './ChooseButton.tsx';
import { useChosenPdf } from './use-chosen-pdf.tsx';
import { useVisitsZip } from './use-visits-zip.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChosenBar.module.css';

/** How many visits are chosen, and how many photos and PDFs they have. */
interface ChosenCounts {
  visits: number;
  photos: number;
  pdfs: number;
  /** How many of the chosen visits the list does not show now. */
  unseen: number;
}

interface ChosenBarProps {
  counts: ChosenCounts;
  /** The chosen visits for a link, with their site; null if they belong to several sites. */
  linked: Pick<LinkedVisits, 'site' | 'ids'> | null;
  /** The names of the sites of the chosen visits. */
  sites: readonly string[];
  /** Reads the chosen visits for the PDF or the ZIP. */
  read: ReadChosen;
  /** Prepares the PDF when the pointer or the focus reaches its button. Given if nothing must be read from the server for it. */
  warm?: () => void;
  onEnd: () => void;
  /** A control that chooses more visits. */
  children?: ReactNode;
}

/** Says how many visits of a list are chosen, and offers them as a PDF, a ZIP, a link or on paper (`decisions §17`). */
export function ChosenBar({ counts, linked, sites, read, warm, onEnd, children }: ChosenBarProps) {
  const isReportRunning = useReportRunning();
  const pdf = useChosenPdf(read);
  const zip = useVisitsZip(read);
  const isEmpty = counts.visits === 0;
  const warmUp = () => isEmpty || warm?.();
  const end = () => {
    onEnd();
    focusChooseButton();
  };
  return (
    <>
      <SelectedBar
        text={chosenText(counts, sites.length)}
        none={t('No visit is chosen.')}
        label={t('Chosen visits')}
        onClear={end}
      >
        <div className={styles.more}>{children}</div>
        <Button
          variant="primary"
          busy={isReportRunning || pdf.isReading}
          disabled={isEmpty}
          onPointerEnter={warmUp}
          onFocus={warmUp}
          onClick={pdf.start}
        >
          {t('One PDF')}
        </Button>
        <Button
          disabled={isEmpty}
          onClick={() =>
            void zip.start({
              title: t('ZIP of {count, plural, one {# visit} other {# visits}}', { count: counts.visits }),
              name: `${chosenFileStem(sites)}.zip`,
            })
          }
        >
          <Icon name="download" />
          {t('ZIP')}
        </Button>
        <Button disabled={isEmpty} onClick={() => print()}>
          <Icon name="printer" />
          {t('Print')}
        </Button>
        {!isEmpty && <ChosenLink counts={counts} linked={linked} />}
      </SelectedBar>
      {pdf.dialog}
      {zip.dialog}
    </>
  );
}

/** Offers a link to the chosen visits, or says why these visits cannot have a link. Renders nothing if the access key may not make links. */
function ChosenLink({ counts, linked }: Pick<ChosenBarProps, 'counts' | 'linked'>) {
  const reasonId = useId();
  // 2 stands for several sites
  const refusal = unfitText(counts.visits, linked ? 1 : 2);
  // visits of several sites cannot have a link: the button is unavailable, so the empty site is never used
  const linking = useLinkMaking({ counts, ...(linked ?? { site: { id: 0, title: '' }, ids: [] }) });
  if (!linking) return null;
  return (
    <>
      <Button unavailable={refusal !== null} aria-describedby={refusal ? reasonId : undefined} onClick={linking.start}>
        <Icon name="external" />
        {t('Link')}
      </Button>
      {refusal && (
        <p id={reasonId} className={`${texts.fine} ${layout.centred}`}>
          {refusal}
        </p>
      )}
      {linking.dialog}
    </>
  );
}

/** For example `Chosen: 3 visits at 2 sites, 14 photos and 2 PDFs`. */
function chosenText({ visits, photos, pdfs, unseen }: ChosenCounts, sites: number): string {
  if (visits === 0) return t('No visit is chosen.');
  const all = listedWords([
    sites > 1
      ? t('{visits, plural, one {# visit} other {# visits}} at {sites, plural, one {# site} other {# sites}}', {
          visits,
          sites,
        })
      : t('{count, plural, one {# visit} other {# visits}}', { count: visits }),
    ...(photos > 0 ? [t('{count, plural, one {# photo} other {# photos}}', { count: photos })] : []),
    ...(pdfs > 0 ? [t('{count, plural, one {# PDF} other {# PDFs}}', { count: pdfs })] : []),
  ]);
  return unseen > 0
    ? t('Chosen: {all}; {unseen, plural, one {# visit of them is not shown} other {# visits of them are not shown}}', {
        all,
        unseen,
      })
    : t('Chosen: {all}', { all });
}
