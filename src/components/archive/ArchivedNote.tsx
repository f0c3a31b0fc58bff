import { useQuery } from '@tanstack/react-query';
import { fetchCode } from '../../lib/fetch-code.ts';
import { t } from '../../lib/language/translate.ts';
import { isArchived } from '../../records/site/archive.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { longDate } from '../../records/time.ts';
import { useRight } from '../use-right.ts';
import layout from '../../ui/layout.module.css';

/** Says since when a site is archived, and lets an admin bring it back. Not rendered for a site in use. */
export function ArchivedNote({ site }: { site: EditedSite | undefined }) {
  const mayBringBack = useRight('changeRecords');
  if (!site || !isArchived(site)) return null;
  const message = t('This customer was archived on {day}.', { day: longDate(site.archived_at ?? '') });
  return (
    <div className={layout.unprinted}>
      {mayBringBack ? <BringBack site={site} message={message} /> : <p role="status">{message}</p>}
    </div>
  );
}

const loadNotice = async () => (await import('./BringBackNotice.tsx')).BringBackNotice;

/** The message with the button to bring the site back. Until the code of the button is loaded, only the message is shown. */
function BringBack({ site, message }: { site: EditedSite; message: string }) {
  const { data: Notice } = useQuery({
    queryKey: ['archive code'],
    queryFn: () => fetchCode(loadNotice),
    staleTime: 'static',
  });
  return Notice ? <Notice site={site} message={message} /> : <p>{message}</p>;
}
