import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { listedWords } from '../../../records/counted.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { keyRefusal } from '../key-calls.ts';
import type { Refusals } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './Bulk.module.css';

interface KeyNamesProps {
  keys: readonly AccessKey[];
  ownerOf: (key: AccessKey) => string;
}

/** Each key of an action by its label and for whom it is, folded up where there are many. */
export function KeyNames({ keys, ownerOf }: KeyNamesProps) {
  return (
    <details className={styles.names} open={keys.length <= maxNames}>
      <summary>{t('{count, plural, one {Which key} other {Which # keys}}', { count: keys.length })}</summary>
      <ul className={texts.breaks}>
        {keys.map((key) => (
          <li key={key.id}>{t('{key}, {owner}', { key: key.label, owner: ownerOf(key) })}</li>
        ))}
      </ul>
    </details>
  );
}

/** Up to this number keys are named at once, beyond it counted. */
const maxNames = 3;

/** `A, B, C and 54 others` */
function namedKeys(keys: readonly AccessKey[]): string {
  const labels = keys.map(({ label }) => label);
  return listedWords(
    labels.length <= maxNames + 1
      ? labels
      : [...labels.slice(0, maxNames), t('{count} others', { count: labels.length - maxNames })],
  );
}

interface RefusedKeysProps {
  refusals: readonly Refusals[];
  error: string | null;
}

/** Why nothing was changed: which keys refuse, by their reasons, or what went wrong with the call. */
export function RefusedKeys({ refusals, error }: RefusedKeysProps) {
  const count = refusals.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count === 0) return <ErrorNote>{error}</ErrorNote>;
  return (
    <div className={layout.gap2} role="alert">
      <ErrorNote announced={false}>
        {t(
          '{count, plural, one {# key refuses, so nothing was changed:} other {# keys refuse, so nothing was changed:}}',
          {
            count,
          },
        )}
      </ErrorNote>
      <ul className={`${texts.breaks} ${styles.refusals}`}>
        {refusals.map(({ reason, keys }) => (
          <li key={reason}>
            {t('{keys}: {reason}', {
              keys: namedKeys(keys),
              reason: keyRefusal(reason) ?? t('The server refused it.'),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
