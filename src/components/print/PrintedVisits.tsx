import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { printAlone } from '../../lib/screen/print-alone.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { companyContact, companyName } from '../../records/company.ts';
import { siteTitle, textOrNull } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { firstPhotos, languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { longDate, momentText } from '../../records/time.ts';
import { inOneLine, photoCaption, visitFacts, type FigureTile } from '../../reports/report-words.ts';
import { cssText } from '../../reports/text/clean-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { loadPaper, usePaperPhotos } from './use-paper-photos.ts';
import layout from '../../ui/layout.module.css';
import styles from './PrintedVisits.module.css';

interface PrintedVisitsProps {
  site: SiteRecord;
  title: string;
  /** The month, the day, or the filters of the list. */
  period: string;
  /** In the order of the paper. */
  visits: readonly Task[];
  /** Computes the figures above the visits. It is called only when the page is printed. */
  figures?: () => readonly FigureTile[];
  /** The stored URLs of the photos that are printed, of all visits. */
  photos: readonly string[];
  /** Prints few and small photos, for a list longer than a month. The page has loaded these already. */
  compact?: boolean;
}

/**
 * The sheet that the browser prints in place of the page; it looks like the month's report (`decisions §9`). Until
 * printing starts, this component renders the photos as hidden lazy images: browsers load those before they print, but
 * do not wait for images that are added when printing starts.
 */
export function PrintedVisits({ photos, compact = false, ...paper }: PrintedVisitsProps) {
  const printedAt = usePrinting();
  const paperUrls = usePaperPhotos(photos);
  if (printedAt) return <Sheet {...paper} {...paperUrls} photos={photos} compact={compact} now={printedAt} />;
  if (compact) return null;
  return (
    <div hidden>
      {photos.map((photo, index) => {
        const url = paperUrls.urls.get(photo);
        // a visit may hold the same photo twice
        return url && <img key={`${index} ${photo}`} src={url} alt="" crossOrigin="anonymous" loading="lazy" />;
      })}
    </div>
  );
}

/** The same for a single visit: the sheet looks like the report of the visit. */
export function PrintedVisitReport({ site, visit }: { site: SiteRecord; visit: Task }) {
  return (
    <PrintedVisits
      site={site}
      title={t('Visit Report')}
      period={longDate(visit.time)}
      visits={[visit]}
      photos={visit.urls}
    />
  );
}

/**
 * A ref callback that hides everything but the sheet on paper. It copies the sheet's name (`data-paper`) into a CSS variable of the
 * root, where `@page` reads it and repeats it at the top of every page but the first.
 */
function printSheetAlone(sheet: HTMLElement | null): (() => void) | undefined {
  const root = document.documentElement.style;
  root.setProperty('--running', cssText(sheet?.dataset['paper'] ?? ''));
  const stopPrintingAlone = printAlone(sheet);
  return () => {
    root.removeProperty('--running');
    stopPrintingAlone?.();
  };
}

interface SheetProps extends PrintedVisitsProps {
  /** The URLs to show, by stored URL. */
  urls: ReadonlyMap<string, string>;
  /** Whether loading is over: a photo that has no URL then has none at all. */
  settled: boolean;
  now: Date;
}

/** How many photos of a visit are printed, in one row, if the paper has many months. */
const compactPhotos = 4;

function Sheet({ site, title, period, visits, figures, photos, compact = false, urls, settled, now }: SheetProps) {
  const { hotline, hours, email } = companyContact;
  const paperPhotos = new Set(photos);
  const runningHead = t('{site}, {title}, {period}', { site: siteTitle(site), title, period });
  return (
    <section ref={printSheetAlone} className={styles.sheet} aria-label={t('Print')} data-paper={runningHead}>
      <div className={styles.head}>
        <Gate />
        <div>
          <p className={styles.company}>{companyName}</p>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.period}>{period}</p>
        </div>
      </div>
      <p className={styles.site}>{siteTitle(site)}</p>
      <p className={styles.address}>
        <span>{textOrNull(site.address) ?? t('Not provided')}</span>
        <span className={styles.made}>{t('Printed on {moment}', { moment: momentText(now) })}</span>
      </p>
      {figures && (
        <div className={styles.tiles}>
          {figures().map(({ label, figure, note, bad = false }) => (
            <div key={label} className={`${styles.tile} ${bad ? styles.bad : ''}`}>
              <p className={styles.label}>{label}</p>
              <p className={styles.figure}>{figure}</p>
              <p>{note}</p>
            </div>
          ))}
        </div>
      )}
      <div className={styles.call}>
        <p>
          <span className={styles.company}>{t('Who to call')}</span> <span className={styles.line}>{companyName}</span>
        </p>
        <p className={styles.hotline}>{hotline}</p>
        <p className={styles.right}>
          <span className={styles.line}>{hours}</span> <span className={styles.line}>{email}</span>
        </p>
      </div>
      {visits.length === 0 && <p>{t('No activities during requested period')}</p>}
      {visits.map((visit, index) => (
        <PrintedVisit
          key={visit.id}
          visit={visit}
          number={visits.length > 1 ? index + 1 : null}
          photos={(compact ? firstPhotos(visit).slice(0, compactPhotos) : visit.urls).filter((url) =>
            paperPhotos.has(url),
          )}
          urls={urls}
          settled={settled}
          compact={compact}
        />
      ))}
    </section>
  );
}

/**
 * Prints the page once the printed photos are loaded, because not every browser waits for them. Prints nothing if the
 * person has left the page meanwhile.
 */
export function PrintButton({ photos }: { photos: readonly string[] }) {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const [busy, setBusy] = useState(false);
  const controllerRef = useRef<AbortController>(null);
  useWhen(page, () => controllerRef.current?.abort());
  useEffect(() => () => controllerRef.current?.abort(), []);
  const press = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    let release: (() => void) | null = null;
    if (photos.length > 0) {
      setBusy(true);
      release = await loadPaper(client, photos, controller.signal);
      setBusy(false);
    }
    // `print` returns once the paper is drawn; the photos are no longer needed then
    if (!controller.signal.aborted) print();
    release?.();
  };
  return (
    <Button busy={busy} onClick={() => void press()}>
      <Icon name="printer" />
      <span className={layout.visuallyHiddenOnPhone}>{t('Print')}</span>
    </Button>
  );
}

/** A text of at most this many characters, and fewer than ten lines, fits into the free place beside an odd number of photos. */
const maxShortText = 420;

interface PrintedVisitProps {
  visit: Task;
  /** The position of the visit in the list, from 1; null if it is the only visit. */
  number: number | null;
  photos: readonly string[];
  urls: ReadonlyMap<string, string>;
  settled: boolean;
  compact: boolean;
}

function PrintedVisit({ visit, number, photos, urls, settled, compact }: PrintedVisitProps) {
  const { when, kindLine, texts, filed, text } = visitFacts(visit);
  const isShort = text.length <= maxShortText && text.split('\n').length < 10;
  const isTextAmongPhotos = isShort && !compact && photos.length % 2 === 1;
  const unprintedCount = visit.urls.length - photos.length;
  const visitText = (
    <>
      <div className={styles.heading}>
        {number !== null && <span className={styles.number}>{number}</span>}
        <div>
          <h2 className={styles.name} lang={languageOf(visit.title)}>
            {visitTitle(visit)}
          </h2>
          <p>{when}</p>
          {kindLine !== null && <p className={visit.kind === 'emergency' ? styles.urgent : styles.kind}>{kindLine}</p>}
          {texts.length > 0 && <p>{inOneLine(...texts)}</p>}
          {filed !== null && <p>{filed}</p>}
        </div>
      </div>
      {text !== '' && (
        <p className={styles.text} lang={languageOf(text)}>
          {text}
        </p>
      )}
    </>
  );
  return (
    <article className={styles.visit}>
      {!isTextAmongPhotos && <div className={isShort ? styles.words : styles.long}>{visitText}</div>}
      <div className={`${styles.photos} ${compact ? styles.small : ''}`}>
        {isTextAmongPhotos && <div className={styles.beside}>{visitText}</div>}
        {photos.map((photo, index) => {
          const url = urls.get(photo);
          // the text of spec §8, but not while the URLs are still loading
          const missing = settled ? t('Error loading image') : '';
          return (
            // a visit may hold the same photo twice
            <figure key={`${index} ${photo}`} className={styles.photo}>
              {url ? (
                <img className={styles.picture} src={url} alt={missing} crossOrigin="anonymous" />
              ) : (
                <span className={styles.picture}>{missing}</span>
              )}
              <figcaption>{photoCaption(number, index)}</figcaption>
            </figure>
          );
        })}
      </div>
      {unprintedCount > 0 && <p>{t('{count} more in the portal', { count: unprintedCount })}</p>}
    </article>
  );
}

/** The drawing of a boom gate with a lifted arm, as in the letterhead. */
function Gate() {
  const stripes = Array.from({ length: 7 }, (_, stripe) => stripe);
  return (
    <svg className={styles.gate} viewBox="12 4 28 27" aria-hidden="true">
      <rect x="14" y="16" width="7.5" height="13" rx="1.2" fill="#2E9AAB" />
      {stripes.map((stripe) => (
        <line
          key={stripe}
          x1={17.7 + stripe * 2.9}
          y1={18.8 - stripe * 1.9}
          x2={20.6 + stripe * 2.9}
          y2={16.9 - stripe * 1.9}
          stroke={stripe % 2 === 0 ? '#FFFFFF' : '#E0452F'}
          strokeWidth="2.6"
        />
      ))}
      <circle cx="17.7" cy="18.8" r="2.3" fill="#F2B01E" />
      <circle cx="17.7" cy="18.8" r="0.8" fill="#17212B" />
      <line x1="12" y1="29.4" x2="40" y2="29.4" stroke="#7E8A95" strokeWidth="0.9" />
    </svg>
  );
}
