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

interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error };
}

/** The PDFs in `public/guides`. */
declare module 'virtual:guides' {
  const guides: readonly { file: string; bytes: number; pages: number }[];
  export default guides;
}

/** The text of each page, by file name: only needed for searching. */
declare module 'virtual:guide-texts' {
  const texts: Readonly<Record<string, readonly string[]>>;
  export default texts;
}
