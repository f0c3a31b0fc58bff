import { describe, expect, it } from 'vitest';
import {
  readOpenFolders,
  recordTree,
  toggleFolder,
  treeStep,
  typeAhead,
  visibleRows,
  writeOpenFolders,
  type RecordNode,
} from '../../../src/features/project-records/record-tree.ts';

const all = (node: RecordNode): RecordNode[] => [node, ...node.children.flatMap(all)];
const rowsAt = (text: string | null) => visibleRows(readOpenFolders(text));
const names = (text: string | null) => rowsAt(text).map(({ node }) => node.name);

describe('the records tree', () => {
  it('is fixed: a root with four years of twelve months with three files each', () => {
    expect(recordTree.name).toBe('Records');
    expect(recordTree.children.map(({ name }) => name)).toEqual(['2022', '2023', '2024', '2025']);
    for (const year of recordTree.children) {
      expect(year.children.map(({ name }) => name)).toEqual(
        ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((number) => `Month_${number}`),
      );
      for (const month of year.children) {
        const stem = `Service_record_${year.name}_${month.name.slice(6)}`;
        expect(month.children.map(({ name }) => name)).toEqual([`${stem}_A.pdf`, `${stem}_B.pdf`, `${stem}_C.pdf`]);
      }
    }
    const ids = all(recordTree).map(({ id }) => id);
    expect(ids).toHaveLength(1 + 4 + 48 + 144);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is closed at first, and ignores an invalid query string', () => {
    for (const text of [null, '', 'x', '2021', '2024/Month_13', '2024/Month_03/Service_record_2024_03_A.pdf'])
      expect(names(text)).toEqual(['Records']);
  });

  it('opens what a query string names, and its parents', () => {
    expect(names('Records')).toEqual(['Records', '2022', '2023', '2024', '2025']);
    const open = names('2024/Month_03');
    expect(open).toHaveLength(1 + 4 + 12 + 3);
    expect(open.slice(6, 10)).toEqual([
      'Month_03',
      'Service_record_2024_03_A.pdf',
      'Service_record_2024_03_B.pdf',
      'Service_record_2024_03_C.pdf',
    ]);
  });

  it('gives the position of each row', () => {
    const row = rowsAt('2024/Month_03').find(({ node }) => node.name === 'Service_record_2024_03_B.pdf');
    expect(row).toMatchObject({ parent: '2024/Month_03', level: 4, position: 2, siblings: 3, isOpen: false });
    expect(rowsAt('2024/Month_03')[3]).toMatchObject({ level: 2, position: 3, siblings: 4, isOpen: true });
  });

  it.each([null, 'Records', '2024', '2022/Month_01,2024/Month_03,2025'])('writes %j back unchanged', (text) => {
    expect(writeOpenFolders(readOpenFolders(text))).toBe(text);
  });

  it('closes a folder with everything in it, and leaves the others open', () => {
    const open = readOpenFolders('2022/Month_01,2024/Month_03');
    expect(writeOpenFolders(toggleFolder(open, '2024'))).toBe('2022/Month_01');
    expect(writeOpenFolders(toggleFolder(open, '2024/Month_03'))).toBe('2022/Month_01,2024');
    expect(writeOpenFolders(toggleFolder(open, 'Records'))).toBeNull();
    expect(writeOpenFolders(toggleFolder(open, '2023'))).toBe('2022/Month_01,2023,2024/Month_03');
  });
});

describe('the keys of the tree', () => {
  const rows = rowsAt('2024/Month_03');
  const file = '2024/Month_03/Service_record_2024_03_A.pdf';

  it.each([
    ['Records', 'ArrowDown', { kind: 'focus', id: '2022' }],
    ['Records', 'ArrowUp', null],
    ['Records', 'ArrowLeft', { kind: 'toggle', id: 'Records' }],
    ['Records', 'ArrowRight', { kind: 'focus', id: '2022' }],
    ['2022', 'ArrowRight', { kind: 'toggle', id: '2022' }],
    ['2022', 'ArrowLeft', { kind: 'focus', id: 'Records' }],
    ['2022', 'Home', { kind: 'focus', id: 'Records' }],
    ['2022', 'End', { kind: 'focus', id: '2025' }],
    ['2025', 'ArrowDown', null],
    ['2022', 'Enter', { kind: 'toggle', id: '2022' }],
    ['2022', ' ', { kind: 'toggle', id: '2022' }],
    [file, 'Enter', { kind: 'activate', id: file }],
    [file, ' ', { kind: 'activate', id: file }],
    [file, 'ArrowRight', null],
    [file, 'ArrowLeft', { kind: 'focus', id: '2024/Month_03' }],
    ['2022', 'Tab', null],
    ['gone', 'ArrowDown', null],
  ])('at %s, %j', (current, key, step) => {
    expect(treeStep(rows, current, key)).toEqual(step);
  });

  it('finds what is typed, after the current row and wrapping at the end', () => {
    expect(typeAhead(rows, 'Records', 'm')).toBe('2024/Month_01');
    expect(typeAhead(rows, '2024/Month_01', 'M')).toBe('2024/Month_02');
    expect(typeAhead(rows, '2024/Month_01', 'mmm')).toBe('2024/Month_02');
    expect(typeAhead(rows, '2024/Month_01', 'month_1')).toBe('2024/Month_10');
    expect(typeAhead(rows, '2024/Month_12', 'r')).toBe('Records');
    expect(typeAhead(rows, '2024/Month_12', '2024')).toBe('2024');
    expect(typeAhead(rows, 'Records', 'r')).toBe('Records');
    expect(typeAhead(rows, 'Records', 'x')).toBeNull();
  });
});
