import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that runs once at a time: a call while it runs is ignored. A button is busy only after the page has been rendered again, and
 * on a slow device the second press of a double click comes before.
 */
export function useSingleMutation<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const { mutateAsync, ...mutation } = useMutation(options);
  const isRunning = useRef(false);
  const mutate = (variables: Variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const onAfterPrint = () => {
      isRunning.current = false;
    };
    // `onError` reports what failed
    void mutateAsync(variables).then(onAfterPrint, onAfterPrint);
  };
  return { ...mutation, mutate };
}
