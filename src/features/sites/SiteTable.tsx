import { Link } from 'react-router-dom';
import { readContract } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteTable.module.css';

interface SiteTableProps {
  sites: readonly EditedSite[];
  now: Date;
  /** The list's query string, for the links to sites. */
  search: string;
}

export function SiteTable({ sites, now, search }: SiteTableProps) {
  return (
    <DataTable heads={['Name', 'Site name', 'Status', 'Contract end']} cardsBelow={720} className={styles.table}>
      {sites.map((site) => (
        <tr key={site.id}>
          <th scope="row">
            <Link className={layout.cover} to={{ search: siteSearch(site.name, search) }}>
              {site.name}
            </Link>
          </th>
          <td className={styles.title}>
            {textOrNull(site.sitename) ?? <span className={texts.faint}>Not specified</span>}
          </td>
          <td>
            <Badge tone={site.status ? 'ok' : 'danger'} icon={site.status ? 'gate-up' : 'gate-down'}>
              {site.status ? 'System Online' : 'System Offline'}
            </Badge>
          </td>
          <td>
            <ContractEnd stored={textOrNull(site.contract_until)} now={now} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function ContractEnd({ stored, now }: { stored: string | null; now: Date }) {
  if (stored === null) return <span className={texts.faint}>Contract end not specified</span>;
  const { text, notice } = readContract(stored, now);
  return (
    <span className={styles.contract}>
      {text}
      {notice && (
        <Badge tone={notice.tone} icon={notice.tone === 'info' ? 'calendar' : 'warning'}>
          {notice.text}
        </Badge>
      )}
    </span>
  );
}

function siteSearch(name: string, search: string): string {
  return `?${new URLSearchParams({ site: name, ...(search && { q: search }) }).toString()}`;
}
