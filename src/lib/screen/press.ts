import { createStore, type Store } from '../store.ts';

const isPressed = createStore(false);

/** Until when (ms) a press lasts that ends in no click: a finger's tap becomes one a moment after it has left, and no press takes seconds. */
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
 * A store for what comes and goes by itself and moves what stands on it: it stays as it is while something is pressed, as a
 * button that moves away between press and release is not clicked.
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
