import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

const source = join(import.meta.dirname, '../src');

/** A group with these modules of `src` and everything that they import: modules that are needed together are fetched with one request. */
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

/** These modules and everything that they import, directly or indirectly, except by a dynamic `import()`. */
function importedBy(starts: readonly string[], build: Rolldown.ChunkingContext): Set<string> {
  const modules = new Set<string>();
  const remaining = [...starts];
  for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
    if (modules.has(id)) continue;
    modules.add(id);
    remaining.push(...(build.getModuleInfo(id)?.importedIds ?? []));
  }
  return modules;
}

/**
 * How the portal's code is divided into files. A module belongs to the first group that matches it. There are few groups, because larger
 * files compress better, the first load has fewer file names to list, and each request takes time on a slow line.
 */
export const chunks: Group[] = [
  // the login
  { name: 'start', tags: ['$initial'] },
  { name: 'supabase', test: /node_modules[\\/]@supabase[\\/]/ },
  // the frame of every screen, and the code that the page fetches when it is idle; the list of guides is included because it is small
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
  // the modules that other screens share with the profile, which is the first screen of clients
  { ...neededTogether('profile', 'features/profile/ProfileRoute.tsx'), minShareCount: 2 },
  {
    name: 'shared',
    // the modules that several screens share; without pdf.js, which is larger than all of them together and rarely needed
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
