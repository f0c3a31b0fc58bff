import { createStore, type Store } from '../store.ts';

const isPressed = createStore(false);

/**
 * How long (ms) after each event a press ends if no click has ended it. After `pointerup` the click of a tap follows within a moment. After
 * `pointerdown` no press takes longer than two seconds.
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
 * A copy of a store that does not change while a pointer is down. Use it for content above buttons: a button that moves between press and
 * release is not clicked.
 */
export function frozenWhilePressed<Value>(
  store: Pick<Store<Value>, 'get' | 'subscribe'>,
): Pick<Store<Value>, 'get' | 'subscribe'> {
  const frozenStore = createStore(store.get());
  const update = () => {
    if (!isPressed.get()) frozenStore.set(store.get());
  };
  store.subscribe(update);
  isPressed.subscribe(update);
  return frozenStore;
}
