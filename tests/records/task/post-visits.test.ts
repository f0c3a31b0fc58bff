import { describe, expect, it } from 'vitest';
import { postsNamed, visitsOfPost } from '../../../src/records/task/post-visits.ts';

const selasih = ['P1 Main Gate', 'P2 Rear Gate', 'P3 Visitor Lane', 'P4 Basement B1'];
const kayangan = ['Tower A Ramp', 'Tower B Ramp'];
const rise = ['Post 1 Main Entrance', 'Post 2 Visitor', 'Post 3 Service Lane'];
const twelve = Array.from({ length: 12 }, (_, index) => `P${index + 1}`);
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
  ['P3-P1', selasih, 'P1 Main Gate | P3 Visitor Lane'],
  ['P1 - 2m of cable', selasih, 'P1 Main Gate'],
  // a number alone is a post only behind a word for one
  ['1 reader replaced', ['1', '2'], ''],
  ['Gate 1, reader replaced', ['1', '2'], '1'],
  ['P2', ['1', '2'], '2'],
  // names of every kind
  ['Gate 1, North: arm', ['Gate 1, North', 'Gate 1, South'], 'Gate 1, North'],
  ['Fitted a new arm', ['A', 'B'], ''],
  ['Post A', ['A', 'B'], 'A'],
  ['.* serviced', ['.*', '(('], ''],
  ['constructor and __proto__', ['P1', 'toString'], ''],
  ['constructor 1', ['toString 1 x', 'constructor 1 ramp'], 'constructor 1 ramp'],
];

describe('the posts that the title of a visit names', () => {
  it.each(rows)('%s (of %j): %s', (title, posts, named) => {
    expect(postsNamed(title, posts).join(' | ')).toBe(named);
  });

  it('finds the visits of a post, in their order', () => {
    const visits = ['P1 arm', 'Nothing', 'P12 arm', 'P1, P2'].map((title, id) => ({ id, title }));
    expect(visitsOfPost(visits, 'P1', twelve).map(({ id }) => id)).toEqual([0, 3]);
    expect(visitsOfPost(visits, 'P9', twelve)).toEqual([]);
  });
});
