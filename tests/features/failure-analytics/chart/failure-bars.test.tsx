import { describe, expect, it } from 'vitest';
import { axisLabel, chartTitle, failureBars } from '../../../../src/features/failure-analytics/chart/failure-bars.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

const entries = [entry('Loop', 1, 2), entry('Arm', 4, 0), entry('Loop', 1, 1), entry('Belt', 7, 8, 2023)];

describe('the bars of a post', () => {
  it('are two series by the types of the year, the worst first', () => {
    expect(chartTitle(2024)).toBe('Failure Occurrences by Type - 2024');
    expect(failureBars(entries, 2024, null, false)).toEqual({
      types: ['Loop', 'Arm'],
      series: [
        { label: 'Entrance Failures', side: 'entrance', compared: false, values: [2, 4] },
        { label: 'Exit Failures', side: 'exit', compared: false, values: [3, 0] },
      ],
    });
    expect(failureBars([...entries, entry('Belt', 9, 0)], 2024, null, false).types).toEqual(['Belt', 'Loop', 'Arm']);
  });

  it('are in the order of the record while counts are edited', () => {
    expect(failureBars([...entries, entry('Belt', 9, 0)], 2024, null, true).types).toEqual(['Loop', 'Arm', 'Belt']);
    expect(failureBars([entry('Arm', 1, 1, 2023), ...entries], 2024, 2023, true).types).toEqual([
      'Loop',
      'Arm',
      'Belt',
    ]);
  });

  it('are four series in a comparison, each named with its year, including types of a single year', () => {
    const { types, series } = failureBars(entries, 2024, 2023, false);
    expect(types).toEqual(['Loop', 'Arm', 'Belt']);
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['Entrance Failures 2023', [null, null, 7]],
      ['Entrance Failures 2024', [2, 4, null]],
      ['Exit Failures 2023', [null, null, 8]],
      ['Exit Failures 2024', [3, 0, null]],
    ]);
    // the older year is on the left, whichever was chosen first
    expect(failureBars(entries, 2023, 2024, false).series.map(({ label, compared }) => [label, compared])).toEqual([
      ['Entrance Failures 2023', false],
      ['Entrance Failures 2024', true],
      ['Exit Failures 2023', false],
      ['Exit Failures 2024', true],
    ]);
  });
});

describe('axisLabel', () => {
  it.each<[string, string[]]>([
    ['Spring Broken', ['Spring Broken']],
    ['RFID Reader Not Reading', ['RFID Reader', 'Not Reading']],
    ['', ['']],
    ['Supercalifragilistic', ['Supercalifragi', 'listic']],
    ['one two three four five six seven eight nine ten eleven', ['one two three', 'four five six', 'seven eight…']],
  ])('breaks %j', (name, lines) => {
    expect(axisLabel(name)).toEqual(lines);
  });

  it('never splits an emoji and never needs more than three lines', () => {
    const lines = axisLabel('👩‍🔧'.repeat(200));
    expect(lines).toEqual(['👩‍🔧'.repeat(14), '👩‍🔧'.repeat(14), `${'👩‍🔧'.repeat(13)}…`]);
  });
});
