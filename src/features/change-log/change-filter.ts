/** What the address says of the changes to show. `site` is the name of a site record, `person` the id of a key. */
export interface ChangeFilter {
  site: string | null;
  person: number | null;
}

/** Reads `?site=` and `?person=`; what cannot be the id of a key filters nothing. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const person = params.get('person') ?? '';
  return { site: params.get('site') || null, person: /^[1-9]\d{0,14}$/u.test(person) ? Number(person) : null };
}
