import type { DemoSite, DemoTask } from './demo-data.ts';

/** The facts in the service reports and photos of a demo site that are not in its record. */
export interface SiteFacts {
  client: string;
  contract: string;
  technicians: readonly [string, string];
  accepted: string;
  /** The post of those visits whose title names no post. */
  main: string;
  /** The posts: the full name, and patterns for the names that titles and texts use. */
  posts: readonly (readonly [name: string, ...patterns: RegExp[]])[];
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
  const siteFacts = facts[id];
  if (!siteFacts) throw new Error(`The demo has no site ${id}`);
  return siteFacts;
}

// matches the title or the text of visits to all posts
const allPosts = /^quarterly earthing|all loops|^RFID read range|all 6 lanes|^firmware update/iu;

/** The posts of a visit: the posts that its title names, all posts, or the main post. Never empty. */
export function postsOfVisit(
  site: Pick<DemoSite, 'id'>,
  { title, tasks }: Pick<DemoTask, 'title' | 'tasks'>,
): string[] {
  const { posts, main } = factsOf(site);
  const namedIn = (text: string) =>
    posts.flatMap(([name, ...patterns]) => (patterns.some((pattern) => pattern.test(text)) ? [name] : []));
  const namedInTitle = namedIn(title);
  if (namedInTitle.length > 0) return namedInTitle;
  if (allPosts.test(title) || allPosts.test(tasks)) return posts.map(([name]) => name);
  return [main];
}
