import { useState } from 'react';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import foot from '../../../components/foot.module.css';
import layout from '../../../ui/layout.module.css';
import { ExportDialog } from './ExportDialog.tsx';

/** Downloads the whole site as a file that opens without the portal. Not printed. */
export function ExportSite({ record }: { record: SiteRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={`${layout.apart} ${foot.foot}`} aria-label="Export">
      <p>All visits, photos, PDFs and counts of this site in one file, to keep and to read without the portal.</p>
      <NeedsConnection what="The export" />
      <Button onClick={() => setOpen(true)}>
        <Icon name="download" />
        Export this site
      </Button>
      {open && <ExportDialog record={record} onClose={() => setOpen(false)} />}
    </section>
  );
}
