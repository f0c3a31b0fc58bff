import { afterEach, describe, expect, it } from 'vitest';
import {
  blockCells,
  isBlock,
  rejectedText,
  pastedCounts,
} from '../../../../src/features/failure-analytics/draft/pasted-counts.ts';
import { setLanguage } from '../../../../src/lib/language/translate.ts';

const rowsOf = (post: string, ...types: string[]) =>
  types.map((type, index) => ({ post, type, nth: types.slice(0, index).filter((earlier) => earlier === type).length }));
const rows = [...rowsOf('P1', 'Barrier Arm Jammed', 'Loop', 'Loop', ''), ...rowsOf('P2', 'Loop', 'Spring')];
const from = { post: 'P1', type: 'Barrier Arm Jammed', year: 2027, nth: 0, side: 'entrance' } as const;

/** The counts that a paste fills in, such as `P1 Loop 1 exit 7`, and the message about the other cells. */
function filled(text: string, at: Partial<Parameters<typeof pastedCounts>[2]> = {}) {
  const pasted = pastedCounts(text, rows, { ...from, ...at });
  return {
    counts: pasted.counts.map(({ post, type, nth, side, count }) => `${post} ${type} ${nth} ${side} ${count}`),
    rejected: rejectedText(pasted),
  };
}

describe('a block of cells', () => {
  it.each<[string, string[][]]>([
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['1\n\n2\n\n\n', [['1'], [''], ['2']]],
    [
      '"5"" arm"\t"two\nlines"\n "\t7',
      [
        ['5" arm', 'two\nlines'],
        [' "', '7'],
      ],
    ],
    ['1\r2', [['1'], ['2']]],
    ['', []],
  ])('%j is read as the program that copied it intends', (text, cells) => {
    expect(blockCells(text)).toEqual(cells);
  });

  it('is distinguished from a single cell, which spreadsheets copy with a line break', () => {
    expect(['12', '12\r\n', '', '12\t', '1\n2\n', '1\t2'].map(isBlock)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('a pasted block', () => {
  it.each([
    [
      'fills right and down from the count',
      '1,200\t2\r\n\t４\r\n5.00\t1 000\r\n',
      {},
      [
        'P1 Barrier Arm Jammed 0 entrance 1200',
        'P1 Barrier Arm Jammed 0 exit 2',
        'P1 Loop 0 exit 4',
        'P1 Loop 1 entrance 5',
        'P1 Loop 1 exit 1000',
      ],
      null,
    ],
    [
      'of one column fills the column of the count',
      '1\n2',
      { side: 'exit' as const, type: 'Loop' },
      ['P1 Loop 0 exit 1', 'P1 Loop 1 exit 2'],
      null,
    ],
    [
      'with the names of types goes by them, however they are written, also twice',
      'LOOP\t1\t2\nbarrier  arm jammed\t3\t4\nloop\t5\t6',
      { type: 'Loop' },
      [
        'P1 Loop 0 entrance 1',
        'P1 Loop 0 exit 2',
        'P1 Barrier Arm Jammed 0 entrance 3',
        'P1 Barrier Arm Jammed 0 exit 4',
        'P1 Loop 1 entrance 5',
        'P1 Loop 1 exit 6',
      ],
      null,
    ],
    [
      'with headings goes by them',
      'Exit failures\tTotal\tEntrance Failures\n1\t3\t2',
      { side: 'exit' as const },
      ['P1 Barrier Arm Jammed 0 exit 1', 'P1 Barrier Arm Jammed 0 entrance 2'],
      null,
    ],
    [
      'with headings over names',
      '\tEntrance\tExit\nLoop\t1\t2',
      {},
      ['P1 Loop 0 entrance 1', 'P1 Loop 0 exit 2'],
      null,
    ],
    [
      "from the portal's CSV fills every post, of this year only",
      [
        'Post\tFailure Type\tYear\tEntrance Failures\tExit Failures\tTotal',
        'P2\tSpring\t2027\t1\t2\t3',
        'P2\tLoop\t2026\t8\t8\t16',
        'P1\t(no type)\t2027\t4\t5\t9',
        'P9\tLoop\t2027\t1\t1\t2',
      ].join('\r\n'),
      {},
      ['P2 Spring 0 entrance 1', 'P2 Spring 0 exit 2', 'P1  0 entrance 4', 'P1  0 exit 5'],
      'Not filled in: a row of 2026 is not of 2027; “P9” is no post here.',
    ],
    [
      'says what is no count',
      '-3\tn/a\n2.5\t1.000\n1000000\t7',
      {},
      ['P1 Loop 1 exit 7'],
      'Not filled in: “-3” (Barrier Arm Jammed, Entrance) is no count; “n/a” (Barrier Arm Jammed, Exit) is no count; “2.5” (Loop, Entrance) is no count; and 2 more.',
    ],
    [
      'says what did not fit',
      '1\t2\n3\t4\n5\t6',
      { type: 'Loop', nth: 1, side: 'exit' as const },
      ['P1 Loop 1 exit 1', 'P1  0 exit 3'],
      'Not filled in: 2 cells came after the column Exit; 1 row came after the last type of P1.',
    ],
    [
      'fills nothing by place where its names are not known',
      'Jenis\tMasuk\nGelung\t4\nLoop\t5',
      {},
      ['P1 Loop 0 entrance 5'],
      'Not filled in: “Jenis” is no type of P1 in 2027; “Gelung” is no type of P1 in 2027.',
    ],
    ['without any count changes nothing', '\t\n\t', {}, [], null],
  ])('%s', (_, text, at, counts, rejected) => {
    expect(filled(text, at)).toEqual({ counts, rejected });
  });
});

describe('the CSV of the portal in another language', () => {
  afterEach(() => setLanguage('en', 'en-GB', {}));

  it('is read by its own headings and its own word for an empty type', () => {
    setLanguage('ms', 'ms-MY', {
      Post: 'Pos',
      'Failure Type': 'Jenis kerosakan',
      'Exit Failures': 'Kerosakan keluar',
      '(no type)': '(tiada jenis)',
    });
    const csv = 'Pos\tJenis kerosakan\tKerosakan keluar\nP2\tSpring\t3\nP1\t(tiada jenis)\t4';
    expect(filled(csv)).toEqual({ counts: ['P2 Spring 0 exit 3', 'P1  0 exit 4'], rejected: null });
  });
});
