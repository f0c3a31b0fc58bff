import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Change, KeyLabel } from '../../records/change-log/change-log.ts';
import { OlderPages } from '../../components/OlderPages.tsx';
import { notify } from '../../lib/notify.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { isFilterEmpty, type ChangeFilter } from './change-filter.ts';
import { ChangeDays } from './ChangeDays.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { changesQuery } from './changes-query.ts';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

interface ChangeListingProps {
  filter: ChangeFilter;
  sites: readonly { id: number; name: string }[];
  labelOf: KeyLabel;
}

export function ChangeListing({ filter, sites, labelOf }: ChangeListingProps) {
  const [target, setTarget] = useState<Change | null>(null);
  const site = sites.find(({ name }) => name === filter.site);
  const unknown = filter.site !== null && !site;
  const log = useInfiniteQuery({ ...changesQuery(site?.id ?? null, filter), enabled: !unknown });

  if (unknown) return <p role="status">{`There is no site “${filter.site}”.`}</p>;
  return (
    <section className={layout.stack} aria-label="Changes" aria-busy={log.isFetching}>
      <Loaded
        query={log}
        error="Error fetching data."
        skeleton={<ListSkeleton text="Loading changes…" rows={4} height={88} />}
      >
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          return (
            <>
              <p className={texts.muted} role="status">
                {changeCountText(changes.length, log.hasNextPage, filter)}
              </p>
              <ChangeDays changes={changes} labelOf={labelOf} onRestore={setTarget} />
              <OlderPages list={log} of="changes" action="Show older" />
            </>
          );
        }}
      </Loaded>
      {target && (
        <RestoreDialog
          change={target}
          labelOf={labelOf}
          onClose={() => setTarget(null)}
          onRestored={() => {
            notify.success('Restored. The log has a new line for it.');
            setTarget(null);
          }}
        />
      )}
    </section>
  );
}

function changeCountText(count: number, more: boolean, filter: ChangeFilter): string {
  if (count === 0) return isFilterEmpty(filter) ? 'Nothing has been changed yet.' : 'No change matches these filters.';
  const words = count === 1 ? '1 change' : `${count} changes`;
  return more ? `The newest ${words}` : words;
}
