import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../src/lib/text-rules.ts';
import { openChecks, withResult } from '../../../src/records/maintenance-form/form-visit.ts';
import { emptyMaintenanceForm, type MaintenanceForm } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { visitLines, withVisitLines } from '../../../src/records/maintenance-form/visit-lines.ts';

const textOf = (form: MaintenanceForm) => withVisitLines('', visitLines(form));
const empty = emptyMaintenanceForm;
const passedForm = () => withResult(empty(), openChecks(empty()), 'Pass');

const completeForm = (): MaintenanceForm => {
  const form = passedForm();
  form.tasksPerformed.visualInspection.text = 'Arm straight';
  form.tasksPerformed.gateCycleTest = { result: 'Fail', text: 'Stops half way\n12 s' };
  form.tasksPerformed.rfidReaderTest = { result: 'Fail', text: '' };
  form.tasksPerformed.loopDetectorTest = { result: 'N.A.', text: ' no loop ' };
  return {
    ...form,
    findings: { issueDetails: 'Palang bengkok', recommendedAction: '更换电源' },
    conclusion: [
      { post: 'P2 Visitor', text: 'In order' },
      { post: 'P1 Main Gate', text: ' \n' },
      { post: 'P3', text: 'Greased' },
    ],
  };
};

describe('the text that a form suggests', () => {
  it('contains only what is filled in, in the order of the form', () => {
    expect(textOf(completeForm())).toBe(`3 of 6 checks passed, 2 failed, 1 not applicable.
Visual inspection: Arm straight
Gate cycle test, failed:
Stops half way
12 s
RFID reader test, failed
Loop detector test, not applicable: no loop
Issue details: Palang bengkok
Recommended action: 更换电源
Conclusion, P2 Visitor: In order
Conclusion, P3: Greased`);
  });

  it.each<[string, MaintenanceForm, string]>([
    ['nothing', empty(), ''],
    ['all checks passed', passedForm(), 'All 6 checks passed.'],
    ['some', withResult(empty(), ['gateCycleTest'], 'Pass'), '1 of 6 checks passed.'],
    ['only a finding', { ...empty(), findings: { issueDetails: 'X', recommendedAction: '' } }, 'Issue details: X'],
    ['only what cannot be seen', { ...empty(), conclusion: [{ post: 'P1', text: '\u200B' }] }, ''],
  ])('of a form with %s', (_, form, text) => {
    expect(textOf(form)).toBe(text);
  });

  it('is added once below what was typed already', () => {
    const lines = visitLines(passedForm());
    const joinedText = withVisitLines('Arm replaced\n ', lines);
    expect(joinedText).toBe('Arm replaced\n\nAll 6 checks passed.');
    expect(withVisitLines(joinedText, lines)).toBe(joinedText);
    expect(withVisitLines('Arm replaced', [])).toBe('Arm replaced');
  });

  it('is never cut: if it is too long, the longest texts refer to the report', () => {
    const form = completeForm();
    form.findings.issueDetails = `${'长'.repeat(6_000)} end`;
    form.tasksPerformed.gateCycleTest.text = `${'x'.repeat(5_000)} end`;
    const text = textOf(form);
    expect(text).toContain('Issue details: see the PDF report.');
    expect(text).toContain(`${'x'.repeat(5_000)} end`);
    expect(lengthOf(text)).toBeLessThanOrEqual(10_000);
    const typedText = 'y'.repeat(9_000);
    const joinedText = withVisitLines(typedText, visitLines(form));
    expect(joinedText.startsWith(`${typedText}\n\n3 of 6`)).toBe(true);
    expect(joinedText).toContain('Gate cycle test, failed: see the PDF report.');
    expect(joinedText).toContain('Conclusion, P3: Greased');
    // if even that does not fit, everything stays, and the field says how much is too much
    expect(withVisitLines('y'.repeat(10_000), visitLines(form))).toMatch(/Conclusion, P3: Greased$/u);
  });
});
