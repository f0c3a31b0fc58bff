import { countedOf } from '../../records/counted.ts';
import { useQuery, useMutation } from '@tanstack/react-query';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import { useRef, useState, type ReactNode } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { SessionsDialog } from '../../components/sessions/SessionsDialog.tsx';
import { sortedKeys, type AccessKey, keyStates, keyState, type KeyState } from '../../records/access-key/access-key.ts';
import { notify } from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import texts from '../../ui/text.module.css';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { linkTo, toFailuresNow } from '../../records/portal-links.ts';
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
import { KeyTable, type KeyAction } from './KeyTable.tsx';
import styles from './AccessKeysRoute.module.css';
import { momentText } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../lib/language/translate.ts';

interface KeyListingProps {
  keys: readonly AccessKey[];
  sites: readonly EditedSite[];
  now: Date;
}

/** The dialog above the list. A new key exists only here, and is gone once its dialog closes. */
type Opened = { kind: 'issue' } | { kind: KeyAction; target: AccessKey } | { kind: 'new'; made: MadeKey };

export function KeyListing({ keys, sites, now }: KeyListingProps) {
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
        <p role="status">
          {keys.length === 0
            ? 'There are no keys yet.'
            : shown.length === 0
              ? 'No key matches these filters.'
              : countedOf(shown.length, keys.length, 'key')}
          {!shown.every(matches) && '. These filters would hide the new one.'}
        </p>
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

/** What the site of a new key still lacks, as the key shows nothing useful without. Empty once it has car posts. */
function FirstSteps({ site: { name } }: { site: { name: string } }) {
  const site = useQuery(failureSiteQuery(name));
  if (!site.data || site.data.posts.size > 0) return null;
  return (
    <section className={`${surface.plate} ${layout.apart} ${styles.listSteps}`} aria-label={t('First steps')}>
      <p>{`${name} has a key and no car posts yet. What comes next:`}</p>
      <p className={`${layout.row} ${styles.links}`}>
        <Link to={toFailuresNow(name)}>{t('Add the first car post')}</Link>
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

const lost = 'It is not stored and cannot be shown again.';

/** Shows a new key, and asks before it closes on a key that was not copied, as a key can be shown only once. */
function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  const [copied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);

  return (
    <>
      <LeaveGuard when={!copied} title={t('Leave without the key?')} text={lost} />
      {leaving ? (
        <ConfirmDialog
          title={t('Close without copying the key?')}
          action={t('Close without copying')}
          variant="secondary"
          cancel={t('Back to the key')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{`${lost} Whoever needs it will need a new one.`}</p>
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
            { value: '', label: 'All keys' },
            { value: 'admins', label: 'Admins' },
            { value: 'technicians', label: 'Technicians' },
            ...gone.map((name) => ({ value: siteValue({ name }), label: name })),
          ]}
        />
      </div>
      <div className={styles.filter}>
        <SelectField
          label={t('State')}
          value={filter.state ?? ''}
          onChange={(value) => change({ state: value })}
          options={[{ value: '', label: 'All states' }, ...keyStates]}
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
      title={`Rotate the key “${target.label}”?`}
      action={busy ? 'Rotating…' : 'Rotate'}
      variant="primary"
      busy={busy}
      onConfirm={() => void run(() => rotateKey(target.id, keep), onRotated)}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>{`A new key for ${owner} is made, with the same label and end date.`}</p>
        <SelectField
          label={t('The old key goes on working for')}
          value={keep}
          onChange={(value) => setKeep(choices.find((one) => one.value === value)?.value ?? keep)}
          options={choices}
        />
        <p>
          {isAdmin
            ? 'After that, everyone who logged in with the old key is logged out, perhaps including you. To end it sooner, log in with the new key and revoke the old one.'
            : 'After that, everyone who logged in with the old key is logged out.'}
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
      title={`Revoke the key “${target.label}”?`}
      action={revoke.isPending ? 'Revoking…' : 'Revoke'}
      variant="danger"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <div className={layout.tight}>
        <p>
          {/* a rotated key and its successor have the same label */}
          {`The key for ${owner}, issued on ${momentText(target.created_at)}, stops working at once. Everybody who is logged in with it is logged out at once. This cannot be undone.`}
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
      title={`Sites of the key “${target.label}”`}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={change.isPending} onClick={save}>
            {change.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>{t('This takes effect at once, including for anyone already logged in with this key.')}</p>
        <SitesField sites={sites} value={chosen} onChange={setChosen} error={tried && none ? noSites : undefined} />
        <ErrorNote>{change.isError && keyErrorText(change.error)}</ErrorNote>
      </div>
    </Dialog>
  );
}

/** The filter in the query string. `site` is the name of a site record. */
interface KeyFilter {
  site: string | null;
  role: 'admin' | 'technician' | null;
  state: KeyState | null;
}

/** Reads `?site=`, `?for=admins` or `?for=technicians`, and `?state=`; unknown values are ignored. */
export function readKeyFilter(params: URLSearchParams): KeyFilter {
  const site = params.get('site') || null;
  return {
    site,
    role: site === null ? (roles.get(params.get('for') ?? '') ?? null) : null,
    state: keyStates.find(({ value }) => value === params.get('state'))?.value ?? null,
  };
}

const roles = new Map<string, KeyFilter['role']>([
  ['admins', 'admin'],
  ['technicians', 'technician'],
]);

/** Whether a filter lets a key through. @param sites names of the key's sites; null for all. */
export function matchesKeyFilter(
  key: AccessKey,
  sites: readonly string[] | null,
  filter: KeyFilter,
  now: Date,
): boolean {
  return (
    (filter.site === null || sites === null || sites.includes(filter.site)) &&
    (filter.role === null || filter.role === key.role) &&
    (filter.state === null || filter.state === keyState(key, now))
  );
}
