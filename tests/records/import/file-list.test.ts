import { describe, expect, it } from 'vitest';
import { fileName, fileNames, FileFinder } from '../../../src/records/import/file-list.ts';
import { readFile, utf8 } from './table-bytes.ts';

const files = [
  'IMG_1.JPG',
  'img 2.jpeg',
  'Gate 1, north.jpg',
  'Gate 1, north, late.jpg',
  'North.jpg',
  'IMG_9.HEIC',
  'Gerbang é.png',
  '100%.jpg',
  'report march.pdf',
  '5%20off.jpg',
  'P1;P2.jpg',
].map((name) => ({ name }));
const finder = new FileFinder(files);
const findName = (name: string) => {
  const file = finder.find(name, /pdf$/iu.test(name) ? 'pdf' : 'photo');
  return typeof file === 'string' ? file : file.file.name;
};

const neverFound = () => false;

describe('the files that a cell names', () => {
  it.each<[string, string[]]>([
    ['IMG_1.jpg, img 2.jpg', ['IMG_1.JPG', 'img 2.jpeg']],
    ['IMG_1.jpg,img 2.jpeg,IMG_9.HEIC', ['IMG_1.JPG', 'img 2.jpeg', 'IMG_9.HEIC']],
    ['IMG_1.jpg; img 2.jpg | IMG_9.heic', ['IMG_1.JPG', 'img 2.jpeg', 'IMG_9.HEIC']],
    ['IMG_1.jpg\nimg 2.jpg\r\nIMG_9.heic', ['IMG_1.JPG', 'img 2.jpeg', 'IMG_9.HEIC']],
    ['IMG_1.jpg IMG_9.heic', ['IMG_1.JPG', 'IMG_9.HEIC']],
    ['IMG_1.jpg，IMG_9.heic；img 2.jpg、North.jpg', ['IMG_1.JPG', 'IMG_9.HEIC', 'img 2.jpeg', 'North.jpg']],
    ['Gate 1, north.jpg', ['Gate 1, north.jpg']],
    ['Gate 1, north, late.jpg, North.jpg', ['Gate 1, north, late.jpg', 'North.jpg']],
    ['IMG_1.jpg, Gate 1, north.jpg, img 2.jpg', ['IMG_1.JPG', 'Gate 1, north.jpg', 'img 2.jpeg']],
    ['IMG_1, img 2', ['IMG_1.JPG', 'img 2.jpeg']],
    ['"IMG_1.jpg","img 2.jpg"', ['IMG_1.JPG', 'img 2.jpeg']],
    ['C:\\Photos\\2025\\IMG_1.JPG', ['IMG_1.JPG']],
    ['C:\\Photos\\IMG_1.JPG, D:\\Photos\\IMG 2.JPG', ['IMG_1.JPG', 'img 2.jpeg']],
    ['\\\\office\\share\\IMG_1.JPG', ['IMG_1.JPG']],
    ['file:///C:/Photos/Gerbang%20%C3%A9.png', ['Gerbang é.png']],
    ['photos/IMG_1.jpg', ['IMG_1.JPG']],
    ['https://drive.example/IMG_9.HEIC?dl=1#x', ['IMG_9.HEIC']],
    ['IMG_9.jpg', ['IMG_9.HEIC']],
    ['GERBANG É.PNG', ['Gerbang é.png']],
    ['100%.jpg, 5%20off.jpg', ['100%.jpg', '5%20off.jpg']],
    ['IMG_1.jpg, gone.jpg', ['IMG_1.JPG', 'none']],
    // what no chosen file has is one name
    ['gone, too.jpg', ['none']],
    ['P1;P2.jpg', ['P1;P2.jpg']],
    ['', []],
    [' , ;', []],
  ])('%s', (cell, names) =>
    expect(fileNames(cell, (name) => finder.find(name, 'photo') !== 'none').map(findName)).toEqual(names),
  );

  it('are split even if no file is chosen yet', () => {
    expect(fileNames('a.jpg, b c.JPEG,d.heic', neverFound)).toEqual(['a.jpg', 'b c.JPEG', 'd.heic']);
    expect(fileNames('Gate 1, north.jpg, b.jpg', neverFound)).toEqual(['Gate 1, north.jpg', 'b.jpg']);
  });

  it.each([
    ['C:\\a b\\c.jpg', 'c.jpg'],
    ['\\\\x\\y\\c.jpg', 'c.jpg'],
    ['file:///C:/x/c.jpg', 'c.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['c.jpg', 'c.jpg'],
    ['folder/', ''],
  ])('%s is the file %s', (path, name) => expect(fileName(path)).toBe(name));
});

describe('several files with the same name', () => {
  const paths = ['2024/IMG_1.jpg', '2025/IMG_1.jpg', '2025/IMG_2.jpg', '2025/IMG_2.png', '2025/r.pdf', '2025/r.jpg'];
  const several = new FileFinder(paths.map((path) => ({ path, name: fileName(path) })));
  it.each([
    ['2024\\IMG_1.jpg', 'photo', '2024/IMG_1.jpg'],
    ['D:\\All\\2025\\IMG_1.JPG', 'photo', '2025/IMG_1.jpg'],
    ['IMG_1.jpg', 'photo', 'several'],
    ['2023/IMG_1.jpg', 'photo', 'several'],
    ['IMG_2.jpg', 'photo', '2025/IMG_2.jpg'],
    ['IMG_2.heic', 'photo', 'several'],
    ['r', 'pdf', '2025/r.pdf'],
    ['r', 'photo', '2025/r.jpg'],
  ] as const)('%s as a %s is %s', (name, kind, expectedFile) => {
    const file = several.find(name, kind);
    expect(typeof file === 'string' ? file : file.file.path).toBe(expectedFile);
  });

  it('cause a problem of the row, which can be repaired in the table', async () => {
    const text = 'site,date,title,photos\r\nSelasih Park,2025-03-17,A,"IMG_1.jpg, IMG_2.jpg"';
    const read = await readFile(utf8(text), { files: several });
    expect(read.plan.sites[0]?.visits[0]?.photos).toEqual(['IMG_2.jpg']);
    expect(read.rows[0]?.repairs).toEqual(['photos']);
    expect(read.plan.defects.map(({ problem }) => problem)).toContain('There are several files named “IMG_1.jpg”.');
  });
});
