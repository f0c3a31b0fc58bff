// The pages without a login, besides the portal's `index.html`: `report.html`, which a sticker opens (`decisions §15`), and `shared.html`, which
// a link to visits opens (`decisions §16`). Each is built on its own, so that it loads nothing of the portal, and the portal's files do not
// depend on it. Its HTML is made from `index.html`, because it needs the same scripts for the theme, Trusted Types and older browsers.

export interface Door {
  path: string;
  /** The name of its HTML file: some hosts find it by the path without the ending. */
  page: string;
  /** The folder of its files. It is below `assets`, where files never change, and separate, because the portal stores the others for offline. */
  folder: string;
  /** Texts of `index.html`, each with the text that replaces it. */
  differences: readonly (readonly [portal: string, door: string])[];
}

/** The texts of a page that replace those of the portal. */
interface DoorWords {
  /** The description for search engines and messengers. */
  description: string;
  title: string;
  /** Shown where JavaScript is switched off. */
  noScript: string;
}

const doorOf = (name: string, { description, title, noScript }: DoorWords): Door => ({
  path: `/${name}`,
  page: `${name}.html`,
  folder: `assets/${name}`,
  differences: [
    ['"Service and maintenance records of your RFID boom gates."', `"${description}"`],
    ['<title>RFID Boom Gate Portal</title>', `<title>${title}</title>\n    <meta name="robots" content="noindex" />`],
    // without the manifest, the browser does not offer to install the portal; its only font (`src/doors/fonts.css`) comes before the script
    [
      '<link rel="manifest" href="/manifest.webmanifest" />\n',
      `<link
      rel="preload"
      href="/node_modules/@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff2"
      as="font"
      type="font/woff2"
      crossorigin
    />
`,
    ],
    ['This portal needs JavaScript. Please switch it on and reload the page.', noScript],
    ['/src/main.tsx', `/src/${name}.tsx`],
  ],
});

/** The page that a sticker opens. */
export const stickerDoor = doorOf('report', {
  description: 'Report a fault of this boom gate.',
  title: 'Report a fault',
  noScript: 'To report a fault here, please switch on JavaScript and reload the page, or call the hotline: {hotline}.',
});

/** The page that a link to visits opens. A messenger's preview shows nothing about a site: it has only the texts below, and runs no script. */
export const sharedDoor = doorOf('shared', {
  description: 'Service visits, shown by a link that ends.',
  title: 'Service visits',
  noScript: 'To see the visits of this link, please switch on JavaScript and reload the page.',
});

export const doors: readonly Door[] = [stickerDoor, sharedDoor];

/** The HTML of a door, made from the portal's. @throws Error if `index.html` lacks a text that is to be replaced */
export function asDoor(portal: string, { differences }: Door): string {
  let page = portal;
  for (const [before, after] of differences) {
    if (!page.includes(before)) throw new Error(`index.html has no ${before}`);
    page = page.replace(before, after);
  }
  return page;
}
