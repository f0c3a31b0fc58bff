/// <reference types="vite/client" />

interface ViteTypeOptions {
  // makes an unknown name in import.meta.env a type error instead of `any`
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_SUPPORT_URL?: string;
}
