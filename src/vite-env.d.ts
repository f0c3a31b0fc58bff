/// <reference types="vite/types/importMeta.d.ts" />

interface ViteTypeOptions {
  // makes an unknown name in import.meta.env a type error instead of `any`
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_SUPPORT_URL?: string;
}

// instead of `vite/client`, with which any class of a CSS module without a declaration would be valid
declare module '*.css' {}
declare module '*?url' {
  const url: string;
  export default url;
}
declare module '*?inline' {
  const url: string;
  export default url;
}

interface Window {
  /**
   * Set while the page shows the login that the build has rendered (`early-login.ts`). It renders the portal, into that login if it is still
   * the same, and repeats what was typed, ticked and pressed there.
   * @param code the language of the portal
   * @param render renders the portal; `canHydrate` tells whether it hydrates the login
   */
  takeOverLogin?: (code: string, render: (canHydrate: boolean) => void) => void;
}

interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error };
}

/** A PDF of `public/guides` in one language. `title` is the title in the PDF's metadata. */
interface GuideEdition {
  readonly language: import('./lib/language/languages.ts').LanguageCode;
  readonly bytes: number;
  readonly pages: number;
  readonly title: string;
}

/** The text of a section of a guide on one page. The text before the first heading is section 0. */
interface GuidePart {
  readonly section: number;
  /** Counted from 1. */
  readonly page: number;
  readonly heading: string;
  readonly text: string;
}

/** The PDFs in `public/guides`, by their file names. */
declare module 'virtual:guides' {
  const guides: readonly { file: string; editions: readonly GuideEdition[] }[];
  export default guides;
}

/** The texts of the guides in a language, by file name. They are only needed for searching. */
declare module 'virtual:guide-texts-en' {
  const texts: Readonly<Record<string, readonly GuidePart[]>>;
  export default texts;
}
declare module 'virtual:guide-texts-ms' {
  const texts: Readonly<Record<string, readonly GuidePart[]>>;
  export default texts;
}
declare module 'virtual:guide-texts-zh' {
  const texts: Readonly<Record<string, readonly GuidePart[]>>;
  export default texts;
}
