import { nameTaken, type SiteErrors } from './site-check.ts';
import { siteFieldKeys } from '../../records/site/site-fields.ts';
import { RequestError } from '../../lib/request-error.ts';

/** What the database refused, in words, by field; null when the save failed for another reason. */
export function refusalOf(error: unknown): SiteErrors | null {
  if (!(error instanceof RequestError)) return null;
  if (error.message.includes('maintable_name_key')) return { name: nameTaken };
  // a check is named after its column
  const column = /"maintable_([a-z_]+)_check\d*"/u.exec(error.message)?.[1];
  const field = siteFieldKeys.find((key) => key === column);
  return field ? { [field]: 'This cannot be stored. Make it shorter and use ordinary characters only.' } : null;
}
