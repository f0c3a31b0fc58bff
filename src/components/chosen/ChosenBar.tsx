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

/** What is chosen, in numbers. */
interface ChosenCounts {
  visits: number;
  photos: number;
  pdfs: number;
  /** How many of the visits the list does not show. */
  unseen: number;
}

interface ChosenBarProps {
  counts: ChosenCounts;
  /** The visits of the only site, for a link; null where they are of several. */
  linked: Pick<LinkedVisits, 'site' | 'ids'> | null;
  /** The names of their sites. */
  sites: readonly string[];
  /** Reads what the papers and files are made of. */
  read: ReadChosen;
  /** Prepares the PDF, where that needs nothing to be read. Called when the pointer or the focus nears the button. */
  warm?: () => void;
  onEnd: () => void;
  /** Chooses more. */
  children?: ReactNode;
}

/** What is chosen of a list of visits, and what can be handed on of it: one PDF, one ZIP, a link, or paper (`decisions §17`). */
export function ChosenBar({ counts, linked, sites, read, warm, onEnd, children }: ChosenBarProps) {
  const working = useReportRunning();
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
          busy={working || pdf.isReading}
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

/** Makes a link to the chosen visits, or says why there is none of these. */
function ChosenLink({ counts, linked }: Pick<ChosenBarProps, 'counts' | 'linked'>) {
  const reasonId = useId();
  const unfit = unfitText(counts.visits, linked ? 1 : 2);
  const linking = useLinkMaking({ counts, ...(linked ?? { site: { id: 0, title: '' }, ids: [] }) });
  if (!linking) return null;
  return (
    <>
      <Button unavailable={unfit !== null} aria-describedby={unfit ? reasonId : undefined} onClick={linking.start}>
        <Icon name="external" />
        {t('Link')}
      </Button>
      {unfit && (
        <p id={reasonId} className={`${texts.fine} ${layout.centred}`}>
          {unfit}
        </p>
      )}
      {linking.dialog}
    </>
  );
}

/** `3 visits at 2 sites, 14 photos and 2 PDFs chosen`. */
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
