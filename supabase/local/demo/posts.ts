import type { DemoSite, DemoTask } from './demo-data.ts';

/** What the service reports and the photos of a demo site say beside its record. */
export interface SiteFacts {
  client: string;
  contract: string;
  technicians: readonly [string, string];
  accepted: string;
  /** The post of tests and calls whose title names none. */
  main: string;
  /** Its posts, by what a title or a text may call them. The full name comes first. */
  posts: readonly (readonly [name: string, ...called: RegExp[]])[];
  /** The posts below ground. */
  indoors: readonly string[];
}

const facts: Record<number, SiteFacts> = {
  1: {
    client: 'Residensi Selasih Park JMB',
    contract: 'Comprehensive, to 31 December 2026',
    technicians: ['Azhar Rahman', 'Lee Wai Keong'],
    accepted: 'Pn. Noraini Ismail, Building Manager',
    main: 'P1 Main Gate',
    posts: [
      ['P1 Main Gate', /\bP1\b/u, /主闸门/u],
      ['P2 Rear Gate', /\bP2\b/u],
      ['P3 Visitor Lane', /\bP3\b/u],
      ['P4 Basement B1', /\bP4\b/u, /basement/iu],
    ],
    indoors: ['P4 Basement B1'],
  },
  2: {
    client: 'MCST Kingfisher Rise',
    contract: 'Standard, to 30 June 2028',
    technicians: ['Tan Hui Min', 'Muthu Krishnan'],
    accepted: 'Mr Lim Wei Jie, Site Supervisor',
    main: 'Post 1 Main Entrance',
    posts: [
      ['Post 1 Main Entrance', /\bPost 1\b/u],
      ['Post 2 Visitor', /\bPost 2\b/u, /访客/u],
      ['Post 3 Service Lane', /\bPost 3\b/u],
    ],
    indoors: [],
  },
  3: {
    client: 'Menara Kayangan Business Park',
    contract: 'Standard, to 31 August 2026',
    technicians: ['Azhar Rahman', 'Siva Kumar'],
    accepted: 'Facility office, Menara Kayangan',
    main: 'Tower A Ramp',
    posts: [
      ['Tower A Ramp', /\bTower A\b/u],
      ['Tower B Ramp', /\bTower B\b/u, /menara B\b/u],
    ],
    indoors: ['Tower A Ramp', 'Tower B Ramp'],
  },
};

export function factsOf({ id }: Pick<DemoSite, 'id'>): SiteFacts {
  const found = facts[id];
  if (!found) throw new Error(`The demo has no site ${id}`);
  return found;
}

// a test of everything, as its title or its text says
const everywhere = /^quarterly earthing|all loops|^RFID read range|all 6 lanes|^firmware update/iu;

/** The posts that a visit is about, those that its title names first: never none. */
export function postsOfVisit(
  site: Pick<DemoSite, 'id'>,
  { title, tasks }: Pick<DemoTask, 'title' | 'tasks'>,
): string[] {
  const { posts, main } = factsOf(site);
  const namedIn = (text: string) =>
    posts.flatMap(([name, ...called]) => (called.some((pattern) => pattern.test(text)) ? [name] : []));
  const named = namedIn(title);
  if (named.length > 0) return named;
  if (everywhere.test(title) || everywhere.test(tasks)) return posts.map(([name]) => name);
  return [main];
}
