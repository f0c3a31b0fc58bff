import type { OrderKey } from './task-order.ts';

interface OrderLabels {
  /** The head of its column. */
  head: string;
  ascending: string;
  descending: string;
  /** What a first press on the head gives. */
  first: 'ascending' | 'descending';
}

/** How the orders of the service history are called. */
export const orderLabels: Record<OrderKey, OrderLabels> = {
  date: { head: 'Date', ascending: 'Oldest first', descending: 'Newest first', first: 'descending' },
  year: { head: 'Year', ascending: 'Year, first to last', descending: 'Year, last to first', first: 'descending' },
  month: {
    head: 'Month',
    ascending: 'Month, January first',
    descending: 'Month, December first',
    first: 'ascending',
  },
  title: { head: 'Title', ascending: 'Title, A to Z', descending: 'Title, Z to A', first: 'ascending' },
  pdf: { head: 'PDF', ascending: 'Without PDF first', descending: 'With PDF first', first: 'descending' },
  photos: {
    head: 'Photos',
    ascending: 'Fewest photos first',
    descending: 'Most photos first',
    first: 'descending',
  },
};
