// The pages without a login beside the portal's `index.html`: `report.html`, which a sticker opens (`decisions §15`), and `shared.html`, which
// a link to visits opens (`decisions §16`). Each is a build of its own, so that nobody who opens it loads anything of the portal, and the
// portal's files are the same with it and without it. Its page is made from `index.html`, whose scripts for the theme, Trusted Types and
// older browsers it needs, too.

export interface Door {
  path: string;
  /** Named as its path, which some hosts find by themselves. */
  page: string;
  /** Below `assets`, where files never change; in a folder of its own, as the portal keeps all others of `assets` for offline. */
  folder: string;
  /** What `index.html` has, and what this page has instead. */
  differences: readonly (readonly [portal: string, door: string])[];
}

/** What a page says in place of the portal's words. */
interface DoorWords {
  /** What search engines and messengers may know of it. */
  description: string;
  title: string;
  /** Where no script runs. */
  noScript: string;
}

const doorOf = (name: string, { description, title, noScript }: DoorWords): Door => ({
  path: `/${name}`,
  page: `${name}.html`,
  folder: `assets/${name}`,
  differences: [
    ['"Service and maintenance records of your RFID boom gates."', `"${description}"`],
    ['<title>RFID Boom Gate Portal</title>', `<title>${title}</title>\n    <meta name="robots" content="noindex" />`],
    // whoever comes without a key is not offered to install the portal
    ['<link rel="manifest" href="/manifest.webmanifest" />\n    ', ''],
    // one font alone (`src/doors/fonts.css`)
    [
      `<link
      rel="preload"
      href="/node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff2"
      as="font"
      type="font/woff2"
      crossorigin
    />
    `,
      '',
    ],
    ['This portal needs JavaScript. Please switch it on and reload the page.', noScript],
    ['/src/main.tsx', `/src/${name}.tsx`],
  ],
});

/** What a sticker opens. */
export const stickerDoor = doorOf('report', {
  description: 'Report a fault of this boom gate.',
  title: 'Report a fault',
  noScript: 'To report a fault here, please switch on JavaScript and reload the page, or call the hotline: {hotline}.',
});

/** What a link to visits opens. A messenger's preview of it tells nothing of a site: it has the words below and runs no script. */
export const sharedDoor = doorOf('shared', {
  description: 'Service visits, shown by a link that ends.',
  title: 'Service visits',
  noScript: 'To see the visits of this link, please switch on JavaScript and reload the page.',
});

export const doors: readonly Door[] = [stickerDoor, sharedDoor];

/** The page of a door, made from the portal's. @throws Error where that has changed and this file has not */
export function asDoor(portal: string, { differences }: Door): string {
  let page = portal;
  for (const [before, after] of differences) {
    if (!page.includes(before)) throw new Error(`index.html has no ${before}`);
    page = page.replace(before, after);
  }
  return page;
}
