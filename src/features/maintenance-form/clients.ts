import { formPresets, presetOf } from '../../records/maintenance-form/form-presets.ts';
import { formSiteQuery } from './form-site.ts';
import type { FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import type { Equipment } from '../../records/maintenance-form/maintenance-form.ts';
import { siteTitle, textOrNull } from '../../records/site/site-columns.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** `equipment` is null until known. */
export type ClientDetails = Pick<FormTemplate, 'generalInfo'> & { equipment: Equipment | null };

export const clientOf = ({ id }: Pick<EditedSite, 'id'>) => `site-${id}`;

/** The choices of 'Select Client' (`decisions §8`). */
export function clientChoices(sites: readonly EditedSite[]) {
  return [
    { label: 'Sites', options: sites.map((site) => ({ value: clientOf(site), label: site.name })) },
    { label: 'Templates', options: formPresets.map(({ id, name }) => ({ value: id, label: name })) },
  ].filter(({ options }) => options.length > 0);
}

export function clientName(client: string, sites: readonly EditedSite[]): string | null {
  return presetOf(client)?.name ?? sites.find((one) => clientOf(one) === client)?.name ?? null;
}

/** A preset client has a site if one bears its name. */
export function siteOf(client: string, sites: readonly EditedSite[]): EditedSite | null {
  const preset = presetOf(client);
  const isIt = (site: EditedSite) =>
    preset ? [site.name, site.sitename].includes(preset.name) : clientOf(site) === client;
  return sites.find(isIt) ?? null;
}

export function detailsOf(site: EditedSite): FormTemplate['generalInfo'] {
  return {
    client: siteTitle(site),
    location: textOrNull(site.address)?.replaceAll(/\s*\n\s*/gu, ', ') ?? '',
    salesEngineer: '',
  };
}

/** What a client brings, with its site's equipment; null for none, or one that cannot be read now. */
export async function readTemplate(client: string, sites: readonly EditedSite[]): Promise<FormTemplate | null> {
  const site = siteOf(client, sites);
  const preset = presetOf(client);
  if (preset || !site) return preset;
  try {
    const { equipment } = await queryClient.ensureQueryData(formSiteQuery(site.id));
    return { generalInfo: detailsOf(site), equipment };
  } catch {
    return null;
  }
}
