import { useRef } from 'react';
import { t } from '../lib/language/translate.ts';
import { useFocusAfter } from '../lib/screen/keyboard.ts';
import { Button } from '../ui/Button.tsx';
import { LoadError } from '../ui/message/Notice.tsx';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';

interface OlderPagesProps {
  /** The infinite query of the list. */
  list: {
    data: { pages: readonly unknown[] } | undefined;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
  };
  /** What the list contains. */
  kind: 'changes' | 'visits';
  /** The label of the button. */
  action: string;
}

/** The button at the end of a list that loads the next older page. */
export function OlderPages({ list, kind, action }: OlderPagesProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const focusAfter = useFocusAfter();
  const show = async () => {
    const { hasNextPage } = await list.fetchNextPage();
    // on the last page the pressed button disappears, so the text in its place gets the focus
    if (!hasNextPage)
      focusAfter(() => {
        if (!end.current) return undefined;
        return document.activeElement === document.body ? end.current : null;
      });
  };

  if (list.isFetchNextPageError)
    return (
      <LoadError
        message={kind === 'visits' ? t('Failed to load older visits.') : t('Failed to load older changes.')}
        onRetry={() => void show()}
      />
    );
  if (list.hasNextPage)
    return (
      <div className={layout.middle}>
        <Button busy={list.isFetchingNextPage} onClick={() => void show()}>
          {list.isFetchingNextPage ? t('Loading…') : action}
        </Button>
      </div>
    );
  if ((list.data?.pages.length ?? 0) < 2) return null;
  return (
    <p ref={end} tabIndex={-1} className={`${texts.muted} ${layout.middle}`}>
      {kind === 'visits' ? t('There are no older visits.') : t('There are no older changes.')}
    </p>
  );
}
