import { t } from '../lib/language/translate.ts';

/** Printed on every letterhead: change it here when another company runs the portal. */
export const companyName = 'GateKeeper Field Service';

/** Whom a site calls when a gate is stuck; printed on every report. */
export const companyContact = {
  hotline: '010-000 0009',
  get hours() {
    return t('day and night, every day');
  },
  email: 'service@gatekeeper.example',
} as const;

/** The link that calls a number, which may be written with blanks, hyphens and brackets. */
export function telUrl(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/gu, '')}`;
}
