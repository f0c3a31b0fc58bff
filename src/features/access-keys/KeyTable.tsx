import type { ReactNode } from 'react';
import { NamedValue } from '../../components/NamedValue.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { pressedOrder, type ListOrder } from '../../lib/screen/list-order.ts';
import {
  isInUse,
  isLastAdminKey,
  keyEnding,
  keyState,
  keyStates,
  type AccessKey,
} from '../../records/access-key/access-key.ts';
import { longDate, siteTime } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, SortHead } from '../../ui/DataTable.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { MenuItem } from '../../ui/menu/MenuItem.tsx';
import { RowMark, useRowMarks } from '../../ui/selection/RowMark.tsx';
import type { RowSelection } from '../../ui/selection/use-row-selection.ts';
import { endChip } from './key-ends.ts';
import type { KeyOrderKey } from './key-order.ts';
import { KeyLabelCell, labelIdOf } from './KeyLabelCell.tsx';
import layout from '../../ui/layout.module.css';
import selecting from '../../ui/selection/Selection.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';

/** The actions for a key; each has its own dialog. */
export type KeyAction = 'sites' | 'sessions' | 'end' | 'rotate' | 'revoke' | 'successor';

interface KeyTableProps {
  keys: readonly AccessKey[];
  /** All keys, shown or not: whether an admin key can be revoked depends on the others. */
  all: readonly AccessKey[];
  keyOwner: (key: AccessKey) => string;
  /** Whether a key was made just now. */
  isFresh: (key: AccessKey) => boolean;
  /** Whether a new key may replace a key that has ended. */
  canBeSucceeded: (key: AccessKey) => boolean;
  order: ListOrder<KeyOrderKey>;
  now: Date;
  /** The selected keys. `matching` has the ids of all keys that can be selected, in the order of the list. */
  selection: Pick<RowSelection, 'ids' | 'select'> & { matching: readonly number[] };
  onOrder: (order: ListOrder<KeyOrderKey>) => void;
  onRenamed: (key: AccessKey) => void;
  onAsk: (action: KeyAction, key: AccessKey) => void;
}

const stateTones = { active: 'ok', soon: 'warn', expired: 'neutral', revoked: 'danger' } as const;
const keyHeads = (): [KeyOrderKey, string][] => [
  ['key', t('Key')],
  ['for', t('For')],
  ['state', t('State')],
  ['issued', t('Issued')],
  ['used', t('Last used')],
  ['ends', t('Ends')],
];
const selectHead = () => (
  <th key="select" scope="col" className={layout.unprinted}>
    <span className={layout.visuallyHidden}>{t('Selected')}</span>
  </th>
);
/** The columns that are sorted in descending order unless the order is turned. */
const latestFirst: readonly KeyOrderKey[] = ['issued', 'used'];

/** The sort direction of a column, for its heading; null if the list is sorted by another column. */
function sortDirection(
  column: KeyOrderKey,
  { key, turned }: ListOrder<KeyOrderKey>,
): 'ascending' | 'descending' | null {
  if (key !== column) return null;
  return latestFirst.includes(column) === turned ? 'ascending' : 'descending';
}

/** The table of keys with the actions for each. In windows narrower than 1120 px each row is a card. */
export function KeyTable(props: KeyTableProps) {
  const { keys, all, order, keyOwner, isFresh, canBeSucceeded, now, selection, onOrder, onAsk, onRenamed } = props;
  const { onMark, handlers } = useRowMarks(selection.matching, selection.select);
  const heads = keyHeads().map(([column, text]) => (
    <SortHead
      key={column}
      text={text}
      sorted={sortDirection(column, order)}
      up={order.turned}
      cardsBelow={1120}
      onSort={() => onOrder(pressedOrder(order, column))}
    />
  ));
  return (
    <DataTable
      heads={[selectHead(), ...heads, t('Actions')]}
      cardsBelow={1120}
      rowsOf={all}
      className={styles.table}
      {...handlers}
    >
      {keys.map((key) => {
        const inUse = isInUse(key, now);
        return (
          <tr key={key.id} className={selection.ids.has(key.id) ? selecting.selected : ''}>
            <td className={`${styles.mark} ${layout.unprinted}`}>
              {inUse && (
                <RowMark
                  id={key.id}
                  label={t('Select {key}, {owner}', { key: key.label, owner: keyOwner(key) })}
                  checked={selection.ids.has(key.id)}
                  onMark={onMark}
                />
              )}
            </td>
            <th scope="row" aria-label={key.label}>
              <KeyLabelCell target={key} canChange={inUse} onRenamed={() => onRenamed(key)} />
            </th>
            <td className={styles.owner}>
              {keyOwner(key)}
              {key.role === 'technician' && inUse && (
                <Button
                  variant="ghost"
                  className={styles.sites}
                  onClick={() => onAsk('sites', key)}
                  aria-label={t('Change sites of {key}', { key: key.label })}
                >
                  {t('Change sites')}
                </Button>
              )}
            </td>
            <td className={styles.state}>
              <StateBadge of={key} now={now} />
              {isFresh(key) && <Badge tone="info">{t('New')}</Badge>}
            </td>
            <KeyFact name={t('Issued')}>{longDate(key.created_at)}</KeyFact>
            <KeyFact name={t('Last used')}>
              <KeyMoment instant={key.last_used_at} none={t('Never')} />
            </KeyFact>
            <KeyFact name={t(inUse ? 'Ends' : 'Ended')}>
              <KeyMoment instant={key.revoked_at ?? key.expires_at} none={t('No end')} />
              {inUse && (
                <Button
                  variant="ghost"
                  className={styles.sites}
                  onClick={() => onAsk('end', key)}
                  aria-label={t('Change the end of {key}', { key: key.label })}
                >
                  {t('Change end')}
                </Button>
              )}
            </KeyFact>
            <td className={styles.last}>
              <KeyActions of={key} all={all} canBeSucceeded={canBeSucceeded(key)} now={now} onAsk={onAsk} />
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

interface KeyActionsProps extends Pick<KeyTableProps, 'all' | 'now' | 'onAsk'> {
  of: AccessKey;
  /** Whether a new key may replace this one, which has ended. */
  canBeSucceeded: boolean;
}

/** The actions for a key. What needs to be done (rotating an old portal's key) is a button, the other actions are in a menu. */
function KeyActions({ of: key, all, canBeSucceeded, now, onAsk }: KeyActionsProps) {
  if (!isInUse(key, now))
    return canBeSucceeded ? (
      <Button onClick={() => onAsk('successor', key)} aria-label={t('Issue a successor of {key}', { key: key.label })}>
        {t('Issue a successor')}
      </Button>
    ) : null;
  const isOld = keyEnding(key, now) === 'old';
  const isLastAdmin = isLastAdminKey(key, all);
  return (
    <div className={`${layout.gap1} ${styles.actions}`}>
      <div className={layout.row}>
        {isOld && (
          <Button onClick={() => onAsk('rotate', key)} aria-label={t('Rotate {key}', { key: key.label })}>
            {t('Rotate')}
          </Button>
        )}
        <Menu label={t('More')} title={key.label} describedBy={labelIdOf(key)}>
          <MenuItem
            icon="clock"
            label={t('Sessions')}
            line={t('Where it is logged in')}
            onSelect={() => onAsk('sessions', key)}
          />
          {!isOld && (
            <MenuItem
              icon="retry"
              label={t('Rotate')}
              line={t('A new key takes its place')}
              onSelect={() => onAsk('rotate', key)}
            />
          )}
          <MenuItem
            icon="close"
            label={t('Revoke')}
            line={
              isLastAdmin
                ? t('The last admin key cannot be revoked. First issue another one without an end date.')
                : t('It stops working at once')
            }
            isDanger
            disabled={isLastAdmin}
            onSelect={() => onAsk('revoke', key)}
          />
        </Menu>
      </div>
      {isOld && (
        <p className={`${texts.fine} ${styles.reason}`}>{t('A key from the old portal. Rotate it before it ends.')}</p>
      )}
    </div>
  );
}

/** The state of a key; for a key in use with an end, when and why it ends (`decisions §17`). */
function StateBadge({ of: key, now }: { of: AccessKey; now: Date }) {
  const chip = endChip(key, now);
  const state = keyState(key, now);
  const label = keyStates.find(({ value }) => value === state)?.label;
  return chip ? (
    <Badge tone={chip.tone}>{chip.words}</Badge>
  ) : (
    <Badge tone={stateTones[state]}>{label && said(label)}</Badge>
  );
}

/** A cell that also has the name of its column, because the cards of narrow windows have no column headings. */
function KeyFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={styles.date}>
      <NamedValue head={name} nameClass={styles.name}>
        {children}
      </NamedValue>
    </td>
  );
}

const unbrokenTime = (inner: ReactNode) => <span className={styles.clock}>{inner}</span>;

/** A date with its time, between which a line may break; the text `none` if `instant` is null. */
function KeyMoment({ instant, none }: { instant: string | null; none: string }) {
  return (
    <span>
      {instant === null
        ? none
        : rich('{date} <clock>at {time}</clock>', {
            date: longDate(instant),
            time: siteTime(instant).clock,
            clock: unbrokenTime,
          })}
    </span>
  );
}
