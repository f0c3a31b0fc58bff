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

// `vite/client` would take any class of a CSS module that has no declaration yet
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
   * Set by the page where it shows the login that the build has rendered (`.config/first-paint`): has the portal rendered, into that login
   * where it still is the same, and does again what was typed, ticked and pressed there.
   * @param code the language that the portal is in
   */
  takeOverLogin?: (code: string, render: (isPainted: boolean) => void) => void;
}

interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error };
}

/** A PDF of `public/guides` in one language; `title` is what the document says of itself. */
interface GuideEdition {
  readonly language: import('./lib/language/languages.ts').LanguageCode;
  readonly bytes: number;
  readonly pages: number;
  readonly title: string;
}

/** What a section of a guide says on one page: what stands before the first heading is section 0. */
interface GuidePart {
  readonly section: number;
  /** From 1. */
  readonly page: number;
  readonly heading: string;
  readonly text: string;
}

/** The PDFs in `public/guides`, by their file names. */
declare module 'virtual:guides' {
  const guides: readonly { file: string; editions: readonly GuideEdition[] }[];
  export default guides;
}

/** The texts of a language by file name: only needed for searching. */
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
