import { draftLoginId } from './drafts.ts';

/**
 * Remembers what was typed into dialogs that were closed, or that an ended session took away, for the same login and until
 * the page ends. In memory only: what takes longer to type has a draft.
 */
export function createTypedMemory<Typed>() {
  const byLogin = new WeakMap<object, Map<string, Typed>>();
  return {
    get: (name: string): Typed | undefined => byLogin.get(draftLoginId())?.get(name),
    set: (name: string, typed: Typed): void => {
      const own = byLogin.get(draftLoginId()) ?? new Map<string, Typed>();
      byLogin.set(draftLoginId(), own.set(name, typed));
    },
    forget: (name: string): void => void byLogin.get(draftLoginId())?.delete(name),
  };
}
