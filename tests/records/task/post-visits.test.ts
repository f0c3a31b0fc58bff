import { describe, expect, it } from 'vitest';
import { visitsByPost, visitsOfPost } from '../../../src/records/task/post-visits.ts';

const selasih = ['P1 Main Gate', 'P2 Rear Gate', 'P3 Visitor Lane', 'P4 Basement B1'];
const kayangan = ['Tower A Ramp', 'Tower B Ramp'];
const rise = ['Post 1 Main Entrance', 'Post 2 Visitor', 'Post 3 Service Lane'];
const twelve = Array.from({ length: 12 }, (_, index) => `P${index + 1}`);
const gappy = ['P1', 'P2', 'P3', 'P10', 'P11'];
const all = gappy.join(' | ');
const letters = ['A', 'B'];
const towers = ['Tower A', 'Tower B', 'Tower C'];
const arms = ['Main Gate', 'Main Gate 2'];
const ways = ['Gate 1 In', 'Gate 1 Out'];
const chinese = ['一号岗亭', '十一号岗亭', '访客通道', '地下停车场入口'];

const rows: [title: string, posts: readonly string[], named: string][] = [
  // whole names and codes
  ['Monthly preventive maintenance, P1 Main Gate', selasih, 'P1 Main Gate'],
  ['Lightning surge: controller and two readers offline, P1', selasih, 'P1 Main Gate'],
  ['Loop detector false presence after road resurfacing, P4', selasih, 'P4 Basement B1'],
  ['Penyelenggaraan bulanan, Post 1 Main Entrance', rise, 'Post 1 Main Entrance'],
  ['Post 2: reader offline', rise, 'Post 2 Visitor'],
  ['P2: arm refitted, P4 loop tested', selasih, 'P2 Rear Gate | P4 Basement B1'],
  ['P1/P2/P3 monthly', selasih, 'P1 Main Gate | P2 Rear Gate | P3 Visitor Lane'],
  ['P3 & P1', selasih, 'P1 Main Gate | P3 Visitor Lane'],
  // a description is no name
  ['Main gate repainted', selasih, ''],
  ['LAN fault: access controller offline, basement switch', selasih, ''],
  ['Basement B1 flooded', selasih, ''],
  ['Quarterly earthing, SPD and AVR test', selasih, ''],
  ['', selasih, ''],
  ['Anything', [], ''],
  // case, accents, width, and how a code is written
  ['p1 MAIN gate', selasih, 'P1 Main Gate'],
  ['Ｐ１ 保养', selasih, 'P1 Main Gate'],
  ['P-1 and p 2', selasih, 'P1 Main Gate | P2 Rear Gate'],
  ['P01 serviced', selasih, 'P1 Main Gate'],
  ['Portail ETE', ['Portail Été'], 'Portail Été'],
  ['(P1)', selasih, 'P1 Main Gate'],
  ['P1.', selasih, 'P1 Main Gate'],
  ["P1's arm", selasih, 'P1 Main Gate'],
  // whole words
  ['P12 serviced', twelve, 'P12'],
  ['P12 serviced', ['P1', 'P2'], ''],
  ['P1a serviced', ['P1'], ''],
  ['XP1 module', ['P1'], ''],
  ['P1.5 module', ['P1'], ''],
  ['P1,500 paid', ['P1'], ''],
  ['Gatehouse painted', ['Gate'], ''],
  ['At the post, 1 reader replaced', rise, ''],
  ['Post 1st in line', rise, ''],
  ['Post 10 opened', rise, ''],
  ['P1 and P11', twelve, 'P1 | P11'],
  // the longer name wins over one that it contains
  ['P1 Main Gate serviced', ['P1', 'P1 Main Gate', 'Main Gate'], 'P1 Main Gate'],
  ['P1 serviced', ['P1', 'P1 Main Gate'], 'P1'],
  ['P1 serviced, Main Gate too', ['P1', 'P1 Main Gate', 'Main Gate'], 'P1 | Main Gate'],
  ['P4 Basement B1', [...selasih, 'B1 Ramp'], 'P4 Basement B1'],
  ['B1 and P4', [...selasih, 'B1 Ramp'], 'P4 Basement B1 | B1 Ramp'],
  // a code that two posts begin with is nobody's
  ['Lane 1 serviced', ['Lane 1 In', 'Lane 1 Out'], ''],
  ['Lane 1 Out serviced', ['Lane 1 In', 'Lane 1 Out'], 'Lane 1 Out'],
  // towers, and what they are called in Malay and Chinese
  ['Kawalan akses luar talian, menara B', kayangan, 'Tower B Ramp'],
  ['tower b: reader', kayangan, 'Tower B Ramp'],
  ['Checked tower a second time', kayangan, ''],
  ['Serviced tower a', kayangan, 'Tower A Ramp'],
  ['Tower A second reader', kayangan, 'Tower A Ramp'],
  ['B座道闸维修', kayangan, 'Tower B Ramp'],
  ['Pos 2: palang tersekat', rise, 'Post 2 Visitor'],
  ['1号岗道闸', rise, 'Post 1 Main Entrance'],
  ['Tower Block', kayangan, ''],
  // Chinese has no gaps
  ['每月例行保养：P2 Rear Gate', selasih, 'P2 Rear Gate'],
  ['保养P2道闸', selasih, 'P2 Rear Gate'],
  ['更换P12道闸', twelve, 'P12'],
  ['主闸门读卡器更换天线线缆', selasih, ''],
  ['一号岗亭道闸维修', chinese, '一号岗亭'],
  ['1号岗亭道闸维修', chinese, '一号岗亭'],
  ['十一号岗亭道闸维修', chinese, '十一号岗亭'],
  ['十一号岗亭道闸维修', ['一号岗亭'], ''],
  ['11号岗亭', ['一号岗亭', '1号岗亭'], ''],
  ['二十一号岗亭', ['21号岗亭', '一号岗亭'], '21号岗亭'],
  ['访客通道道闸开启缓慢', chinese, '访客通道'],
  ['东门和西侧', ['东', '西'], ''],
  ['保养：东', ['东', '西'], '东'],
  // ranges
  ['P1-P3 monthly', selasih, 'P1 Main Gate | P2 Rear Gate | P3 Visitor Lane'],
  ['Post 1 – 3', rise, 'Post 1 Main Entrance | Post 2 Visitor | Post 3 Service Lane'],
  ['P9 hingga P12', twelve, 'P9 | P10 | P11 | P12'],
  ['P2至P4', selasih, 'P2 Rear Gate | P3 Visitor Lane | P4 Basement B1'],
  ['P1 - 2 readers replaced', selasih, 'P1 Main Gate'],
  ['P1 – P3 readers replaced', selasih, 'P1 Main Gate | P2 Rear Gate | P3 Visitor Lane'],
  ['P3-P1', selasih, 'P1 Main Gate | P2 Rear Gate | P3 Visitor Lane'],
  ['P1 - 2m of cable', selasih, 'P1 Main Gate'],
  // a number alone is a post only behind a word for one
  ['1 reader replaced', ['1', '2'], ''],
  ['Gate 1, reader replaced', ['1', '2'], '1'],
  ['P2', ['1', '2'], '2'],
  // one letter needs a word for a post
  ['A reader replaced', letters, ''],
  ['Vitamin B, a reader', letters, ''],
  ['Gate A reader replaced', letters, 'A'],
  ['tower b', letters, 'B'],
  ['Posted a note at post a', letters, 'A'],
  ['Menara B, pintu A', letters, 'A | B'],
  ['Pos A dan B', letters, 'A | B'],
  ['A座道闸', letters, 'A'],
  ['岗亭B', letters, 'B'],
  ['B门和A门', letters, 'A | B'],
  ['Gate I inspected', letters, ''],
  // no dash or bracket inside a name that has none
  ['Main gate - 2 arms', arms, 'Main Gate'],
  ['Main gate – 2 arms', arms, 'Main Gate'],
  ['Main gate (2 arms)', arms, 'Main Gate'],
  ['Main gate. 2 arms', arms, 'Main Gate'],
  ['Main gate-2 arms', arms, ''],
  ['Main Gate 2: arms', arms, 'Main Gate 2'],
  ['P - 1 reader', gappy, ''],
  ['Gate - North', ['Gate - North'], 'Gate - North'],
  ['Gate–North arm', ['Gate - North'], 'Gate - North'],
  ['Gate North arm', ['Gate - North'], 'Gate - North'],
  ['Gate #2, gate_1', ['Gate 1', 'Gate 2'], 'Gate 1 | Gate 2'],
  // dates, times, sums, telephone numbers and counts
  ['P1-10/03/2026', gappy, 'P1'],
  ['P1 - 3/3/2026', gappy, 'P1'],
  ['P1 - 3.3.2026', gappy, 'P1'],
  ['P1-3-2026', gappy, 'P1'],
  ['P1-2-3', gappy, 'P1'],
  ['P1-2026', gappy, 'P1'],
  ['P1 2026', gappy, 'P1'],
  ['P1/10/03', gappy, 'P1'],
  ['P1/10/3', gappy, 'P1'],
  ['P1, 2/3', gappy, 'P1'],
  ['P1, 10/3/2026', gappy, 'P1'],
  ['P1 & 2 - 3/3/2026', gappy, 'P1'],
  ['P1/2 (3/3/2026)', gappy, 'P1 | P2'],
  ['P1 - 3 March 2026', gappy, 'P1'],
  ['P1, 3rd visit', gappy, 'P1'],
  ['P1-3 (2026)', gappy, 'P1 | P2 | P3'],
  ['P1 10:30', gappy, 'P1'],
  ['P1, 10:30', gappy, 'P1'],
  ['P1 - 10:30', gappy, 'P1'],
  ['P1, 10.30 am', gappy, 'P1'],
  ['P1, 10am', gappy, 'P1'],
  ['P1, 10 %', gappy, 'P1'],
  ['P1, 10%', gappy, 'P1'],
  ['P1, 2,300 ringgit', gappy, 'P1'],
  ['P1 03-1011 2345', gappy, 'P1'],
  ['P1, 010-2 3 10', gappy, 'P1'],
  ['P1 & 2 readers replaced', gappy, 'P1'],
  ['P1, 2 readers, 3 arms', gappy, 'P1'],
  ['P1, 2-way barrier', gappy, 'P1'],
  ['P1、2个读卡器', gappy, 'P1'],
  ['更换2座道闸', ['Tower 1', 'Tower 2'], ''],
  ['3月1号保养', ['1', '2', '3'], ''],
  ['Reader no. 2', ['1', '2'], ''],
  ['P10', gappy, 'P10'],
  ['P100', gappy, ''],
  ['P1A', gappy, ''],
  ['P1 A', gappy, 'P1'],
  // short lists
  ['P1,2,3', gappy, 'P1 | P2 | P3'],
  ['P1 & 2', gappy, 'P1 | P2'],
  ['P1/2/3', gappy, 'P1 | P2 | P3'],
  ['P1/2/3 monthly', gappy, 'P1'],
  ['P1,10,11 March', gappy, 'P1'],
  ['P1,2,3 days', gappy, 'P1'],
  ['P1, 2, and 10: arms', gappy, 'P1 | P2 | P10'],
  ['p1 and p2 and p11', gappy, 'P1 | P2 | P11'],
  ['P1, 2 - monthly', gappy, 'P1 | P2'],
  ['P1 & 4', gappy, 'P1'],
  ['P1, 2, 4', gappy, 'P1'],
  ['P3, 3', gappy, 'P3'],
  ['P01, 02', gappy, 'P1 | P2'],
  ['Pos 1, 2 dan 3', rise, 'Post 1 Main Entrance | Post 2 Visitor | Post 3 Service Lane'],
  ['pos 1 dan 2', rise, 'Post 1 Main Entrance | Post 2 Visitor'],
  ['P1、2及10：保养', gappy, 'P1 | P2 | P10'],
  ['P1和2', gappy, 'P1 | P2'],
  ['Ｐ１，２，３', gappy, 'P1 | P2 | P3'],
  ['Ｐ１／２', gappy, 'P1 | P2'],
  ['Gate 1 & 2', ['1', '2', '3'], '1 | 2'],
  ['Tower A and B', towers, 'Tower A | Tower B'],
  ['Tower A and B monthly', towers, 'Tower A | Tower B'],
  ['Tower A, B & C', towers, 'Tower A | Tower B | Tower C'],
  ['Tower A and D', towers, 'Tower A'],
  ['Tower A and a reader', towers, 'Tower A'],
  ['Tower A, B-pillar', towers, 'Tower A'],
  ['Menara A dan B', towers, 'Tower A | Tower B'],
  ['Tower A and B', kayangan, 'Tower A Ramp | Tower B Ramp'],
  // ranges, either way round, over gaps, and to what is no post
  ['P3-P1', gappy, 'P1 | P2 | P3'],
  ['P1-P10', gappy, 'P1 | P2 | P3 | P10'],
  ['P1-10', gappy, 'P1 | P2 | P3 | P10'],
  ['P1～P11', gappy, all],
  ['P1-P3-P10', gappy, 'P1 | P3 | P10'],
  ['P1-P5', gappy, 'P1'],
  ['P1-5', gappy, 'P1'],
  ['P3-1', gappy, 'P3'],
  ['Monthly - P1-P3', gappy, 'P1 | P2 | P3'],
  ['P1-P3, 10', gappy, 'P1 | P2 | P3 | P10'],
  ['Pos 1 hingga 3', rise, 'Post 1 Main Entrance | Post 2 Visitor | Post 3 Service Lane'],
  ['Tower A-C', towers, 'Tower A | Tower B | Tower C'],
  ['Tower C - Tower A', towers, 'Tower A | Tower B | Tower C'],
  // a way at the end of a name
  ['Gate 1 in order', ways, ''],
  ['Gate 1 In Order', ways, ''],
  ['GATE 1 IN ORDER', ways, ''],
  ['GATE 1 IN ORDER', ['GATE 1 IN'], 'GATE 1 IN'],
  ['Gate 1 in order', ['Gate 1', 'Gate 1 In'], 'Gate 1'],
  ['Gate 1 Out of order', ways, ''],
  ['Gate 1 In order', ways, ''],
  ['Gate 1 out-of-order', ways, ''],
  ['Gate 1 In 2026', ways, ''],
  ['Gate 1 In reader replaced', ways, 'Gate 1 In'],
  ['gate 1 in: reader', ways, 'Gate 1 In'],
  ['Reader at gate 1 out', ways, 'Gate 1 Out'],
  ['gate 1 in & gate 1 out', ways, 'Gate 1 In | Gate 1 Out'],
  ['Signed in', ['In', 'Out'], ''],
  ['Lorong 1 keluar asap', ['Lorong 1 Masuk', 'Lorong 1 Keluar'], ''],
  // names of every kind
  ['Gate 1, North: arm', ['Gate 1, North', 'Gate 1, South'], 'Gate 1, North'],
  ['Fitted a new arm', ['A', 'B'], ''],
  ['Post A', ['A', 'B'], 'A'],
  ['.* serviced', ['.*', '(('], ''],
  ['constructor and __proto__', ['P1', 'toString'], ''],
  ['constructor 1', ['toString 1 x', 'constructor 1 ramp'], 'constructor 1 ramp'],
];

function postsNamed(title: string, posts: readonly string[]): string[] {
  const byPost = visitsByPost([{ title }], posts);
  return posts.filter((post) => byPost.get(post)?.length);
}

describe('the posts that the title of a visit names', () => {
  it.each(rows)('%s (of %j): %s', (title, posts, named) => {
    expect(postsNamed(title, posts).join(' | ')).toBe(named);
  });

  it.each(['P1,', 'P1-', 'P1/', 'P1 & 2, ', '1,111,', '1.', '9', ' ', '十', 'Main Gate ', 'é'])(
    'reads a long title of %j at once',
    (part) => {
      const timeFor = (length: number) => {
        const title = `P1${part.repeat(Math.ceil(length / part.length))}!`;
        const times = [1, 2, 3].map(() => {
          const begin = performance.now();
          postsNamed(title, [...gappy, ...arms]);
          return performance.now() - begin;
        });
        return Math.min(...times);
      };
      const short = timeFor(2000);
      expect(short).toBeLessThan(2000);
      // ten times as long; a hundred times the work where each place is compared with all others
      expect(timeFor(20_000)).toBeLessThan(40 * short + 50);
    },
  );

  it('names the posts of a long title', () => {
    expect(postsNamed('P1,'.repeat(700), gappy)).toEqual(['P1']);
    expect(postsNamed(`P1${',2,3'.repeat(500)}`, gappy)).toEqual(['P1']);
  });

  it('finds the visits of a post, in their order', () => {
    const visits = ['P1 arm', 'Nothing', 'P12 arm', 'P1, P2'].map((title, id) => ({ id, title }));
    expect(visitsOfPost(visits, 'P1', twelve).map(({ id }) => id)).toEqual([0, 3]);
    expect(visitsOfPost(visits, 'P9', twelve)).toEqual([]);
  });
});
