import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';

export interface PostsToChoose {
  /** Their names, in the order of the site. */
  posts: readonly string[];
  /** Where they could not be loaded. */
  retry: (() => void) | null;
  isFetching: boolean;
}

/** The posts of the one site that visits are limited to; none while that are several sites, or all: a name is another post elsewhere. */
export function usePostsToChoose(sites: readonly string[]): PostsToChoose {
  const only = sites.length === 1 ? (sites[0] ?? null) : null;
  const query = useQuery({ ...failureSiteQuery(only), enabled: only !== null });
  const { data, isFetching, refetch } = query;
  const failed = only !== null && hasFailed(query);
  return useMemo(
    () => ({
      posts: only === null ? [] : [...(data?.posts.keys() ?? [])],
      retry: failed ? () => void refetch() : null,
      isFetching,
    }),
    [only, data, failed, isFetching, refetch],
  );
}
