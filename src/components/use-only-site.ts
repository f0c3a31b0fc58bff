import { useQuery } from '@tanstack/react-query';
import { useRight } from './use-right.ts';
import { siteNamesQuery } from '../records/site/site-queries.ts';

/** The only site of a key, which nobody has to pick; null when there are several. */
export function useOnlySite(): string | null {
  const starts = useRight('startAtOnlySite');
  const names = useQuery({ ...siteNamesQuery, enabled: starts });
  const [only, other] = names.data ?? [];
  return (starts && other === undefined && only) || null;
}
