import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { message, said, t, tIn } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { RequestError } from '../../lib/request-error.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { pageOf } from '../../lib/screen/list-pages.ts';
import { nameMatcher, searchRemark } from '../../lib/text-search.ts';
import {
  endKeyDevice,
  endOtherDevices,
  keyDevicesQuery,
  type KeyDevice,
} from '../../records/access-key/access-key-queries.ts';
import { deviceName } from '../../records/access-key/device-name.ts';
import { longDate, momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { LoadError, ErrorNote } from '../../ui/message/Notice.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useRight } from '../use-right.ts';
import { useKnownDevices } from './use-known-devices.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SessionsDialog.module.css';

interface SessionsDialogProps {
  /** The id of the access key; null for the key of this session. */
  keyId: number | null;
  title: string;
  onClose: () => void;
}

const notEnded = message('Error updating data. Try again.');
const logError = (cause: Error) => console.error('The session was not ended', cause);

/**
 * Lists the devices on which a key is logged in, and marks those that are new since this list was last opened. All devices except this
 * one can be logged out at once, so that the person who does it stays logged in.
 */
export function SessionsDialog({ keyId, title, onClose }: SessionsDialogProps) {
  const query = keyDevicesQuery(keyId);
  const reading = useQuery(query);
  const { data: devices, error, isFetching, refetch } = reading;
  const failed = hasFailed(reading);
  const { isNew, remember } = useKnownDevices(keyId);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfter();
  const [isConfirming, setConfirming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const others = devices?.filter(({ current }) => !current) ?? [];

  const announce = (text: string) => {
    setAnnouncement(text);
    // the pressed button disappears together with the row of its device
    focusAfter(() => list.current);
  };
  const close = () => {
    if (devices) remember(devices);
    onClose();
  };
  // called after an error too, because the request may have succeeded although its answer was lost
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const endDevice = useMutation({
    mutationFn: async ({ id }: KeyDevice) => endKeyDevice(id),
    onSuccess: (_, { device }) => announce(t('{device} is logged out.', { device: deviceName(device) })),
    onError: logError,
    onSettled: refresh,
  });
  const endAll = useMutation({
    mutationFn: async () => endOtherDevices(keyId),
    onSuccess: (count) => {
      setConfirming(false);
      announce(t('{count, plural, one {# device is} other {# devices are}} logged out.', { count }));
    },
    onError: logError,
    onSettled: refresh,
  });

  // this device is not in the list when an admin looks at the key of somebody else
  const listsOnlyOthers = others.length === devices?.length;
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          {others.length > 1 && (
            <Button
              onClick={() => {
                endAll.reset();
                setConfirming(true);
              }}
            >
              {endAllText(listsOnlyOthers)}
            </Button>
          )}
          <Button variant="primary" onClick={close} data-autofocus>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div
        ref={list}
        className={`${layout.gap3} ${styles.sessions}`}
        tabIndex={-1}
        aria-label={t('Sessions')}
        role="group"
      >
        <p role="status" className={announcement ? texts.medium : layout.visuallyHidden}>
          {announcement}
        </p>
        {failed &&
          (error instanceof RequestError && error.status === 403 ? (
            <ErrorNote>{t('Your key is not allowed to see these sessions.')}</ErrorNote>
          ) : (
            <LoadError message={t('Error fetching data.')} busy={isFetching} onRetry={() => void refetch()} />
          ))}
        {devices && <DeviceList devices={devices} isNew={isNew} endDevice={endDevice} />}
        {!devices && !failed && <ListSkeleton text={t('Loading sessions…')} rows={2} height={84} />}
      </div>
      <EndAllDialog
        open={isConfirming}
        isAll={listsOnlyOthers}
        others={others.length}
        endAll={endAll}
        onClose={() => setConfirming(false)}
      />
    </Dialog>
  );
}

const endAllText = (isAll: boolean) => t(isAll ? 'End all' : 'End all others');

interface EndAllDialogProps {
  open: boolean;
  /** Whether the question says "all" instead of "all others", because this device is not in the list. */
  isAll: boolean;
  /** How many devices are logged out. */
  others: number;
  endAll: Pick<UseMutationResult<number, Error, void>, 'isPending' | 'isError' | 'mutate'>;
  onClose: () => void;
}

/** Asks before all other devices are logged out. */
function EndAllDialog({ open, isAll, others, endAll: ending, onClose }: EndAllDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t(isAll ? 'End all?' : 'End all others?')}
      action={ending.isPending ? t('Ending…') : endAllText(isAll)}
      variant="danger"
      busy={ending.isPending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <div className={layout.gap3}>
        <p>
          {t(
            '{count, plural, one {# device is} other {# devices are}} logged out at once. The key itself keeps working: whoever has it can log in again.',
            { count: others },
          )}
        </p>
        <ErrorNote>{ending.isError && said(notEnded)}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}

interface DeviceListProps {
  devices: readonly KeyDevice[];
  isNew: (device: KeyDevice) => boolean;
  /** Logs a device out. */
  endDevice: Pick<UseMutationResult<unknown, Error, KeyDevice>, 'isPending' | 'isError' | 'variables' | 'mutate'>;
}

/** How many devices a page lists. A longer list has a search field and pages, like the list of keys. */
const devicesOnPage = 10;

/** The devices of a key: this device first, then new devices, then the others. */
function DeviceList({ devices, isNew, endDevice: ending }: DeviceListProps) {
  const [query, setQuery] = useState('');
  const [requestedPage, setRequestedPage] = useState(1);
  const top = useRef<HTMLParagraphElement>(null);
  const others = devices.filter(({ current }) => !current);
  /** The order of the list: lower ranks come first. */
  const rank = (device: KeyDevice) => {
    if (device.current) return 0;
    return isNew(device) ? 1 : 2;
  };
  const isFound = nameMatcher(query);
  const matchingDevices = devices
    .filter((device) => isFound(searchedText(device)))
    .toSorted((a, b) => rank(a) - rank(b));
  const page = pageOf(matchingDevices, requestedPage, devicesOnPage);
  return (
    <>
      <p ref={top} tabIndex={-1} className={`${texts.muted} ${styles.count}`}>
        {deviceCountText(devices.length, others.length, devices.filter(isNew).length)}
      </p>
      {devices.length > devicesOnPage && (
        <SearchField
          label={t('Search devices')}
          value={query}
          error={searchRemark(query)}
          onChange={(typed) => {
            setQuery(typed);
            setRequestedPage(1);
          }}
        />
      )}
      {/* this page is a tab of this device, so only further tabs may be closed already */}
      {devices.some(({ tabs, current: isThisDevice }) => tabs > (isThisDevice ? 1 : 0)) && (
        <p className={texts.muted}>{t('A tab that was closed is listed for up to an hour.')}</p>
      )}
      <ErrorNote>{ending.isError && said(notEnded)}</ErrorNote>
      {query.trim() !== '' && (
        <p role="status" className={texts.muted}>
          {matchingDevices.length === 0
            ? t('No device matches.')
            : t('{count, plural, one {# device found} other {# devices found}}', {
                count: matchingDevices.length,
              })}
        </p>
      )}
      <ul>
        {page.rows.map((device) => (
          <DeviceItem
            key={device.id}
            device={device}
            isNew={isNew(device)}
            isEnding={ending.isPending && ending.variables?.id === device.id}
            onEnd={() => !ending.isPending && ending.mutate(device)}
          />
        ))}
      </ul>
      <Pager
        page={page}
        onPage={(next) => {
          setRequestedPage(next);
          top.current?.focus();
        }}
      />
    </>
  );
}

/** The text of a row that the search looks at. */
function searchedText({
  device,
  first_used: firstUsed,
  last_used: lastUsed,
  expires_at: expiresAt,
}: KeyDevice): string {
  return [deviceName(device), momentText(lastUsed), momentText(firstUsed), longDate(expiresAt)].join(' ');
}

/** How many devices there are in all, besides this device, and new. */
function deviceCountText(all: number, others: number, fresh: number): string {
  if (all === 0) return t('Nobody is logged in with this key.');
  if (others === 0) return t('No other device is logged in with this key.');
  return fresh === 0
    ? t('{count, plural, one {# device} other {# devices}}', { count: all })
    : t('{count, plural, one {# device} other {# devices}}, {fresh} new since you last looked here', {
        count: all,
        fresh,
      });
}

interface DeviceItemProps {
  device: KeyDevice;
  isNew: boolean;
  isEnding: boolean;
  onEnd: () => void;
}

/** A row of the list. Its *End* button ends all sessions of the device; for this device *End Session* in the menu does that. */
function DeviceItem({ device: item, isNew, isEnding: ending, onEnd }: DeviceItemProps) {
  const { kept: isPersistent, tabs, current } = item;
  const { first_used: firstUsed, last_used: lastUsed, expires_at: expiresAt } = item;
  const device = deviceName(item.device);
  // for a single session the last line of the row says enough
  const hasSeveralSessions = tabs + (isPersistent ? 1 : 0) > 1;
  return (
    <li className={`${styles.session} ${isNew ? styles.new : ''}`}>
      <div className={`${layout.line} ${styles.head}`}>
        <p className={styles.device}>
          {hasSeveralSessions ? t('{device}, {tabs, plural, one {# tab} other {# tabs}}', { device, tabs }) : device}
          {current && <Badge tone="info">{t('This device')}</Badge>}
          {isNew && <Badge tone="strong">{t('New')}</Badge>}
        </p>
        {!current && (
          <Button
            busy={ending}
            onClick={onEnd}
            aria-label={t('End the session on {device}, last used {time}', { device, time: momentText(lastUsed) })}
          >
            {ending ? t('Ending…') : tIn('of a session', 'End')}
          </Button>
        )}
      </div>
      <p>{t('Last used {time}', { time: momentText(lastUsed) })}</p>
      <p>{t('Logged in since {time}', { time: momentText(firstUsed) })}</p>
      <p>
        {isPersistent
          ? t('Kept logged in, until {day} at the latest', { day: longDate(expiresAt) })
          : t('Until its {tabs, plural, one {tab is} other {tabs are}} closed', { tabs })}
      </p>
    </li>
  );
}

/**
 * Lets people see where their own key is logged in and end those sessions, for example after a phone was lost. Admins have this in the
 * list of keys. It is not printed.
 */
export function OwnSessions() {
  const [open, setOpen] = useState(false);
  if (!useRight('endOwnSessions')) return null;
  return (
    <section
      className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`}
      aria-label={t('Your key')}
    >
      <p>{t('A lost phone, or a computer that others use? See where your key is logged in, and log it out there.')}</p>
      <NeedsConnection text={t('This needs a connection.')} />
      <Button onClick={() => setOpen(true)}>{t('Sessions of your key')}</Button>
      {open && <SessionsDialog keyId={null} title={t('Sessions of your key')} onClose={() => setOpen(false)} />}
    </section>
  );
}
