import { t } from '../../lib/language/translate.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { useBringBack } from './use-bring-back.ts';

interface BringBackNoticeProps {
  site: EditedSite;
  /** The sentence that says since when the site is archived. */
  message: string;
}

/** Says that a site is archived, with the button that brings it back. */
export function BringBackNotice({ site, message }: BringBackNoticeProps) {
  const { bringBack, isPending } = useBringBack();
  return (
    <Notice
      tone="info"
      role="status"
      message={message}
      action={isPending ? t('Bringing back…') : t('Bring back')}
      busy={isPending}
      onAction={() => bringBack(site)}
    />
  );
}
