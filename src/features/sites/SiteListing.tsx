import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/field/SearchField.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteListing.module.css';
import { SiteTable } from './SiteTable.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';

/** The search is kept in the query string. `now`: when the sites were read. */
export function SiteListing({ sites, now }: { sites: readonly EditedSite[]; now: Date }) {
  const [params, setParams] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const search = params.get('q') ?? '';
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = sites.filter((site) => {
    const text = [site.name, site.sitename, site.address].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });

  return (
    <section className={layout.stack} aria-label="All sites">
      <div className={`${layout.controls} ${styles.controls}`}>
        {sites.length > 0 && (
          <div className={styles.search}>
            <SearchField
              label="Search by name or address"
              value={search}
              onChange={(value) => setParams(value ? { q: value } : {}, { replace: true })}
            />
          </div>
        )}
        {sites.length > 0 && (
          <Button className={styles.import} onClick={() => setImporting(true)}>
            Import visits
          </Button>
        )}
        <Button variant="primary" onClick={() => setParams({ add: 'true', ...(search && { q: search }) })}>
          Add a site
        </Button>
      </div>
      <p className={texts.muted} role="status">
        {sites.length === 0
          ? 'There are no sites yet.'
          : found.length === 0
            ? `No site matches “${search}”.`
            : `${found.length === sites.length ? '' : `${found.length} of `}${sites.length} ${sites.length === 1 ? 'site' : 'sites'}`}
      </p>
      {found.length > 0 && <SiteTable sites={found} now={now} search={search} />}
      {importing && <ImportDialog siteNames={sites.map(({ name }) => name)} onClose={() => setImporting(false)} />}
    </section>
  );
}
