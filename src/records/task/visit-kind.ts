import * as v from 'valibot';

/** The kinds of visit (`decisions §8`), with their labels. */
export const visitKinds = [
  { value: 'preventive', label: 'Preventive maintenance' },
  { value: 'emergency', label: 'Emergency call' },
  { value: 'other', label: 'Other work' },
] as const;

export type VisitKind = (typeof visitKinds)[number]['value'];

/** Absent where nothing was chosen. */
export const storedKind = v.exactOptional(v.picklist(visitKinds.map(({ value }) => value)));

export function isVisitKind(value: unknown): value is VisitKind {
  return visitKinds.some((kind) => kind.value === value);
}

/** `emergency` -> `Emergency call`; null without a kind. */
export function visitKindLabel(kind: VisitKind | undefined): string | null {
  return visitKinds.find(({ value }) => value === kind)?.label ?? null;
}

/** `none`: visits without a kind. */
export type KindFilter = VisitKind | 'none';

export const kindFilters: readonly { value: KindFilter; label: string }[] = [
  ...visitKinds,
  { value: 'none', label: 'Not specified' },
];

/** Reads `?kind=emergency`; null for all, and for an unknown kind. */
export function readKindFilter(params: URLSearchParams): KindFilter | null {
  return kindFilters.find(({ value }) => value === params.get('kind'))?.value ?? null;
}

export function ofKind<T extends { kind?: VisitKind | undefined }>(
  tasks: readonly T[],
  wanted: KindFilter | null,
): T[] {
  return tasks.filter(({ kind = 'none' }) => wanted === null || kind === wanted);
}
