import { hashKey } from '@tanstack/react-query';
import type { ResultCopy } from '../../lib/device/copies.ts';
import { isUnanswered } from '../../lib/device/query-copies.ts';
import { getSession } from '../../lib/device/session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { RequestError } from '../../lib/request-error.ts';
import { hasRight } from '../access-key/role.ts';
import { failureSiteQuery } from '../failure/failure-queries.ts';
import { openFaultsQuery } from '../fault/fault-queries.ts';
import { siteFaultsQuery } from '../fault/site-faults.ts';
import { formSiteQuery } from '../maintenance-form/form-site-query.ts';
import { siteContactsQuery } from '../site-contacts/contact-calls.ts';
import { documentsQuery } from '../site-documents/document-calls.ts';
import type { SiteDocument } from '../site-documents/document.ts';
import { siteRecordQuery, sitesQuery, type SiteRecord } from '../site/site-queries.ts';
import type { NamedSite } from './pinned-sites.ts';

/** The records of a site, as the device stores them. */
interface SiteRecords {
  record: SiteRecord | null;
  /** Query results, each with the name of its copy. */
  results: [name: string, ResultCopy][];
  /** The photos of the reports of its open faults. */
  faultPhotos: string[];
  documents: readonly SiteDocument[];
}

/** Reads the results that a site's screens show. @throws RequestError when the service does not answer, even if copies exist */
export async function readRecords({ id, site }: NamedSite): Promise<SiteRecords> {
  const [record, failureCounts, form] = [siteRecordQuery(site), failureSiteQuery(site), formSiteQuery(id)];
  const [siteFaults, openFaults, siteDocuments] = [siteFaultsQuery(id), openFaultsQuery(id), documentsQuery(id)];
  const contacts = siteContactsQuery(id);
  const fillsForms = hasRight(getSession()?.role, 'addVisits');
  const [found, open, documents] = await Promise.all([
    queryClient.query(record),
    queryClient.query(openFaults),
    queryClient.query(siteDocuments),
    queryClient.query(failureCounts),
    queryClient.query(siteFaults),
    queryClient.query(contacts),
    // a person who has several sites chooses the site from the list of sites
    site === null ? null : queryClient.query(sitesQuery),
    fillsForms ? queryClient.query(form) : null,
  ]);
  const results = [record, failureCounts, siteFaults, openFaults, siteDocuments, contacts, sitesQuery, form].flatMap(
    ({ queryKey }): [string, ResultCopy][] => {
      const query = queryClient.getQueryCache().find({ queryKey });
      if (!query || query.state.data === undefined) return [];
      if (isUnanswered(query)) throw new RequestError('Only a copy came', 0, 'network');
      const { data: value, dataUpdatedAt } = query.state;
      return [[hashKey(queryKey), { value, at: dataUpdatedAt }]];
    },
  );
  const faultPhotos = open.flatMap(({ voices }) => voices.flatMap(({ photos }) => photos));
  return { record: found, results, faultPhotos, documents };
}
