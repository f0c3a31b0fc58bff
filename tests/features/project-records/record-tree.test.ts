import { describe, expect, it } from 'vitest';
import {
  isFolderOpen,
  readOpenFolders,
  recordTree,
  toggleFolder,
} from '../../../src/features/project-records/RecordsRoute.tsx';

describe('the records tree', () => {
  it('is fixed: a root with four years of twelve months with three files each', () => {
    expect(recordTree.name).toBe('Records');
    expect(recordTree.folders.map(({ name }) => name)).toEqual(['2022', '2023', '2024', '2025']);
    for (const year of recordTree.folders) {
      expect(year.folders.map(({ name }) => name)).toEqual(
        ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((number) => `Month_${number}`),
      );
      for (const month of year.folders) {
        const stem = `Service_record_${year.name}_${month.name.slice(6)}`;
        expect(month.files).toEqual([`${stem}_A.pdf`, `${stem}_B.pdf`, `${stem}_C.pdf`]);
      }
    }
  });

  it('is closed at first, and ignores an invalid query string', () => {
    for (const text of [null, '', 'x', '2021', '2024/Month_13', '2024/Month_03/Service_record_2024_03_A.pdf', 'Record'])
      expect(readOpenFolders(text)).toEqual([]);
    expect(isFolderOpen([], 'Records')).toBe(false);
  });

  it('opens the folders around an open one, and no other', () => {
    const open = readOpenFolders('x,2024/Month_03');
    expect(['Records', '2024', '2024/Month_03'].map((id) => isFolderOpen(open, id))).toEqual([true, true, true]);
    expect(['2023', '2024/Month_01', '2024/Month_02'].map((id) => isFolderOpen(open, id))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isFolderOpen(['2024'], '2024/Month_03')).toBe(false);
  });

  it.each([
    { open: [], press: 'Records', after: ['Records'] },
    { open: ['Records'], press: '2024', after: ['2024'] },
    { open: ['2024'], press: '2024/Month_03', after: ['2024/Month_03'] },
    { open: ['2024/Month_03'], press: '2022', after: ['2022', '2024/Month_03'] },
    { open: ['2024/Month_03', '2024/Month_04'], press: '2024/Month_03', after: ['2024/Month_04'] },
    { open: ['2024/Month_03'], press: '2024/Month_03', after: ['2024'] },
    { open: ['2022', '2024/Month_03'], press: '2024', after: ['2022'] },
    { open: ['2024/Month_03'], press: '2024', after: ['Records'] },
    { open: ['2022', '2024/Month_03'], press: 'Records', after: [] },
  ])('with $open open, a press on $press leaves $after open', ({ open, press, after }) => {
    expect(toggleFolder(open, press)).toEqual(after);
  });
});
