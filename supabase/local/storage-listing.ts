import * as v from 'valibot';

interface ObjectRow {
  name: string;
  id: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: unknown;
}

export const listOptions = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.number(), 100),
  offset: v.optional(v.number(), 0),
  search: v.optional(v.string(), ''),
  sortBy: v.optional(v.object({ column: v.optional(v.string()), order: v.optional(v.string()) }), {}),
});
type ListOptions = v.InferOutput<typeof listOptions>;

/** The common folder of a listing, with a trailing slash, or ''. */
export function listedFolder(options: ListOptions): string {
  const prefix = options.prefix.replace(/^\/+|\/+$/g, '');
  return prefix === '' ? '' : `${prefix}/`;
}

/**
 * What hosted Supabase answers to `.list(folder)`: names relative to the folder, with one entry without an id per
 * subfolder. Lite would list everything below by full name.
 */
export function listing(rows: ObjectRow[], options: ListOptions): Record<string, unknown>[] {
  const start = listedFolder(options).length;
  const entries = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const [first = '', ...deeper] = row.name.slice(start).split('/');
    if (first.toLowerCase().includes(options.search.toLowerCase()) && !entries.has(first)) {
      const { id, created_at, updated_at, last_accessed_at, metadata } = row;
      const folder = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null };
      entries.set(first, {
        name: first,
        ...(deeper.length > 0 ? folder : { id, created_at, updated_at, last_accessed_at, metadata }),
      });
    }
  }
  const { column = 'name', order = 'asc' } = options.sortBy;
  const text = (entry: Record<string, unknown>) => JSON.stringify(entry[column] ?? '');
  const direction = order === 'desc' ? -1 : 1;
  const sorted = [...entries.values()].toSorted((a, b) => (text(a) < text(b) ? -direction : direction));
  return sorted.slice(options.offset, options.offset + options.limit);
}
