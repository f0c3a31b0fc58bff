import { describe, expect, it } from 'vitest';
import { guideCategories, guideCategory } from '../../../src/features/guide/guide-category.ts';

describe('the category of a guide', () => {
  it.each([
    ['server-lan-setup-and-status-check.pdf', 'setup'],
    // the first word of the rule decides, not the first of the name
    ['setup-config-user.pdf', 'setup'],
    ['user-config-setup.pdf', 'setup'],
    ['user-manual-for-configuration.pdf', 'configuration'],
    ['error-reference-for-users.pdf', 'user-guides'],
    ['api-error-codes.pdf', 'reference'],
    ['debug-reference.pdf', 'reference'],
    ['Configuration.pdf', 'configuration'],
    ['reconfigure.pdf', 'configuration'],
    ['SETUP.PDF', 'setup'],
    ['quick-guide.pdf', 'user-guides'],
    ['Controller User Manual.pdf', 'user-guides'],
    ['MANUAL.pdf', 'user-guides'],
    // contained anywhere is enough, as the rule says
    ['capital-costs.pdf', 'reference'],
    ['REFERENCE_values.pdf', 'reference'],
    ['troubleshooting.pdf', 'troubleshooting'],
    ['debugging_the_reader.pdf', 'troubleshooting'],
    ['terror.pdf', 'troubleshooting'],
    // not the words themselves
    ['set-up.pdf', 'general'],
    ['sample-monthly-report.pdf', 'general'],
    ['.pdf', 'general'],
    ['', 'general'],
  ])('%j is in %s', (file, category) => {
    expect(guideCategory(file)).toBe(category);
  });

  it('has sections in the order of the page', () => {
    expect(guideCategories.map(({ id, heading }) => [id, heading])).toEqual([
      ['setup', 'Setup & Installation'],
      ['configuration', 'Configuration'],
      ['user-guides', 'User Guides'],
      ['reference', 'Reference Documentation'],
      ['troubleshooting', 'Troubleshooting'],
      ['general', 'General Documentation'],
    ]);
  });
});
