import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

const source = join(import.meta.dirname, '../src');

/** Puts these modules of `src`, and all that they import, into one file, so that what is needed together is fetched with one request. */
function neededTogether(name: string, ...starts: readonly string[]): Group {
  let modules: Set<string> | undefined;
  return {
    name: (id, build) => {
      modules ??= importedBy(
        starts.map((start) => join(source, start)),
        build,
      );
      return modules.has(id) ? name : null;
    },
  };
}

/** These modules and all that they import, however deep, except by a dynamic `import()`. */
function importedBy(starts: readonly string[], build: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(build.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * How the portal's code is divided into files; a module belongs to the first group that takes it. Fewer files compress better, the first
 * load has fewer names to list, and a slow line pays for each request.
 */
export const chunks: Group[] = [
  // the login
  { name: 'start', tags: ['$initial'] },
  { name: 'supabase', test: /node_modules[\\/]@supabase[\\/]/ },
  // the frame of every screen, and what the page fetches when it is idle; the list of guides is in it because it is small
  neededTogether(
    'frame',
    'app/Portal.tsx',
    'app/first-queries.ts',
    'features/guide/GuideRoute.tsx',
    'app/NewVersionNotice.tsx',
    'app/errors/error-capture.ts',
    'ui/AlertDialog.tsx',
    'ui/message/ToastSheet.tsx',
  ),
  // what other screens share with the profile, which clients see first
  { ...neededTogether('profile', 'features/profile/ProfileRoute.tsx'), minShareCount: 2 },
  {
    name: 'shared',
    // pdf.js is larger than all of these together, and few people need it
    test: /src[\\/](ui|records(?![\\/](?:site[\\/]archive-calls|import[\\/]))|lib(?![\\/]pdf[\\/]pdf-js)|components(?![\\/]archive[\\/](?!ArchivedNote)))[\\/]|node_modules[\\/](@tanstack|valibot)[\\/]/,
    minShareCount: 2,
  },
  // only the office imports tables
  { name: 'read-table', test: /src[\\/]records[\\/]import[\\/]/, minShareCount: 2 },
  // only the office archives sites
  {
    name: 'site-archive',
    test: /src[\\/](records[\\/]site[\\/]archive-calls|components[\\/]archive[\\/](?!ArchivedNote))/,
  },
];
