import { createStore } from '../../lib/store.ts';

/** The draft of the finished visit that this tab is sending; null when it sends none. */
export const visitUnderWay = createStore<string | null>(null);
