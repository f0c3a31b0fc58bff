import { createStore, type Store } from '../store.ts';

const isPressed = createStore(false);

/**
 * How long (ms) a press lasts at most when no click ends it: a tap becomes a click a moment after the finger has left, and no press takes
 * seconds.
 */
const longestMs = { pointerdown: 2_000, pointerup: 300 };
let releaseTimer: ReturnType<typeof setTimeout>;

function onPointer({ type }: Event): void {
  clearTimeout(releaseTimer);
  releaseTimer = setTimeout(
    () => isPressed.set(false),
    type === 'pointerup' ? longestMs.pointerup : longestMs.pointerdown,
  );
  isPressed.set(true);
}

for (const type of Object.keys(longestMs)) window.addEventListener(type, onPointer, true);
window.addEventListener('click', () => isPressed.set(false));

/**
 * Freezes a store while a pointer is down, so that buttons do not move away: a button that moves between press and release is
 * not clicked.
 */
export function frozenWhilePressed<Value>(
  store: Pick<Store<Value>, 'get' | 'subscribe'>,
): Pick<Store<Value>, 'get' | 'subscribe'> {
  const shown = createStore(store.get());
  const update = () => {
    if (!isPressed.get()) shown.set(store.get());
  };
  store.subscribe(update);
  isPressed.subscribe(update);
  return shown;
}
