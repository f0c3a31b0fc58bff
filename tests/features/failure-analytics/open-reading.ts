import { screen, within } from '@testing-library/react';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { drawn } from '../../support/drawing/react-chartjs-2.tsx';
import { entry } from './serve-car-posts.ts';

export const posts = () => ({
  'P1 Main Gate': [
    entry('Barrier Arm Jammed', 5, 3, 2024),
    entry('Spring Broken', 1, 0, 2024),
    entry('Barrier Arm Jammed', 1, 1, 2024),
    entry('Barrier Arm Jammed', 6, 4, 2023),
    entry('Water Ingress', 2, 0, 2023),
  ],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4, 2024)],
  'P3 Service Gate': [entry('Spring Broken', 2, 2, 2026)],
});
export const open = (search = '', session?: typeof adminSession) => renderRoute(`/charts${search}`, session);
export const badges = async () => {
  await screen.findByText(/^(Most failures in|No failures were counted)/u);
  return screen
    .getAllByRole('heading', { level: 2 })
    .map((one) => one.textContent)
    .filter((text) => text.startsWith('P') && !text.startsWith('Posts'));
};
export const plate = (post: string) => within(screen.getByRole('region', { name: post }));
export const chart = () => [...drawn].find(([label]) => label.includes('P1 Main Gate'))?.[1];
export const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
