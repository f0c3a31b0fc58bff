import { useQuery, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { AsOf } from '../../components/AsOf.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { SessionsDialog } from '../../components/sessions/SessionsDialog.tsx';
import { useToday } from '../../components/use-today.ts';
import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { listOrderValue } from '../../lib/screen/list-order.ts';
import { pageValue } from '../../lib/screen/list-pages.ts';
import { accessKeysQuery, endedKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { isInUse, type AccessKey } from '../../records/access-key/access-key.ts';
import { keyOwner, sitesText } from '../../records/access-key/key-owner.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { linkTo, toFailures } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { momentText, siteYear } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SelectAll } from '../../ui/selection/SelectAll.tsx';
import { KeysBar } from './bulk/KeysBar.tsx';
import { useKeySelection } from './bulk/use-key-selection.ts';
import { RevokeKeyDialog, RotateKeyDialog } from './EndKeyDialogs.tsx';
import { changeKeySites, type IssuedKey, type MadeKey } from './key-calls.ts';
import { inheritedEnds } from './key-ends.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';
import { keyOrders } from './key-order.ts';
import { noSites } from './key-request.ts';
import { IssueKeyDialog, SitesField } from './KeyDialogs.tsx';
import { InheritedEnds, KeyEndDialog } from './KeyEnds.tsx';
import { KeyFilters } from './KeyFilters.tsx';
import { KeyTable, type KeyAction } from './KeyTable.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { useKeyList } from './use-key-list.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';

interface KeyListingProps {
  keys: readonly AccessKey[];
  sites: readonly EditedSite[];
  now: Date;
  /** When the keys were read, in milliseconds since 1970. */
  readAt: number;
}

/** The open dialog. A new key is stored nowhere else, so it is lost when its dialog closes. */
type Opened = { kind: 'issue' } | { kind: KeyAction; target: AccessKey } | { kind: 'new'; made: MadeKey };

export function KeyListing({ keys, sites, now, readAt }: KeyListingProps) {
  const [params, setParams] = useSearchParams();
  const [chosenDialog, setChosenDialog] = useState<Opened | null>(null);
  // a link with `?issue` opens the dialog for a new key
  const openDialog = chosenDialog ?? (params.has('issue') ? ({ kind: 'issue' } as const) : null);
  const [issuedFor, setIssuedFor] = useState<MadeKey['site']>(null);
  const section = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const list = useKeyList(keys, sites, now);
  const { filter, query, order, change, ownerOf } = list;

  const endedIds = keys.filter((key) => key.role === 'technician' && !isInUse(key, now)).map(({ id }) => id);
  const ended = useQuery(endedKeysQuery(endedIds));
  const canBeSucceeded = ({ id }: AccessKey) => ended.data?.some((key) => key.id === id && !key.replaced) ?? false;

  const setOpenDialog = (next: Opened | null) => {
    setChosenDialog(next);
    if (params.has('issue')) change({ issue: '' });
  };
  const close = () => {
    setOpenDialog(null);
    // the list is also read again after an error, because a call without an answer may have succeeded
    void queryClient.invalidateQueries({ queryKey: accessKeysQuery.queryKey });
  };
  const showNewKey = (made: MadeKey) => {
    setChosenDialog({ kind: 'new', made });
    // any change of the query string goes to the first page, which has the new key
    if (params.has('issue') || params.has('page')) change({ issue: '' });
    setIssuedFor(made.site);
    list.addMade([made.id]);
  };

  const inherited = inheritedEnds(keys, now);
  const onMended = (count: number) => {
    notify.success(mendOutcome(count, inherited.length));
    close();
    focusAfter(() => section.current);
  };

  return (
    <section ref={section} tabIndex={-1} className={layout.gap4} aria-label={t('All keys')}>
      {inherited.length > 0 && <InheritedEnds keys={inherited} keyOwner={ownerOf} onMended={onMended} />}
      {issuedFor && openDialog === null && <FirstSteps site={issuedFor} />}
      <KeyFilters filter={filter} query={query} order={order} sites={sites} onChange={change}>
        <Button variant="primary" onClick={() => setOpenDialog({ kind: 'issue' })}>
          {t('Issue a key')}
        </Button>
      </KeyFilters>
      <LoadFailure query={ended} error={t('Error fetching data.')} />
      <ListedKeys
        list={list}
        keys={keys}
        sites={sites}
        now={now}
        readAt={readAt}
        canBeSucceeded={canBeSucceeded}
        onClear={() => setParams({}, { replace: true })}
        onAsk={(kind, target) => setOpenDialog({ kind, target })}
        onChanged={close}
        onPage={() => {
          section.current?.scrollIntoView({ block: 'start' });
          focusAfter(() => section.current);
        }}
      />
      {openDialog && (
        <OpenedDialog
          openDialog={openDialog}
          sites={sites}
          site={sites.find(({ name }) => name === filter.site)?.id ?? null}
          now={now}
          onClose={close}
          onMade={showNewKey}
          onRevoked={(key) => {
            notify.success(t('The key “{key}” is revoked.', { key: key.label }));
            close();
            // the button that opened the dialog disappears with the key
            focusAfter(() => section.current);
          }}
        />
      )}
    </section>
  );
}

interface ListedKeysProps extends KeyListingProps {
  list: ReturnType<typeof useKeyList>;
  canBeSucceeded: (key: AccessKey) => boolean;
  /** Clears the filters. */
  onClear: () => void;
  onAsk: (action: KeyAction, key: AccessKey) => void;
  /** Called when many keys may have changed. */
  onChanged: () => void;
  /** Called when another page is shown. */
  onPage: () => void;
}

/** The matching keys in pages, and the actions for the selected keys. */
function ListedKeys(props: ListedKeysProps) {
  const { list, keys, sites, now, readAt, canBeSucceeded, onClear, onAsk, onChanged, onPage } = props;
  const { order, page, visibleKeys, change, ownerOf, isFresh } = list;
  const selection = useKeySelection(keys, visibleKeys, now);
  return (
    <>
      <div className={layout.row}>
        <SelectAll {...selection.selectAllProps} />
        <KeyCount list={list} all={keys.length} readAt={readAt} onClear={onClear} />
      </div>
      {visibleKeys.length > 0 && (
        <KeyTable
          keys={page.rows}
          all={keys}
          order={order}
          onOrder={(next) => change({ sort: listOrderValue(keyOrders, next) })}
          keyOwner={ownerOf}
          isFresh={isFresh}
          canBeSucceeded={canBeSucceeded}
          now={now}
          selection={selection}
          onAsk={onAsk}
          onRenamed={({ id }) => {
            list.addRenamed(id);
            void queryClient.invalidateQueries({ queryKey: accessKeysQuery.queryKey });
          }}
        />
      )}
      <Pager
        page={page}
        onPage={(next) => {
          change({ page: pageValue(next) });
          onPage();
        }}
      />
      <KeysBar
        keys={selection.selected}
        unseen={selection.unseen}
        sites={sites}
        now={now}
        onClear={selection.clear}
        onSelectOnly={selection.selectOnly}
        onMade={(ids) => {
          // goes to the first page, which has the new keys
          change({});
          list.addMade(ids);
        }}
        onClosed={onChanged}
      />
    </>
  );
}

interface OpenedDialogProps {
  openDialog: Opened;
  sites: readonly EditedSite[];
  /** The id of the site that is preselected for a new key; null for none. */
  site: number | null;
  now: Date;
  onClose: () => void;
  onMade: (made: MadeKey) => void;
  onRevoked: (key: AccessKey) => void;
}

function OpenedDialog({ openDialog, sites, site, now, onClose, onMade, onRevoked }: OpenedDialogProps) {
  if (openDialog.kind === 'issue')
    return <IssueKeyDialog sites={sites} site={site} replaces={null} onClose={onClose} onIssued={onMade} />;
  if (openDialog.kind === 'new') return <NewKeyDialog made={openDialog.made} onClose={onClose} />;
  const { kind, target } = openDialog;
  const keyProps = { target, owner: keyOwner(target, sites), onClose };
  const onRotated = (issued: IssuedKey, end: string | null) =>
    onMade({
      ...issued,
      label: target.label,
      site: sites.find(({ id }) => id === target.site_id) ?? null,
      sites: target.role === 'technician' ? sitesText(target.site_ids, sites) : null,
      until: end,
    });
  if (kind === 'successor')
    return <IssueKeyDialog sites={sites} site={null} replaces={target} onClose={onClose} onIssued={onMade} />;
  if (kind === 'rotate') return <RotateKeyDialog {...keyProps} now={now} onRotated={onRotated} />;
  if (kind === 'revoke')
    return <RevokeKeyDialog {...keyProps} onRotated={onRotated} onRevoked={() => onRevoked(target)} />;
  if (kind === 'end')
    return (
      <KeyEndDialog
        {...keyProps}
        now={now}
        onChanged={(end) => {
          notify.success(
            end === null
              ? t('The key “{key}” has no end.', { key: target.label })
              : t('The key “{key}” works until {time}.', { key: target.label, time: momentText(end) }),
          );
          onClose();
        }}
      />
    );
  if (kind === 'sessions')
    return (
      <SessionsDialog keyId={target.id} title={t('Sessions of “{key}”', { key: target.label })} onClose={onClose} />
    );
  return (
    <KeySitesDialog
      target={target}
      sites={sites}
      onClose={onClose}
      onChanged={(chosenSites) => {
        notify.success(
          t('The key “{key}” opens {sites}.', { key: target.label, sites: sitesText(chosenSites, sites) }),
        );
        onClose();
      }}
    />
  );
}

interface KeyCountProps {
  list: ReturnType<typeof useKeyList>;
  /** How many keys there are, matching or not. */
  all: number;
  readAt: number;
  onClear: () => void;
}

/** How many keys match, when they were read, and the words that were searched instead of words that no key has. */
function KeyCount({ list, all, readAt, onClear }: KeyCountProps) {
  return (
    <>
      <div className={`${layout.row} ${texts.muted}`}>
        <p role="status">{keyCountText(list.visibleKeys, all, list.hiddenBy)}</p>
        <AsOf at={readAt} />
        {all > 0 && list.visibleKeys.length === 0 && <Button onClick={onClear}>{t('Clear filters')}</Button>}
      </div>
      <NearestNote corrections={list.corrections} of="key" />
    </>
  );
}

/** @param hiddenBy returns why a key is shown although it does not match the filters; null for a key that matches */
function keyCountText(
  visibleKeys: readonly AccessKey[],
  all: number,
  hiddenBy: (key: AccessKey) => 'made' | 'renamed' | null,
): string {
  if (all === 0) return t('There are no keys yet.');
  if (visibleKeys.length === 0) return t('No key matches these filters.');
  const count =
    visibleKeys.length === all
      ? t('{count, plural, one {# key} other {# keys}}', { count: all })
      : t('{shown} of {count, plural, one {# key} other {# keys}}', { shown: visibleKeys.length, count: all });
  const reasons = new Set(visibleKeys.map(hiddenBy));
  if (reasons.has('made')) return t('{count}. These filters would hide the new one.', { count });
  return reasons.has('renamed') ? t('{count}. These filters would hide the renamed one.', { count }) : count;
}

/** Says how many ends were corrected. It may be fewer than `of`, if another admin has set the end of some keys meanwhile or ended them. */
function mendOutcome(count: number, of: number): string {
  return count === of
    ? t('{count, plural, one {# key has} other {# keys have}} the right end now.', { count })
    : t('{count} of {of} keys have the right end now. The others were changed meanwhile.', { count, of });
}

/** Links to what the site of a new key still needs, because without records the key shows nothing useful. Empty if the site has car posts. */
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

interface KeySitesDialogProps {
  target: AccessKey;
  sites: readonly EditedSite[];
  onClose: () => void;
  /** Called with the new sites; null for all. */
  onChanged: (sites: readonly number[] | null) => void;
}

function KeySitesDialog({ target, sites, onClose, onChanged }: KeySitesDialogProps) {
  const [chosenSites, setChosenSites] = useState<readonly number[] | null>(target.site_ids);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const change = useMutation({
    mutationFn: (ids: readonly number[] | null) => changeKeySites(target.id, ids),
    onSuccess: (_, ids) => onChanged(ids),
    onError: logKeyError,
  });
  const isEmpty = chosenSites?.length === 0;
  const save = () => {
    setIsSubmitted(true);
    if (!isEmpty) change.mutate(chosenSites);
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
      <div className={layout.gap4}>
        <p>{t('This takes effect at once, including for anyone already logged in with this key.')}</p>
        <SitesField
          sites={sites}
          value={chosenSites}
          onChange={setChosenSites}
          error={isSubmitted && isEmpty ? said(noSites) : undefined}
        />
        <ErrorNote>{change.isError && keyErrorText(change.error)}</ErrorNote>
      </div>
    </Dialog>
  );
}
