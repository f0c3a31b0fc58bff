import { queryClient } from '../../lib/query-client.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, withIdempotencyKey } from '../../records/attempt.ts';
import { changesKey } from '../../records/change-log/change-log.ts';
import { presetOf } from '../../records/maintenance-form/form-presets.ts';
import {
  equipmentColumns,
  equipmentIn,
  formSiteQuery,
  readEquipmentOf,
  type FormSite,
  type StoredEquipment,
} from '../../records/maintenance-form/form-site-query.ts';
import type { FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import {
  changedEquipment,
  equipmentConflicts,
  storedEquipment,
  withFields,
  type EquipmentField,
  type Equipment,
} from '../../records/maintenance-form/maintenance-form.ts';
import { saveWithRevision, writtenRows } from '../../records/save-with-revision.ts';
import { siteTitle, textOrNull } from '../../records/site/site-columns.ts';
import { invalidateSites, type EditedSite } from '../../records/site/site-queries.ts';

/** The fields that both persons have changed. */
export interface EquipmentConflict {
  fields: EquipmentField[];
  /** The equipment that somebody else has saved. */
  theirs: StoredEquipment;
}

type EquipmentOutcome = { saved: StoredEquipment } | { conflict: EquipmentConflict };

/**
 * Saves the typed equipment. Fields that only somebody else has changed are left as they are. If both have changed a field, nothing is written and
 * the conflict is returned (`decisions §5`).
 */
export async function saveEquipment(id: number, base: StoredEquipment, typed: Equipment): Promise<EquipmentOutcome> {
  return withIdempotencyKey(`equipment/${id}`, { base, typed }, (attempt) =>
    saveWithRevision<StoredEquipment, EquipmentOutcome>({
      base,
      read: () => readEquipmentOf(id),
      write: async (current) => {
        const fields = equipmentConflicts(base.equipment, typed, current.equipment);
        if (fields.length > 0) return { conflict: { fields, theirs: current } };
        const equipment = withFields(current.equipment, typed, changedEquipment(base.equipment, typed));
        const saved = await writeEquipment(id, { ...current, equipment }, attempt);
        return saved && { saved };
      },
      done: (saved) => ({ saved }),
    }),
  );
}

/** Writes the equipment and returns it with its new revision; null if the record has changed since it was read. */
async function writeEquipment(
  id: number,
  { equipment, revision }: StoredEquipment,
  attempt: string,
): Promise<StoredEquipment | null> {
  const response = await supabase
    .from('maintable')
    .update({ equipment: storedEquipment(equipment), revision: revision + 1 })
    .eq('id', id)
    .eq('revision', revision)
    .select(equipmentColumns)
    .setHeader(attemptHeader, attempt);
  return equipmentIn(writtenRows(response));
}

/** Puts the saved equipment of a site into the query cache, and invalidates the queries that show the site's record. */
export function showSavedEquipment(id: number, saved: StoredEquipment): void {
  queryClient.setQueryData<FormSite>(formSiteQuery(id).queryKey, (cached) => cached && { ...cached, ...saved });
  invalidateSites();
  void queryClient.invalidateQueries({ queryKey: changesKey });
}

// The clients of the form are the sites and the presets.

/** The values that a client fills into the form. `equipment` is null until it is read. */
export type ClientDetails = Pick<FormTemplate, 'generalInfo'> & { equipment: Equipment | null };

/** The value of a site among the choices of 'Select Client'. */
export const clientOf = ({ id }: Pick<EditedSite, 'id'>) => `site-${id}`;

/** The name of a preset or site; null if there is no such client, or the sites are not loaded. */
export function clientName(client: string, sites: readonly EditedSite[]): string | null {
  return presetOf(client)?.name ?? sites.find((site) => clientOf(site) === client)?.name ?? null;
}

/** The site of a client. A preset client has a site if a site has its name. */
export function siteOf(client: string, sites: readonly EditedSite[]): EditedSite | null {
  const preset = presetOf(client);
  const clientSite = preset
    ? sites.find(({ name, sitename }) => [name, sitename].includes(preset.name))
    : sites.find((site) => clientOf(site) === client);
  return clientSite ?? null;
}

/** The general information that a site's record gives the form, with the address on one line. */
export function generalInfoOf(site: EditedSite): FormTemplate['generalInfo'] {
  return {
    client: siteTitle(site),
    location: textOrNull(site.address)?.replaceAll(/\s*\n\s*/gu, ', ') ?? '',
    salesEngineer: '',
  };
}

/**
 * The values that a client fills into the form: a preset its own values, another client the record and the equipment of its site. Null if
 * there is no such client, or if the site cannot be read.
 */
export async function readTemplate(client: string, sites: readonly EditedSite[]): Promise<FormTemplate | null> {
  const site = siteOf(client, sites);
  const preset = presetOf(client);
  if (preset) return preset;
  if (!site) return null;
  try {
    const { equipment } = await queryClient.ensureQueryData(formSiteQuery(site.id));
    return { generalInfo: generalInfoOf(site), equipment };
  } catch {
    return null;
  }
}
