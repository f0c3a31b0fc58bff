import { getSession } from '../../lib/device/session.ts';
import { message, said, type Message } from '../../lib/language/translate.ts';
import { hasRight, type Right } from '../access-key/role.ts';
import { linkTo, toFailures, type Path } from '../portal-links.ts';
import * as paths from '../portal-paths.ts';

/** The links to the screens of a picked site, in order (`decisions §3`), with the right that each needs. */
const screens = [
  { path: paths.maintenance, label: message('Records'), right: 'pickSite' },
  { path: paths.serviceHistory, label: message('Service History'), right: 'pickSite' },
  { path: paths.charts, label: message('Analytics'), right: 'changeRecords' },
  { path: paths.profile, label: message('Profile'), right: 'changeRecords' },
  { path: paths.sites, label: message('Editor'), right: 'changeRecords' },
  { path: paths.addTask, label: message('Add a visit'), right: 'addVisits' },
] as const satisfies readonly { path: Path; label: Message; right: Right }[];

export interface SiteScreen {
  path: Path;
  label: string;
  link: string;
}

/** The links to a picked site that this session may open. @param year the current year */
export function siteScreens(site: string, year: number): SiteScreen[] {
  const role = getSession()?.role;
  return screens
    .filter(({ right }) => hasRight(role, right))
    .map(({ path, label }) => ({
      path,
      label: said(label),
      link: path === paths.charts ? toFailures(year, site) : linkTo(path, { site }),
    }));
}
