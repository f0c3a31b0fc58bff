import { useQuery, useMutation } from '@tanstack/react-query';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import { useRef, useState, type ReactNode } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { AsOf } from '../../components/AsOf.tsx';
import { useToday } from '../../components/use-today.ts';
import { SessionsDialog } from '../../components/sessions/SessionsDialog.tsx';
import { sortedKeys, type AccessKey, keyStates } from '../../records/access-key/access-key.ts';
import { notify } from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import texts from '../../ui/text.module.css';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { linkTo, toFailures } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { IssueKeyDialog, SitesField, ShownKey } from './KeyDialogs.tsx';
import {
  keyOwner,
  sitesOfKey,
  sitesText,
  type IssuedKey,
  type KeySite,
  type MadeKey,
  noSites,
  gracePeriods,
  rotateKey,
  type GracePeriod,
  revokeKey,
  changeKeySites,
  keyErrorText,
  logKeyError,
  useKeyCall,
} from './key-calls.ts';
import { matchesKeyFilter, readKeyFilter, type KeyFilter } from './key-filter.ts';
import { KeyTable, type KeyAction } from './KeyTable.tsx';
import styles from './AccessKeysRoute.module.css';
import { momentText, siteYear } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { message, said, t } from '../../lib/language/translate.ts';

interface KeyListingProps {
  keys: readonly AccessKey[];
  sites: readonly EditedSite[];
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

/** The dialog above the list. A new key exists only here, and is gone once its dialog closes. */
type Opened = { kind: 'issue' } | { kind: KeyAction; target: AccessKey } | { kind: 'new'; made: MadeKey };

export function KeyListing({ keys, sites, now, readAt }: KeyListingProps) {
  const [params, setParams] = useSearchParams();
  const [, change] = useQueryValues<'issue'>();
  const [pressed, setPressed] = useState<Opened | null>(null);
  // a link for a new key opens its dialog
  const opened = pressed ?? (params.has('issue') ? ({ kind: 'issue' } as const) : null);
  const [issuedFor, setIssuedFor] = useState<MadeKey['site']>(null);
  /** Keys that were made here, under which filter. */
  const [fresh, setFresh] = useState<{ filter: string; ids: readonly number[] }>({ filter: '', ids: [] });
  const section = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const filter = readKeyFilter(params);

  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const matches = (key: AccessKey) => matchesKeyFilter(key, sitesOfKey(key, sites), filter, now);
  // what was just made is shown whatever the filters say, until others are chosen
  const filterText = JSON.stringify(filter);
  const isFresh = ({ id }: AccessKey) => fresh.filter === filterText && fresh.ids.includes(id);
  const listed = sortedKeys(keys, now);
  const shown = [...listed.filter((key) => isFresh(key) && !matches(key)), ...listed.filter(matches)];

  const setOpened = (next: Opened | null) => {
    setPressed(next);
    if (params.has('issue')) change({ issue: '' });
  };
  const close = () => {
    setOpened(null);
    // after an error too: it may hide a success
    void queryClient.invalidateQueries({ queryKey: accessKeysQuery.queryKey });
  };
  const show = (made: MadeKey) => {
    setOpened({ kind: 'new', made });
    setIssuedFor(made.site);
    setFresh({ filter: filterText, ids: [...(fresh.filter === filterText ? fresh.ids : []), made.id] });
  };

  return (
    <section ref={section} tabIndex={-1} className={layout.stack} aria-label={t('All keys')}>
      {issuedFor && opened === null && <FirstSteps site={issuedFor} />}
      <KeyFilters filter={filter} sites={sites}>
        <Button variant="primary" onClick={() => setOpened({ kind: 'issue' })}>
          {t('Issue a key')}
        </Button>
      </KeyFilters>
      <div className={`${layout.row} ${texts.muted}`}>
        <p role="status">{keyCountText(shown.length, keys.length, !shown.every(matches))}</p>
        <AsOf at={readAt} />
        {keys.length > 0 && shown.length === 0 && (
          <Button onClick={() => setParams({}, { replace: true })}>{t('Clear filters')}</Button>
        )}
      </div>
      {shown.length > 0 && (
        <KeyTable
          keys={shown}
          all={keys}
          keyOwner={ownerOf}
          isFresh={isFresh}
          now={now}
          onAsk={(kind, target) => setOpened({ kind, target })}
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
          onRotated={(issued) => {
            const { label, role, site_id: siteId, site_ids: ids, expires_at: until } = opened.target;
            show({
              ...issued,
              label,
              site: sites.find(({ id }) => id === siteId) ?? null,
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
            notify.success(t('The key “{key}” is revoked.', { key: opened.target.label }));
            close();
            // the button that opened the dialog disappears with the key
            focusAfter(() => section.current);
          }}
        />
      )}
      {opened?.kind === 'sessions' && (
        <SessionsDialog
          keyId={opened.target.id}
          title={t('Sessions of “{key}”', { key: opened.target.label })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'sites' && (
        <KeySitesDialog
          target={opened.target}
          sites={sites}
          onClose={close}
          onChanged={(chosen) => {
            notify.success(
              t('The key “{key}” opens {sites}.', { key: opened.target.label, sites: sitesText(chosen, sites) }),
            );
            close();
          }}
        />
      )}
      {opened?.kind === 'new' && <NewKeyDialog made={opened.made} onClose={close} />}
    </section>
  );
}

/** @param withHidden one of the keys is shown although the filters would hide it, as it is new */
function keyCountText(shown: number, all: number, withHidden: boolean): string {
  if (all === 0) return t('There are no keys yet.');
  if (shown === 0) return t('No key matches these filters.');
  const count =
    shown === all
      ? t('{count, plural, one {# key} other {# keys}}', { count: all })
      : t('{shown} of {count, plural, one {# key} other {# keys}}', { shown, count: all });
  return withHidden ? t('{count}. These filters would hide the new one.', { count }) : count;
}

/** What the site of a new key still lacks, as the key shows nothing useful without. Empty once it has car posts. */
function FirstSteps({ site: { name } }: { site: { name: string } }) {
  const site = useQuery(failureSiteQuery(name));
  const year = siteYear(useToday());
  if (!site.data || site.data.posts.size > 0) return null;
  return (
    <section className={`${surface.plate} ${layout.apart} ${styles.listSteps}`} aria-label={t('First steps')}>
      <p>{t('{site} has a key and no car posts yet. What comes next:', { site: name })}</p>
      <p className={`${layout.row} ${styles.links}`}>
        <Link to={toFailures(year, name)}>{t('Add the first car post')}</Link>
        <Link to={linkTo(paths.addTask, { site: name })}>{t('Add the first visit')}</Link>
      </p>
    </section>
  );
}

interface NewKeyDialogProps {
  /** The new key, which `onClose` has to forget. */
  made: MadeKey;
  onClose: () => void;
}

const lost = message('It is not stored and cannot be shown again.');

/** Shows a new key, and asks before it closes on a key that was not copied, as a key can be shown only once. */
function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  const [copied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);

  return (
    <>
      <LeaveGuard when={!copied} title={t('Leave without the key?')} text={said(lost)} />
      {leaving ? (
        <ConfirmDialog
          title={t('Close without copying the key?')}
          action={t('Close without copying')}
          variant="secondary"
          cancel={t('Back to the key')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{t('It is not stored and cannot be shown again. Whoever needs it will need a new one.')}</p>
        </ConfirmDialog>
      ) : (
        <ShownKey
          made={made}
          onCopied={() => setCopied(true)}
          onClose={() => (copied ? onClose() : setLeaving(true))}
        />
      )}
    </>
  );
}

/** The value of a site, which may be called "admins". */
const siteValue = ({ name }: { name: string }) => `site ${name}`;

interface KeyFiltersProps {
  filter: KeyFilter;
  sites: readonly EditedSite[];
  children: ReactNode;
}

function KeyFilters({ filter, sites, children }: KeyFiltersProps) {
  const [, change] = useQueryValues<'site' | 'for' | 'state'>();
  // a site in the query string that is gone still filters, so it is still shown
  const gone = filter.site === null || sites.some(({ name }) => name === filter.site) ? [] : [filter.site];

  return (
    <div className={layout.controls}>
      <div className={styles.filter}>
        <SiteCombo
          label={t('For')}
          sites={sites}
          valueBy={siteValue}
          value={
            filter.site === null ? (filter.role === null ? '' : `${filter.role}s`) : siteValue({ name: filter.site })
          }
          onChange={(value) =>
            change(value.startsWith('site ') ? { site: value.slice(5), for: '' } : { site: '', for: value })
          }
          others={[
            { value: '', label: t('All keys') },
            { value: 'admins', label: t('Admins') },
            { value: 'technicians', label: t('Technicians') },
            ...gone.map((name) => ({ value: siteValue({ name }), label: name })),
          ]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label={t('State')}
          value={filter.state ?? ''}
          onChange={(value) => change({ state: value })}
          options={[
            { value: '', label: t('All states') },
            ...keyStates.map(({ value, label }) => ({ value, label: said(label) })),
          ]}
        />
      </div>
      <div className={styles.action}>{children}</div>
    </div>
  );
}

interface KeyDialogProps {
  target: AccessKey;
  owner: string;
  onClose: () => void;
}

interface RotateKeyDialogProps extends KeyDialogProps {
  onRotated: (issued: IssuedKey) => void;
}

function RotateKeyDialog({ target, owner, onClose, onRotated }: RotateKeyDialogProps) {
  const isAdmin = target.role === 'admin';
  // an admin's own session would end with the old key, taking the new one along unread
  const choices = isAdmin ? gracePeriods.filter(({ value }) => value !== '0') : gracePeriods;
  const [keep, setKeep] = useState<GracePeriod>('7 days');
  const { busy, error, run } = useKeyCall();

  return (
    <ConfirmDialog
      title={t('Rotate the key “{key}”?', { key: target.label })}
      action={t(busy ? 'Rotating…' : 'Rotate')}
      variant="primary"
      busy={busy}
      onConfirm={() => void run(() => rotateKey(target.id, keep), onRotated)}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>{t('A new key for {owner} is made, with the same label and end date.', { owner })}</p>
        <SelectField
          label={t('The old key goes on working for')}
          value={keep}
          onChange={(value) => setKeep(choices.find((one) => one.value === value)?.value ?? keep)}
          options={choices.map(({ value, label }) => ({ value, label: said(label) }))}
        />
        <p>
          {t(
            isAdmin
              ? 'After that, everyone who logged in with the old key is logged out, perhaps including you. To end it sooner, log in with the new key and revoke the old one.'
              : 'After that, everyone who logged in with the old key is logged out.',
          )}
        </p>
        <ErrorNote>{error}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}

function RevokeKeyDialog({ target, owner, onClose, onRevoked }: KeyDialogProps & { onRevoked: () => void }) {
  const revoke = useMutation({
    mutationFn: () => revokeKey(target.id),
    onSuccess: onRevoked,
    onError: logKeyError,
  });
  return (
    <ConfirmDialog
      title={t('Revoke the key “{key}”?', { key: target.label })}
      action={t(revoke.isPending ? 'Revoking…' : 'Revoke')}
      variant="danger"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>
          {/* a rotated key and its successor have the same label */}
          {t(
            'The key for {owner}, issued on {time}, stops working at once. Everybody who is logged in with it is logged out at once. This cannot be undone.',
            { owner, time: momentText(target.created_at) },
          )}
        </p>
        {target.role === 'admin' && (
          <p className={`${layout.line} ${texts.medium} ${styles.warning}`}>
            <Icon name="warning" />
            <span>{t('If you logged in with this key, your own session ends too.')}</span>
          </p>
        )}
        <ErrorNote>{revoke.isError && keyErrorText(revoke.error)}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}

interface KeySitesDialogProps {
  target: AccessKey;
  sites: readonly KeySite[];
  onClose: () => void;
  /** Called with the new sites; null for all. */
  onChanged: (sites: readonly number[] | null) => void;
}

function KeySitesDialog({ target, sites, onClose, onChanged }: KeySitesDialogProps) {
  const [chosen, setChosen] = useState<readonly number[] | null>(target.site_ids);
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: (ids: readonly number[] | null) => changeKeySites(target.id, ids),
    onSuccess: (_, ids) => onChanged(ids),
    onError: logKeyError,
  });
  const none = chosen?.length === 0;
  const save = () => {
    setTried(true);
    if (!none) change.mutate(chosen);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Sites of the key “{key}”', { key: target.label })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={change.isPending} onClick={save}>
            {t(change.isPending ? 'Saving…' : 'Save')}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>{t('This takes effect at once, including for anyone already logged in with this key.')}</p>
        <SitesField
          sites={sites}
          value={chosen}
          onChange={setChosen}
          error={tried && none ? said(noSites) : undefined}
        />
        <ErrorNote>{change.isError && keyErrorText(change.error)}</ErrorNote>
      </div>
    </Dialog>
  );
}
