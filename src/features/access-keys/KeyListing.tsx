import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SessionsDialog } from '../../components/sessions/SessionsDialog.tsx';
import { sortedKeys, type AccessKey } from '../../records/access-key/access-key.ts';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { notify } from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/use-focus-after.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { IssueKeyDialog } from './IssueKeyDialog.tsx';
import { keyOwner, sitesOfKey, sitesText } from './key-owner.ts';
import { KeySitesDialog } from './KeySitesDialog.tsx';
import { matchesKeyFilter, readKeyFilter } from './key-filter.ts';
import type { MadeKey } from './key-request.ts';
import { KeyFilters } from './KeyFilters.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { KeyTable } from './KeyTable.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';
import { RotateKeyDialog } from './RotateKeyDialog.tsx';

interface KeyListingProps {
  keys: readonly AccessKey[];
  sites: readonly { id: number; name: string }[];
  now: Date;
}

/** The dialog above the list. A new key exists only here, and is gone once its dialog closes. */
type Opened =
  | { kind: 'issue' }
  | { kind: 'rotate' | 'revoke' | 'sessions' | 'sites'; target: AccessKey }
  | { kind: 'new'; made: MadeKey };

export function KeyListing({ keys, sites, now }: KeyListingProps) {
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issuedFor, setIssuedFor] = useState<MadeKey['site']>(null);
  const section = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const filter = readKeyFilter(params);

  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const shown = sortedKeys(keys, now).filter((key) => matchesKeyFilter(key, sitesOfKey(key, sites), filter, now));

  const close = () => {
    setOpened(null);
    // after an error too: it may hide a success
    void queryClient.invalidateQueries({ queryKey: accessKeysQuery.queryKey });
  };
  const show = (made: MadeKey) => {
    setOpened({ kind: 'new', made });
    setIssuedFor(made.site);
  };

  return (
    <section ref={section} tabIndex={-1} className={layout.stack} aria-label="All keys">
      {issuedFor && opened === null && <FirstSteps site={issuedFor} />}
      <KeyFilters filter={filter} sites={sites}>
        <Button variant="primary" onClick={() => setOpened({ kind: 'issue' })}>
          Issue a key
        </Button>
      </KeyFilters>
      <div className={`${layout.row} ${texts.muted}`}>
        <p role="status">
          {keys.length === 0
            ? 'There are no keys yet.'
            : shown.length === 0
              ? 'No key matches these filters.'
              : `${shown.length === keys.length ? '' : `${shown.length} of `}${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`}
        </p>
        {keys.length > 0 && shown.length === 0 && (
          <Button onClick={() => setParams({}, { replace: true })}>Clear filters</Button>
        )}
      </div>
      {shown.length > 0 && (
        <KeyTable
          keys={shown}
          all={keys}
          keyOwner={ownerOf}
          now={now}
          onSessions={(target) => setOpened({ kind: 'sessions', target })}
          onRotate={(target) => setOpened({ kind: 'rotate', target })}
          onRevoke={(target) => setOpened({ kind: 'revoke', target })}
          onSites={(target) => setOpened({ kind: 'sites', target })}
        />
      )}
      {opened?.kind === 'issue' && (
        <IssueKeyDialog
          sites={sites}
          site={sites.find(({ name }) => name === filter.site)?.id ?? null}
          onClose={close}
          onIssued={show}
        />
      )}
      {opened?.kind === 'rotate' && (
        <RotateKeyDialog
          target={opened.target}
          owner={ownerOf(opened.target)}
          onClose={close}
          onRotated={(key) => {
            const { label, role, site_id: id, site_ids: ids, expires_at: until } = opened.target;
            show({
              key,
              label,
              site: sites.find((site) => site.id === id) ?? null,
              sites: role === 'technician' ? sitesText(ids, sites) : null,
              until,
            });
          }}
        />
      )}
      {opened?.kind === 'revoke' && (
        <RevokeKeyDialog
          target={opened.target}
          owner={ownerOf(opened.target)}
          onClose={close}
          onRevoked={() => {
            notify.success(`The key “${opened.target.label}” is revoked.`);
            close();
            // the button that opened the dialog disappears with the key
            focusAfter(() => section.current);
          }}
        />
      )}
      {opened?.kind === 'sessions' && (
        <SessionsDialog
          keyId={opened.target.id}
          title={`Sessions of “${opened.target.label}”`}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'sites' && (
        <KeySitesDialog
          target={opened.target}
          sites={sites}
          onClose={close}
          onChanged={(chosen) => {
            notify.success(`The key “${opened.target.label}” opens ${sitesText(chosen, sites)}.`);
            close();
          }}
        />
      )}
      {opened?.kind === 'new' && <NewKeyDialog made={opened.made} onClose={close} />}
    </section>
  );
}
