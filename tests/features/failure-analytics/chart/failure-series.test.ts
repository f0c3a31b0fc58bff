import { describe, expect, it } from 'vitest';
import { heatMapOf } from '../../../../src/features/failure-analytics/reading/failure-heat.ts';
import type { FailureEntry } from '../../../../src/records/failure/failure-record.ts';
import { axisLabel, chartTitle, failureBars } from '../../../../src/features/failure-analytics/chart/failure-series.ts';

const entry = (type: string, entrance: number, exit: number, year = 2024): FailureEntry => ({
  type,
  entrance,
  exit,
  year,
});
const entries = [entry('Loop', 1, 2), entry('Arm', 4, 0), entry('Loop', 1, 1), entry('Belt', 7, 8, 2023)];

describe('the bars of a post', () => {
  it('are two series over the types of the year', () => {
    expect(chartTitle(2024)).toBe('Failure Occurrences by Type - 2024');
    expect(failureBars(entries, 2024, null)).toEqual({
      types: ['Loop', 'Arm'],
      series: [
        { label: 'Entrance Failures', side: 'entrance', compared: false, values: [2, 4] },
        { label: 'Exit Failures', side: 'exit', compared: false, values: [3, 0] },
      ],
    });
  });

  it('are four with a year to compare, and types that only that year has', () => {
    const { types, series } = failureBars(entries, 2024, 2023);
    expect(types).toEqual(['Loop', 'Arm', 'Belt']);
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['Entrance Failures', [2, 4, 0]],
      ['Entrance Failures 2023', [0, 0, 7]],
      ['Exit Failures', [3, 0, 0]],
      ['Exit Failures 2023', [0, 0, 8]],
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

  it('never breaks an emoji and never takes more than three lines', () => {
    const lines = axisLabel('👩‍🔧'.repeat(200));
    expect(lines).toEqual(['👩‍🔧'.repeat(14), '👩‍🔧'.repeat(14), `${'👩‍🔧'.repeat(13)}…`]);
  });
});

describe('the heat map', () => {
  const posts = new Map([
    ['P1', [entry('Loop', 1, 0), entry('Arm', 8, 8)]],
    ['P2', [entry('Loop', 3, 3, 2023)]],
    ['P3', [entry('Loop', 2, 3), entry('Loop', 4, 0), entry('Belt', 0, 0)]],
  ]);

  it('has the posts of the year by types, with totals', () => {
    const map = heatMapOf(posts, posts, 2024);
    expect(map.types).toEqual(['Arm', 'Loop', 'Belt']);
    expect(map.rows).toEqual([
      { post: 'P1', place: 0, total: 17, cells: [{ count: 16, level: 4 }, { count: 1, level: 1 }, null] },
      { post: 'P3', place: 2, total: 9, cells: [null, { count: 9, level: 3 }, { count: 0, level: 0 }] },
    ]);
    expect(map.totals).toEqual([16, 10, 0]);
    expect(map.total).toBe(26);
  });

  it('keeps its columns where they were while counts change', () => {
    const draft = new Map([['P1', [entry('Loop', 99, 0), entry('Arm', 1, 0), entry('New', 500, 0)]]]);
    expect(heatMapOf(draft, posts, 2024).types).toEqual(['Arm', 'Loop', 'New']);
  });

  it('is empty without entries, and of the lowest tone with zeros alone', () => {
    expect(heatMapOf(posts, posts, 2022)).toEqual({ types: [], rows: [], totals: [], total: 0 });
    expect(heatMapOf(new Map([['P1', [entry('Loop', 0, 0)]]]), new Map(), 2024).rows[0]?.cells).toEqual([
      { count: 0, level: 0 },
    ]);
  });
});
