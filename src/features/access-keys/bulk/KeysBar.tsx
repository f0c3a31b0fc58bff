import { useId, useState } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { keyOwner, sitesText, type KeySite } from '../../../records/access-key/key-owner.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectedBar } from '../../../ui/selection/SelectedBar.tsx';
import type { MadeKey } from '../key-calls.ts';
import { keysAtOnce, type RotatedKey } from './bulk-calls.ts';
import { KeysEndDialog } from './KeysEndDialog.tsx';
import { NewKeysDialog } from './NewKeysDialog.tsx';
import { RevokeKeysDialog } from './RevokeKeysDialog.tsx';
import { RotateKeysDialog } from './RotateKeysDialog.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface KeysBarProps {
  /** The selected keys, in the order of the list. */
  keys: readonly AccessKey[];
  /** How many of them the list does not show. */
  unseen: number;
  sites: readonly KeySite[];
  now: Date;
  /** Called to unselect all. */
  onClear: () => void;
  /** Called to select these alone. */
  onSelectOnly: (ids: readonly number[]) => void;
  /** Called with the ids of new keys. */
  onMade: (ids: readonly number[]) => void;
  /** Called when a dialog is closed: the list may have changed, also after an error. */
  onClosed: () => void;
}

/** The open dialog, with the keys as they were when it opened. New keys are stored nowhere else, so they are lost when it closes. */
type OpenedDialog =
  | { kind: 'rotate' | 'revoke' | 'end'; keys: readonly AccessKey[] }
  | { kind: 'new'; made: readonly MadeKey[]; endedCount: number };

/** The bar that says how many keys are selected, with the actions for all of them. */
export function KeysBar({ keys, unseen, sites, now, onClear, onSelectOnly, onMade, onClosed }: KeysBarProps) {
  const [openDialog, setOpenDialog] = useState<OpenedDialog | null>(null);
  const reasonId = useId();
  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const isTooMany = keys.length > keysAtOnce;
  const actionState = { unavailable: isTooMany, ...(isTooMany && { 'aria-describedby': reasonId }) };
  const open = (kind: 'rotate' | 'revoke' | 'end') => setOpenDialog({ kind, keys });
  const close = () => {
    setOpenDialog(null);
    onClosed();
  };
  const closeWithSuccess = (outcome: string) => {
    notify.success(outcome);
    onClear();
    close();
  };
  const showNew = (rotated: readonly RotatedKey[], old: readonly AccessKey[]) => {
    setOpenDialog({ kind: 'new', made: madeKeys(rotated, old, sites), endedCount: old.length - rotated.length });
    onMade(rotated.map(({ id }) => id));
  };

  return (
    <>
      <SelectedBar
        text={keys.length === 0 ? '' : selectedKeysText(keys.length, unseen)}
        none={t('No key is selected.')}
        label={t('Selected keys')}
        onClear={onClear}
      >
        {isTooMany && (
          <>
            <p id={reasonId} className={`${texts.fine} ${layout.centred}`}>
              {t('At most {most} keys are changed at once.', { most: keysAtOnce })}
            </p>
            <Button onClick={() => onSelectOnly(keys.slice(0, keysAtOnce).map(({ id }) => id))}>
              {t('Select the first {most}', { most: keysAtOnce })}
            </Button>
          </>
        )}
        <Button variant="primary" {...actionState} onClick={() => open('rotate')}>
          {t('Rotate')}
        </Button>
        <Button {...actionState} onClick={() => open('end')}>
          {t('Set an end')}
        </Button>
        <Button {...actionState} onClick={() => open('revoke')}>
          {t('Revoke')}
        </Button>
      </SelectedBar>
      {openDialog?.kind === 'rotate' && (
        <RotateKeysDialog keys={openDialog.keys} ownerOf={ownerOf} now={now} onClose={close} onRotated={showNew} />
      )}
      {openDialog?.kind === 'revoke' && (
        <RevokeKeysDialog
          keys={openDialog.keys}
          ownerOf={ownerOf}
          onClose={close}
          onRotated={showNew}
          onRevoked={(count) =>
            closeWithSuccess(t('{count, plural, one {# key is revoked.} other {# keys are revoked.}}', { count }))
          }
        />
      )}
      {openDialog?.kind === 'end' && (
        <KeysEndDialog
          keys={openDialog.keys}
          ownerOf={ownerOf}
          now={now}
          onClose={close}
          onChanged={(count, end) => closeWithSuccess(changedEndText(count, end))}
        />
      )}
      {openDialog?.kind === 'new' && (
        <NewKeysDialog
          made={openDialog.made}
          endedCount={openDialog.endedCount}
          onClose={() => {
            onClear();
            close();
          }}
        />
      )}
    </>
  );
}

/** The new keys with the details for the dialog and the cards, in the order of the list. */
function madeKeys(rotated: readonly RotatedKey[], old: readonly AccessKey[], sites: readonly KeySite[]): MadeKey[] {
  const newKeyByOldId = new Map(rotated.map((newKey) => [newKey.replaces, newKey]));
  return old.flatMap((key) => {
    const newKey = newKeyByOldId.get(key.id);
    if (!newKey) return [];
    return {
      id: newKey.id,
      key: newKey.key,
      label: key.label,
      site: sites.find(({ id }) => id === key.site_id) ?? null,
      sites: key.role === 'technician' ? sitesText(key.site_ids, sites) : null,
      until: newKey.until,
    };
  });
}

/** Such as `57 keys selected` or `57 keys selected, 3 of them not shown`. */
function selectedKeysText(count: number, unseen: number): string {
  if (unseen === 0) return t('{count, plural, one {# key selected} other {# keys selected}}', { count });
  if (unseen === count)
    return t('{count, plural, one {# key selected, not shown} other {# keys selected, not shown}}', { count });
  return t(
    '{count, plural, one {# key selected, {unseen} of them not shown} other {# keys selected, {unseen} of them not shown}}',
    { count, unseen },
  );
}

/** Such as `57 keys work until 26 February 2027 at 23:59 now.` */
function changedEndText(count: number, end: string | null): string {
  return end === null
    ? t('{count, plural, one {# key has} other {# keys have}} no end now.', { count })
    : t('{count, plural, one {# key works} other {# keys work}} until {time} now.', { count, time: momentText(end) });
}
