/**
 * The prefixes of the names of drafts, by what a person works on. Another access key may take over these drafts, but nothing else
 * that an access key has stored.
 */
export const draftNamePrefixes = {
  newTask: 'add-task/',
  correction: 'edit-task/',
  maintenanceForm: 'maintenance-form/',
  failureCounts: 'failures/',
  site: 'site/',
  siteContact: 'site-contact/',
  siteNote: 'site-note/',
  faultReport: 'fault-report/',
} as const;
