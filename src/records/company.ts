/** Printed on every letterhead: change it here when another company runs the portal. */
export const companyName = 'GateKeeper Field Service';

/** Whom a site calls when a gate is stuck; printed on every report. */
export const companyContact = {
  hotline: '010-000 0009',
  hours: 'day and night, every day',
  email: 'service@gatekeeper.example',
} as const;
