import { draftLoginId } from './drafts.ts';

/**
 * Remembers what was typed into dialogs after they were closed, or after an expired session unmounted them. It is read only under the same
 * login, and only until the page is left: it is in memory, because longer input has a draft.
 */
export function createTypedMemory<Typed>() {
  const byLogin = new WeakMap<object, Map<string, Typed>>();
  return {
    get: (name: string): Typed | undefined => byLogin.get(draftLoginId())?.get(name),
    set: (name: string, typed: Typed): void => {
      const inputs = byLogin.get(draftLoginId()) ?? new Map<string, Typed>();
      byLogin.set(draftLoginId(), inputs.set(name, typed));
    },
    forget: (name: string): void => void byLogin.get(draftLoginId())?.delete(name),
  };
}
