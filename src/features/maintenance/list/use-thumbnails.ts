import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { firstPhotos, type Task } from '../../../records/task/task.ts';
import { thumbnailsQuery } from '../../../records/task/task-queries.ts';
import type { TaskChunk } from './task-chunks.ts';

/** Signs the first block at once, the others as they come near. Another `of` starts over. */
export function useThumbnails(chunks: readonly TaskChunk[], of: string) {
  const [wanted, setWanted] = useState<{ of: string; blocks: readonly number[] }>({ of, blocks: [] });
  const blocks = wanted.of === of ? wanted.blocks : none;
  const photos = useMemo(() => {
    const photosOf = (tasks: readonly Task[]) => tasks.flatMap((task) => firstPhotos(task));
    return [0, ...blocks].map((block) =>
      chunks.filter((one) => one.block === block).flatMap(({ tasks }) => photosOf(tasks)),
    );
  }, [chunks, blocks]);
  const [firstOnes = none, ...others] = photos;
  const first = useQuery({
    ...thumbnailsQuery(firstOnes),
    // keeps what is signed while another filter's photos are being signed
    placeholderData: (before) => before,
  });
  const later = useQueries({ queries: others.map((some) => thumbnailsQuery(some)) });

  const want = useCallback(
    (block: number) =>
      setWanted((before) => {
        const known = before.of === of ? before.blocks : none;
        return block === 0 || known.includes(block) ? before : { of, blocks: [...known, block] };
      }),
    [of],
  );
  const signings = [first, ...later];
  return {
    want,
    /** Signed URLs by stored URL, and whether a missing one stays missing. */
    ofBlock: (block: number) => {
      const signing = signings[block === 0 ? 0 : blocks.indexOf(block) + 1];
      return { thumbnails: signing?.data, signed: signing?.isSuccess === true || signing?.isError === true };
    },
    failed: signings.some(({ isError }) => isError),
    retry: () => {
      for (const signing of signings) if (signing.isError) void signing.refetch();
    },
  };
}

const none: readonly never[] = [];
