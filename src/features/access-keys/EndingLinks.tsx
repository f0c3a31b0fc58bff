import { useQuery } from '@tanstack/react-query';
import { t } from '../../lib/language/translate.ts';
import { hasFailed, LoadFailure } from '../../ui/message/Loaded.tsx';
import { Warning } from '../../ui/message/Warning.tsx';
import { linksOfKeysQuery } from './bulk/bulk-calls.ts';
import texts from '../../ui/text.module.css';

/** A warning that says how many links end when the keys are revoked; nothing if no link does. @param ids the ids of the keys */
export function EndingLinks({ ids }: { ids: readonly number[] }) {
  const links = useQuery(linksOfKeysQuery(ids));
  const { data: count } = links;
  if (ids.length === 0) return null;
  if (hasFailed(links)) return <LoadFailure query={links} error={t('How many links end too could not be read.')} />;
  if (count === undefined) return <p className={texts.muted}>{t('Counting the links that end too…')}</p>;
  if (count === 0) return null;
  return (
    <Warning>
      {t(
        '{count, plural, one {# link to visits ends too, at once: whoever has it sees nothing any more.} other {# links to visits end too, at once: whoever has one sees nothing any more.}}',
        { count },
      )}
    </Warning>
  );
}
