import { t } from '../lib/language/translate.ts';

/** Printed on every letterhead: change it here when another company runs the portal. */
export const companyName = 'GateKeeper Field Service';

/** The contact for emergencies; printed on every report. */
export const companyContact = {
  hotline: '010-000 0009',
  // a getter, because the language may change
  get hours() {
    return t('day and night, every day');
  },
  email: 'service@gatekeeper.example',
} as const;

/** The `tel:` URL of a number, which may contain blanks, hyphens and brackets. */
export function telUrl(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/gu, '')}`;
}
