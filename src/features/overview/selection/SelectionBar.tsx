import { useState } from 'react';
import { useDialogCode } from '../../../components/use-dialog-code.ts';
import { t } from '../../../lib/language/translate.ts';
import { isArchived } from '../../../records/site/archive.ts';
import type { WatchedSite } from '../../../records/site/watched-site.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SelectedBar } from '../../../ui/selection/SelectedBar.tsx';
import { IntervalDialog } from './IntervalDialog.tsx';
import { PromiseDialog } from './PromiseDialog.tsx';
import type { PeriodKind } from './report-period.ts';
import { ReportsDialog } from './ReportsDialog.tsx';
import layout from '../../../ui/layout.module.css';

interface Opened {
  what: 'interval' | 'promise' | 'archive' | 'bring back' | PeriodKind;
  sites: readonly WatchedSite[];
}

interface SelectionBarProps {
  /** The selected sites, in the order of the list. */
  sites: readonly WatchedSite[];
  /** How many of them the search or the filter does not show. */
  unseen: number;
  /** When the overview was read. */
  now: Date;
  onExport: () => void;
  onClear: () => void;
}

/** The bar with the number of selected sites and the actions for them. */
export function SelectionBar({ sites, unseen, now, onExport, onClear }: SelectionBarProps) {
  // the sites as they were when the dialog opened, because its saves change the list
  const [opened, setOpened] = useState<Opened | null>(null);
  // the code of this dialog is loaded when it is opened, which keeps the first load of the page small
  const archive = useDialogCode(
    async () => (await import('./ArchiveSitesDialog.tsx')).ArchiveSitesDialog,
    t('The form could not be loaded. Check the connection and try again.'),
  );
  const close = () => {
    setOpened(null);
    archive.close();
  };
  const open = (what: Opened['what']) => {
    setOpened({ what, sites: sites.filter(({ row }) => isArchived(row) === (what === 'bring back')) });
    if (what === 'archive' || what === 'bring back') archive.open();
  };
  const hasArchived = sites.some(({ row }) => isArchived(row));
  const hasOthers = sites.some(({ row }) => !isArchived(row));
  const text = sites.length === 0 ? '' : selectedText(sites.length, unseen);
  return (
    <>
      <SelectedBar text={text} none={t('No site is selected.')} label={t('Selected sites')} onClear={onClear}>
        {hasOthers && <SiteButtons onOpen={open} />}
        {hasArchived && (
          <Button variant={hasOthers ? 'secondary' : 'primary'} onClick={() => open('bring back')}>
            {t('Bring back')}
          </Button>
        )}
        <Button onClick={onExport}>
          <Icon name="download" />
          <span className={layout.visuallyHiddenOnPhone}>{t('Export selected')}</span>
          <span className={layout.onPhone} aria-hidden="true">
            {t('CSV')}
          </span>
        </Button>
      </SelectedBar>
      {archive.Opened && (opened?.what === 'archive' || opened?.what === 'bring back') && (
        <archive.Opened what={opened.what} ids={opened.sites.map(({ row }) => row.site_id)} onClose={close} />
      )}
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

/** The actions for sites in use. */
function SiteButtons({ onOpen }: { onOpen: (what: Opened['what']) => void }) {
  return (
    <>
      <Button variant="primary" onClick={() => onOpen('interval')}>
        <span className={layout.visuallyHiddenOnPhone}>{t('Set visit interval')}</span>
        <span className={layout.onPhone} aria-hidden="true">
          {t('Interval')}
        </span>
      </Button>
      <Button onClick={() => onOpen('promise')}>
        <span className={layout.visuallyHiddenOnPhone}>{t('Set promises')}</span>
        <span className={layout.onPhone} aria-hidden="true">
          {t('Promises')}
        </span>
      </Button>
      <Button onClick={() => onOpen('month')}>
        <span className={layout.visuallyHiddenOnPhone}>{t('Month reports')}</span>
        <span className={layout.onPhone} aria-hidden="true">
          {t('Months')}
        </span>
      </Button>
      <Button onClick={() => onOpen('year')}>
        <span className={layout.visuallyHiddenOnPhone}>{t('Year reports')}</span>
        <span className={layout.onPhone} aria-hidden="true">
          {t('Years')}
        </span>
      </Button>
      <Button onClick={() => onOpen('archive')}>{t('Archive')}</Button>
    </>
  );
}

/** `57 sites selected`, or `57 sites selected, 3 of them not shown`. */
function selectedText(count: number, unseen: number): string {
  if (unseen === 0) return t('{count, plural, one {# site selected} other {# sites selected}}', { count });
  if (unseen === count)
    return t('{count, plural, one {# site selected, not shown} other {# sites selected, not shown}}', { count });
  return t(
    '{count, plural, one {# site selected, {unseen} of them not shown} other {# sites selected, {unseen} of them not shown}}',
    { count, unseen },
  );
}
