import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useRight } from '../../../components/use-right.ts';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { t } from '../../../lib/language/translate.ts';
import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import layout from '../../../ui/layout.module.css';

const loadList = async () => (await import('../../../components/site-documents/SiteDocumentList.tsx')).SiteDocumentList;

/** The documents of a site. Their code loads after the profile. An admin gets a link to the form that files them. Not printed. */
export function ProfileDocuments({ record }: { record: SiteRecord }) {
  const mayChange = useRight('changeRecords');
  const code = useQuery({
    queryKey: ['document list code'],
    queryFn: () => fetchCode(loadList),
    staleTime: 'static',
  });
  return (
    <section className={`${layout.gap3} ${layout.unprinted}`} aria-labelledby="documents">
      <div className={layout.apart}>
        <h2 id="documents">{t('Documents')}</h2>
        {mayChange && (
          <Link className={layout.target} to={linkTo(paths.sites, { site: record.name, part: 'documents' })}>
            {t('File and change documents')}
          </Link>
        )}
      </div>
      <Loaded
        query={code}
        error={t('The documents could not be loaded.')}
        skeleton={<ListSkeleton text={t('Loading the documents…')} rows={2} height={64} />}
      >
        {(List) => <List siteId={record.id} />}
      </Loaded>
    </section>
  );
}
