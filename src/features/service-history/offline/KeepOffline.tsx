import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionOwner } from '../../../lib/saved/saved-owner.ts';
import { keepsFiles } from '../../../lib/saved/saved-store.ts';
import { keptSiteQuery, useKeepJob } from './keep-site.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { keptText } from './keep-words.ts';

interface KeepOfflineProps {
  record: SiteRecord;
  /** The site that was picked; null for a client. */
  site: string | null;
}

/** *Keep this site for offline*, or its progress. Nothing for admins and old browsers, which keep nothing. */
export function KeepOffline(props: KeepOfflineProps) {
  return sessionOwner() !== null && keepsFiles() ? <KeepButton {...props} /> : null;
}

function KeepButton({ record, site }: KeepOfflineProps) {
  const kept = useQuery(keptSiteQuery(record.id)).data;
  const job = useKeepJob();
  const [open, setOpen] = useState(false);
  const mine = job?.siteId === record.id ? job : null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name={kept?.missing === 0 && !mine ? 'check' : 'download'} />
        {mine ? `Keeping ${mine.done} of ${mine.total}…` : kept ? keptText(kept) : 'Keep this site for offline'}
      </Button>
      {open && <KeepDialog record={record} site={site} kept={kept ?? null} job={job} onClose={() => setOpen(false)} />}
    </>
  );
}
