import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  bestFirst,
  formsFor,
  hitRangesOf,
  nameMatcher,
  searchRemark,
  toSearchable,
  wordsOf,
} from '../../src/lib/text-search.ts';
import demo from '../../supabase/local/demo/demo-data.json' with { type: 'json' };

/** The visits of the demo sites, the newest first, each title once. */
const visits = demo.maintable
  .flatMap(({ tasks2024 }) => tasks2024)
  .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  .filter(({ title }, index, all) => all.findIndex((other) => other.title === title) === index);

/** The sections of the portal's guides, with the title of their guide. */
const passages = readdirSync('src/guides')
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const text = readFileSync(`src/guides/${name}`, 'utf8');
    const title = /^title: (?<title>.*)$/mu.exec(text)?.groups?.['title'] ?? '';
    const sections = text.split(/^## /mu).slice(1);
    return sections.map((section) => ({ title: `${title}: ${section.split('\n')[0]}`, section }));
  });

/** A search of things by their texts. The first text is the name of the thing, and the search returns names. */
const searchOf =
  <T>(things: readonly T[], textsOf: (thing: T) => [string, ...string[]]) =>
  (query: string) =>
    bestFirst(toSearchable(things, textsOf), wordsOf(query)).map((thing) => textsOf(thing)[0]);

const searches = {
  visit: searchOf(visits, ({ title, tasks }) => [title, tasks]),
  passage: searchOf(passages, ({ title, section }) => [title, section]),
  site: searchOf(demo.maintable, (site) => [site.name, site.sitename, site.address, site.jmb_name ?? '', site.token]),
};

// what people type, and the start of the first result that they expect
const expected: [kind: keyof typeof searches, query: string, first: string][] = [
  ['visit', 'spring', 'Boom arm dropped slowly, spring fatigue'],
  ['visit', 'spring broken', 'Spring broken at exit lane'],
  ['visit', 'spring replaced', 'Boom arm dropped slowly, spring fatigue'],
  ['visit', 'replacement', 'Arm tip light strip failed'],
  ['visit', 'arm', 'Barrier arm jammed by fallen branch'],
  ['visit', 'ARM fitting', 'New 4.5 m arm fitted'],
  ['visit', 'alarm', 'Motor overheating alarm'],
  ['visit', 'overheat', 'Motor overheating alarm'],
  ['visit', 'loops', 'Loop detector false presence'],
  ['visit', 'loop inductance', 'Loop detector inductance'],
  ['visit', 'tests insulation', 'Loop detector inductance'],
  ['visit', 'surges', 'Lightning surge'],
  ['visit', 'storm', 'Power trip during storm'],
  ['visit', 'RS-485', 'Lightning surge'],
  ['visit', 'rs485', 'Lightning surge'],
  ['visit', 'reader not reading', 'Reader not reading on windscreens'],
  ['visit', 'tags wrong lane', 'RFID tag read by the wrong lane'],
  ['visit', 'firmware', 'Firmware update to reader'],
  ['visit', 'updating firmware', 'Firmware update to reader'],
  ['visit', '2.4.17', 'Firmware update to reader'],
  ['visit', '192.168.10', 'LAN fault'],
  ['visit', 'lan', 'LAN fault'],
  ['visit', 'moving server', 'Server moved to new LAN segment'],
  ['visit', 'jam', 'Barrier arm jammed'],
  ['visit', 'break', 'Spring broken at exit lane'],
  ['visit', 'ant', 'Barrier does not close, photocell blocked'],
  ['visit', 'cleaned', 'Barrier does not close, photocell blocked'],
  ['visit', 'realign', 'Barrier does not close, photocell blocked'],
  ['visit', 'P1', 'Power trip during storm'],
  ['visit', 'P3', 'Motor overheating alarm, P3'],
  ['visit', 'p1 main gate maintenance', 'Monthly preventive maintenance, P1 Main Gate'],
  ['visit', 'monthly tower', 'Monthly preventive maintenance, Tower A Ramp'],
  ['visit', 'maintain', 'Monthly preventive maintenance, P2'],
  ['visit', '3.4', 'Monthly preventive maintenance, Post 1'],
  ['visit', 'avr tests', 'Quarterly earthing, SPD and AVR test'],
  ['visit', 'failure', 'Arm tip light strip failed'],
  ['visit', 'led strip', 'Arm tip light strip failed'],
  ['visit', 'fitted', 'New 4.5 m arm fitted'],
  ['visit', 'stuck', 'Emergency: exit lane stuck down'],
  ['visit', 'tune', 'Loop detector false presence'],
  ['visit', 'ganti', 'Panggilan kecemasan: palang dilanggar lori'],
  ['visit', 'penggantian', 'Kawalan akses luar talian'],
  ['visit', 'pembersihan', 'Penyelenggaraan bulanan, P1'],
  ['visit', 'selenggara', 'Penyelenggaraan bulanan, P1'],
  ['visit', 'cemas', 'Panggilan kecemasan: palang tersekat'],
  ['visit', 'langgar lori', 'Panggilan kecemasan: palang dilanggar lori'],
  ['visit', 'kerosakan', 'Kawalan akses luar talian'],
  ['visit', 'pengujian imbangan', 'Penyelenggaraan bulanan, P1'],
  ['visit', 'batalkan tag', 'Kunci capaian ditambah'],
  ['visit', 'pendaftaran', 'Kunci capaian ditambah'],
  ['visit', '道闸', '道闸控制板进水'],
  ['visit', '更换 天线', '主闸门读卡器更换天线线缆'],
  ['visit', '板进', '道闸控制板进水'],
  ['visit', '线圈绝缘', '道闸无法落下'],
  ['visit', 'ＬＯＯＰ', 'Loop detector false presence'],
  ['passage', 'add user', 'Adding and managing users: Add a user'],
  ['passage', 'adding users', 'Adding and managing users: '],
  ['passage', 'enrolment', 'Adding and managing users: Enrol the tag'],
  ['passage', 'batteries', 'Controller user manual: Maintenance'],
  ['passage', 'fire', 'Controller user manual: Fire and emergency'],
  ['passage', 'anti-passback', 'Controller user manual: Anti-passback'],
  ['passage', 'backup', 'Controller user manual: Backup, restore'],
  ['passage', 'holiday', 'Controller user manual: Users, groups'],
  ['passage', 'setting address', 'Server LAN setup and status check: Set the address'],
  ['passage', 'surge', 'Multi-door interface installation manual: Earth and surge'],
  ['passage', 'wire', 'Dual-door interface manual: Reader wiring'],
  ['passage', 'storms', 'Server LAN setup and status check: After a storm'],
  ['passage', 'yearly audits', 'Adding and managing users: The yearly audit'],
  ['passage', 'rs-485', 'Dual-door interface manual: RS-485'],
  ['passage', 'terminal', 'Dual-door interface manual: The board and its terminals'],
  ['site', 'selas', 'Selasih Park'],
  ['site', 'park', 'Selasih Park'],
  ['site', 'noraini', 'Selasih Park'],
  ['site', 'lim wei', 'Kingfisher Rise'],
  ['site', 'johor', 'Menara Kayangan'],
  ['site', '47620', 'Selasih Park'],
  ['site', '7q4m', 'Selasih Park'],
  ['site', 'selasih-7', 'Selasih Park'],
  ['site', 'rise', 'Kingfisher Rise'],
];

it.each(expected)('the first %s for %j is %j', (kind, query, first) => {
  const [best = 'nothing'] = searches[kind](query);
  expect(best.slice(0, first.length)).toBe(first);
});

// results that must not be found
const wrongMatches: [kind: keyof typeof searches, query: string, other: string][] = [
  ['visit', 'arm', 'Motor overheating alarm'],
  ['visit', 'larm', 'Motor overheating alarm'],
  ['visit', 'eating', 'Motor overheating alarm'],
  ['visit', 'P1', 'Motor overheating alarm, P3'],
  ['visit', 'baik', 'Panggilan kecemasan'],
  ['visit', '更换 道闸无', '主闸门读卡器'],
  ['visit', '8.10', 'LAN fault'],
  ['passage', 'add user', 'Server LAN setup and status check: Set the address'],
  ['passage', 'locking', 'Adding and managing users: Access group'],
  ['site', 'ark', 'Selasih Park'],
  ['site', 'ara', 'Menara Kayangan'],
];

it.each(wrongMatches)('a %s for %j is not %j', (kind, query, other) => {
  expect(searches[kind](query).filter((name) => name.startsWith(other))).toEqual([]);
});

const sameWords = [
  ['replacement', 'replaced'],
  ['replace', 'replacing'],
  ['replaces', 'replacements'],
  ['users', 'user'],
  ['adding', 'added'],
  ['battery', 'batteries'],
  ['loops', 'loop'],
  ['stopped', 'stops'],
  ['maintenance', 'maintained'],
  ['calibration', 'calibrated'],
  ['inspection', 'inspected'],
  ['installation', 'installed'],
  ['configuration', 'configure'],
  ['adjusted', 'adjustment'],
  ['broken', 'breaking'],
  ['bent', 'bends'],
  ['failures', 'failed'],
  ['ganti', 'diganti'],
  ['mengganti', 'penggantian'],
  ['gantikan', 'digantikan'],
  ['bersih', 'dibersihkan'],
  ['pembersihan', 'membersihkan'],
  ['periksa', 'pemeriksaan'],
  ['diperiksa', 'memeriksa'],
  ['baiki', 'dibaiki'],
  ['pembaikan', 'membaiki'],
  ['selenggara', 'penyelenggaraan'],
  ['diselenggarakan', 'penyelenggara'],
  ['uji', 'diuji'],
  ['pengujian', 'menguji'],
  ['pasang', 'pemasangan'],
  ['tukar', 'pertukaran'],
  ['rosak', 'kerosakan'],
  ['laporan', 'dilaporkan'],
  ['pelarasan', 'dilaras'],
  ['gantinya', 'diganti'],
  ['settings', 'set'],
  ['resetting', 'reset'],
  ['boxes', 'box'],
  ['wiring', 'wire'],
  ['closure', 'closed'],
  ['freed', 'free'],
  ['payment', 'pay'],
  ['payments', 'paid'],
  ['paid', 'paying'],
  ['displays', 'display'],
  ['directed', 'direct'],
  ['terminals', 'terminal'],
  ['median', 'medians'],
  ['pengujiannya', 'diuji'],
  ['pelanggan', 'pelanggannya'],
  ['mending', 'mended'],
  ['pending', 'pendings'],
  ['races', 'racing'],
];
const differentWords = [
  ['alarm', 'arm'],
  ['farm', 'arm'],
  ['address', 'add'],
  ['basement', 'base'],
  ['apartment', 'apart'],
  ['department', 'depart'],
  ['station', 'state'],
  ['foundation', 'found'],
  ['tower', 'towed'],
  ['reader', 'read'],
  ['baik', 'pembaikan'],
  ['care', 'car'],
  ['planes', 'plan'],
  ['hope', 'hopping'],
  ['number', 'numb'],
  ['feed', 'fee'],
  ['monthly', 'month'],
  ['poster', 'posted'],
  ['controller', 'control'],
  ['cover', 'cove'],
  ['generate', 'general'],
  ['university', 'universe'],
  ['business', 'busy'],
  ['importance', 'import'],
  ['police', 'policy'],
  ['exception', 'except'],
  ['lorong', 'lori'],
  ['terrain', 'rain'],
  ['terrace', 'race'],
  ['terraces', 'races'],
  ['divisions', 'vision'],
  ['diagnostics', 'agnostic'],
  ['directory', 'rectory'],
  ['distances', 'stance'],
  ['district', 'strict'],
  ['distress', 'stress'],
  ['distill', 'still'],
  ['display', 'splay'],
  ['termite', 'mite'],
  ['dilate', 'late'],
  ['diverse', 'verse'],
  ['divine', 'vine'],
  ['divest', 'vest'],
  ['merely', 'rely'],
  ['mewing', 'wing'],
  ['suburban', 'suburb'],
  ['pendings', 'ding'],
  ['transport', 'port'],
];
/** Whether a search for the query finds the text. */
const isFound = (query: string, text: string) => wordsOf(query).every((word) => hitRangesOf(text, [word]).length > 0);
const expectFound = (query: string, text: string, isExpected: boolean) => expect(isFound(query, text)).toBe(isExpected);

describe('two forms of one word', () => {
  it.each(sameWords)('%s and %s find each other', (first, second) => {
    expect([isFound(first, second), isFound(second, first)]).toEqual([true, true]);
  });
});

describe('two words', () => {
  it.each(differentWords)('%s does not find %s', (longer, shorter) => {
    expect(isFound(longer, shorter)).toBe(false);
  });
});

describe('codes and numbers', () => {
  it.each([
    ['P1', 'P1', true],
    ['P1', 'P12', true],
    ['P1', 'XP1', false],
    ['P1 gate', 'P12 gate', false],
    ['P1 gate', 'P1 Main Gate', true],
    ['E-17', 'fault E-17.', true],
    ['e17', 'fault E-17.', true],
    ['E-17', 'fault E17', true],
    ['E-1', 'fault E-17', true],
    ['17', 'E-17', true],
    ['7', 'E-17', false],
    ['24 V', '24 V DC', true],
    ['24v', '24 V DC', true],
    ['24v', '24 vehicles', false],
    ['5555 0100', '+60 3-5555 0100', true],
    ['5555', '+60 3-5555 0100', true],
    ['485', 'RS-485', true],
    ['.*', 'anything', true],
    ['.*x', 'anything', false],
    ['(', 'a (b)', true],
    ['c++', 'C++ and more', true],
  ])('%j in %j: %s', expectFound);
});

describe('a word that is too long', () => {
  it.each([
    ['a code of many parts', 'a1'.repeat(45)],
    ['a short word of many parts', 'a1b2c3d4e5'],
  ])('has no other spellings: %s', (_, word) => {
    const comparisons = vi.spyOn(String.prototype, 'includes');
    expect(isFound(word, `Of ${word}.`)).toBe(true);
    expect(comparisons.mock.calls.length).toBeLessThan(20);
    vi.restoreAllMocks();
  });

  it('is not compared, and the field says so', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `word${index}`).join(' ');
    expect([searchRemark(` ${ten} `), wordsOf(` ${ten} `)]).toEqual([null, wordsOf(ten)]);
    expect(wordsOf(ten)).toHaveLength(10);
    expect(searchRemark(`${ten} more`)).toBe('Only the first 10 words are searched for.');
    expect(wordsOf(`${ten} more`)).toEqual(wordsOf(ten));
    expect(searchRemark('闸'.repeat(200))).toBeNull();
    expect(searchRemark('闸'.repeat(201))).toBe('Only the first 200 characters are searched for.');
    // a character of two units counts as one, and is never cut in half
    expect(wordsOf(`${'🚧'.repeat(200)}x`)).toEqual(['🚧'.repeat(200)]);
  });
});

describe('the word forms that are sent to the database', () => {
  it.each([
    'memperkenalkannya',
    'penyelenggaraannya',
    'dipersembahkannya',
    'mempertahankannya',
    'pertanggungannya',
    'misunderstandings',
    'batchreplacements',
  ])('are few enough for a search of ten words such as %s', (word) => {
    const words = Array.from({ length: 10 }, () => word);
    // as the database writes and measures them
    const text = JSON.stringify(formsFor(words)).replaceAll(',', ', ');
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(formsFor(words)).toHaveLength(10);
    expect(formsFor(words)[0]?.length).toBeGreaterThan(5);
  });

  it('leave out the longest forms if all would be too many, and keep the part that all share', () => {
    const word = 'pengkelasannyakannya';
    const [wordForms = []] = formsFor([word]);
    const [queryForms = []] = formsFor(Array.from({ length: 9 }, () => word));
    const missingForms = wordForms.filter((form) => !queryForms.includes(form));
    expect(missingForms.length).toBeGreaterThan(0);
    expect(Math.min(...missingForms.map((form) => form.length))).toBeGreaterThan(
      Math.max(...queryForms.map((form) => form.length)),
    );
    expect(queryForms[0]).toBe(wordForms[0]);
    expect(9 * JSON.stringify(queryForms).replaceAll(',', ', ').length).toBeLessThan(60_000 - 20);
  });

  it('contain no English endings of Malay words', () => {
    expect(formsFor(['pengujian'])[0]).not.toContain('pengujianed');
    expect(formsFor(['x1'.repeat(40)])).toEqual([[]]);
  });
});

describe('a word before another one', () => {
  it.each([
    ['add user', 'the address of a user', false],
    ['add user', 'a user is added', true],
    ['add', 'the address', true],
    ['selas loop', 'Selasih: loop', true],
    ['ki ri', 'Kingfisher Rise', false],
  ])('%j in %j: %s', expectFound);

  it('may be the start of a name', () => {
    expect(nameMatcher('ki ri')('Kingfisher Rise')).toBe(true);
    expect(nameMatcher('sher')('Kingfisher Rise')).toBe(false);
  });
});

it('sorts the best first: titles, whole words, words that follow each other; equal results keep their order', () => {
  const things = [
    'Gate | the loop was tuned',
    'Loopholes | no',
    'Loops at lane 2 | no',
    'Lane 2 loop | no',
    'Loop of lane 2 | no',
    'Loop | lane 2',
    'Loop | lane 22',
    'Tuned | loop, lane 2',
  ].map((text) => text.split(' | '));
  const order = (query: string) =>
    bestFirst(
      toSearchable(things, (texts) => texts),
      wordsOf(query),
    ).map((thing) => things.indexOf(thing));
  expect(order('loop')).toEqual([3, 4, 5, 6, 1, 2, 0, 7]);
  expect(order('lane loop')).toEqual([3, 4, 2, 5, 6, 7]);
  // words that join others are not compared
  expect(order('loop of lane')).toEqual(order('loop lane'));
  expect(order('of')).toEqual([4]);
  expect(order('2 loop')[0]).toBe(3);
  expect(order('loop 2')).toEqual([3, 4, 2, 5, 7]);
  expect(order('')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
