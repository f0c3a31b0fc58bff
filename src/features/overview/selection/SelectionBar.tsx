import { useLayoutEffect, useState, type RefObject } from 'react';
import { t } from '../../../lib/language/translate.ts';
import type { WatchedSite } from '../../../records/site/watched-site.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SelectedBar } from '../../../ui/selection/SelectedBar.tsx';
import { IntervalDialog } from './IntervalDialog.tsx';
import { PromiseDialog } from './PromiseDialog.tsx';
import type { PeriodKind } from './report-period.ts';
import { ReportsDialog } from './ReportsDialog.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './Selection.module.css';

interface SelectAllProps {
  /** How many sites match the search and the filter. */
  matching: number;
  /** How many of these are selected. */
  selected: number;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (on: boolean) => void;
}

/** Selects all sites that match, also those that are not drawn yet, or none of them. */
export function SelectAll({ matching, selected, inputRef, onChange }: SelectAllProps) {
  useLayoutEffect(() => {
    // some of them: there is no attribute for it
    if (inputRef.current) inputRef.current.indeterminate = selected > 0 && selected < matching;
  });
  return (
    <label className={`${layout.line} ${layout.unprinted} ${styles.all}`}>
      <input
        ref={inputRef}
        type="checkbox"
        checked={matching > 0 && selected === matching}
        disabled={matching === 0}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t('Select all that match')}
    </label>
  );
}

interface SelectionBarProps {
  /** The selected sites, in the order of the list. */
  sites: readonly WatchedSite[];
  /** How many of them the search or the filter does not show. */
  unseen: number;
  /** The moment of the overview. */
  now: Date;
  onExport: () => void;
  onClear: () => void;
}

/** Says how many sites are selected, and what can be done with all of them. */
export function SelectionBar({ sites, unseen, now, onExport, onClear }: SelectionBarProps) {
  // as they were when it was opened: what is saved changes the list behind it
  const [opened, setOpened] = useState<{
    what: 'interval' | 'promise' | PeriodKind;
    sites: readonly WatchedSite[];
  } | null>(null);
  const close = () => setOpened(null);
  const text = sites.length === 0 ? '' : selectedText(sites.length, unseen);
  return (
    <>
      <SelectedBar text={text} none={t('No site is selected.')} label={t('Selected sites')} onClear={onClear}>
        <Button variant="primary" onClick={() => setOpened({ what: 'interval', sites })}>
          <span className={layout.visuallyHiddenOnPhone}>{t('Set visit interval')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('Interval')}
          </span>
        </Button>
        <Button onClick={() => setOpened({ what: 'promise', sites })}>
          <span className={layout.visuallyHiddenOnPhone}>{t('Set promises')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('Promises')}
          </span>
        </Button>
        <Button onClick={() => setOpened({ what: 'month', sites })}>
          <span className={layout.visuallyHiddenOnPhone}>{t('Month reports')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('Months')}
          </span>
        </Button>
        <Button onClick={() => setOpened({ what: 'year', sites })}>
          <span className={layout.visuallyHiddenOnPhone}>{t('Year reports')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('Years')}
          </span>
        </Button>
        <Button onClick={onExport}>
          <Icon name="download" />
          <span className={layout.visuallyHiddenOnPhone}>{t('Export selected')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('CSV')}
          </span>
        </Button>
      </SelectedBar>
      {opened?.what === 'interval' && (
        <IntervalDialog ids={opened.sites.map(({ row }) => row.site_id)} onClose={close} />
      )}
      {opened?.what === 'promise' && <PromiseDialog ids={opened.sites.map(({ row }) => row.site_id)} onClose={close} />}
      {(opened?.what === 'month' || opened?.what === 'year') && (
        <ReportsDialog kind={opened.what} sites={opened.sites.map(({ row }) => row)} now={now} onClose={close} />
      )}
    </>
  );
}

/** `57 sites selected`, `57 sites selected, 3 of them not shown` */
function selectedText(count: number, unseen: number): string {
  if (unseen === 0) return t('{count, plural, one {# site selected} other {# sites selected}}', { count });
  if (unseen === count)
    return t('{count, plural, one {# site selected, not shown} other {# sites selected, not shown}}', { count });
  return t(
    '{count, plural, one {# site selected, {unseen} of them not shown} other {# sites selected, {unseen} of them not shown}}',
    { count, unseen },
  );
}
