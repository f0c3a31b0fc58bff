import { t } from '../lib/language/translate.ts';
import type { ListPage } from '../lib/screen/list-pages.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import texts from './text.module.css';

interface PagerProps {
  page: Omit<ListPage<unknown>, 'rows'>;
  onPage: (page: number) => void;
}

/** The buttons for the previous and the next page of a list. Not rendered if there is only one page. */
export function Pager({ page: { page, pages, first, last, all }, onPage }: PagerProps) {
  if (pages === 1) return null;
  return (
    <nav className={`${layout.row} ${layout.unprinted}`} aria-label={t('Pages')}>
      <Button unavailable={page === 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevron-left" />
        {t('Previous page')}
      </Button>
      <p className={texts.muted}>{t('{first} to {last} of {all}', { first, last, all })}</p>
      <Button unavailable={page === pages} onClick={() => onPage(page + 1)}>
        {t('Next page')}
        <Icon name="chevron-right" />
      </Button>
    </nav>
  );
}
