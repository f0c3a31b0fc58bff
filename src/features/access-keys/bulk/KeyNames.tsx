import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { keyRefusalText } from '../key-errors.ts';
import { listedKeys, maxNamedKeys } from '../listed-keys.ts';
import type { KeyRefusal } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './Bulk.module.css';

interface KeyNamesProps {
  keys: readonly AccessKey[];
  ownerOf: (key: AccessKey) => string;
}

/** A list of keys, each with its label and its owner. The list is folded if it has more than three keys. */
export function KeyNames({ keys, ownerOf }: KeyNamesProps) {
  return (
    <details className={styles.names} open={keys.length <= maxNamedKeys}>
      <summary>{t('{count, plural, one {Which key} other {Which # keys}}', { count: keys.length })}</summary>
      <ul className={texts.breaks}>
        {keys.map((key) => (
          <li key={key.id}>{t('{key}, {owner}', { key: key.label, owner: ownerOf(key) })}</li>
        ))}
      </ul>
    </details>
  );
}

interface KeyRefusalsProps {
  refusals: readonly KeyRefusal[];
  error: string | null;
}

/** Says why nothing was changed: lists the keys that the server refused, by reason, or shows the error of the call. */
export function KeyRefusals({ refusals, error }: KeyRefusalsProps) {
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
              keys: listedKeys(keys),
              reason: keyRefusalText(reason) ?? t('The server refused it.'),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
