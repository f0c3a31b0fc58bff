import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteps } from '../../../src/lib/screen/use-steps.ts';
import type { Steps } from '../../../src/lib/search/steps.ts';

/** Work with this number of steps, which counts the steps that were done. */
function countedWork(result: string, steps: number) {
  const count = { done: 0 };
  function* begin(): Steps<string> {
    for (let step = 1; step < steps; step += 1) {
      count.done += 1;
      yield;
    }
    return result;
  }
  return { count, begin };
}

const noSteps = countedWork('nothing', 1);
const open = (begin: () => Steps<string>, source = 'a site') =>
  renderHook((props) => useSteps(props.source, props.begin), { initialProps: { source, begin } });

describe('work in steps', () => {
  beforeEach(() => {
    // each step takes 5 ms
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  });

  it('is done at once when it is first shown, however long it takes', () => {
    expect(open(countedWork('found', 1_000).begin).result.current).toBe('found');
  });

  it('is done at once if it is short', () => {
    const { result, rerender } = open(noSteps.begin);
    rerender({ source: 'a site', begin: countedWork('found', 1).begin });
    expect(result.current).toBe('found');
  });

  it('leaves the previous result until it is done, and lets the page answer meanwhile', async () => {
    const { result, rerender } = open(noSteps.begin);
    const work = countedWork('found', 20);
    rerender({ source: 'a site', begin: work.begin });
    // after two steps of 5 ms the 8 ms of a slice are over
    expect([work.count.done, result.current]).toEqual([2, 'nothing']);
    await waitFor(() => expect(result.current).toBe('found'));
    expect(work.count.done).toBe(19);
  });

  it('is abandoned for other work', async () => {
    const { result, rerender } = open(noSteps.begin);
    const work = countedWork('mot', 20);
    rerender({ source: 'a site', begin: work.begin });
    rerender({ source: 'a site', begin: countedWork('motor', 20).begin });
    await waitFor(() => expect(result.current).toBe('motor'));
    expect(work.count.done).toBe(2);
  });

  it('is abandoned when its screen closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { rerender, unmount } = open(noSteps.begin);
    const work = countedWork('found', 20);
    rerender({ source: 'a site', begin: work.begin });
    unmount();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(work.count.done).toBe(2);
  });

  it('shows nothing of another source, not even for a moment', () => {
    const renderedTexts: string[] = [];
    const { rerender } = renderHook(
      ({ source, begin }) => {
        const result = useSteps(source, begin);
        renderedTexts.push(`${source}: ${result}`);
      },
      { initialProps: { source: 'a', begin: countedWork('of a', 20).begin } },
    );
    rerender({ source: 'b', begin: countedWork('of b', 20).begin });
    expect(new Set(renderedTexts)).toEqual(new Set(['a: of a', 'b: of b']));
  });
});
