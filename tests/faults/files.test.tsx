import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect } from 'vitest';
import { userSession } from '../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

const storage = `${origin}/storage/v1/object`;
const signing = { method: 'post', url: `${storage}/sign/rfidboomgatephoto` } as const;
const signed = ['lib/stored-files.ts: createSignedUrls'];

// jsdom has no viewer for PDFs, without which the portal frames none
beforeEach(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true }));

function serveFiles(): void {
  serveSites(siteRow({ tasks2024: [task({ urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(5, 'pdf') })] }));
  serveSigning();
  server.use(
    http.get(`${storage}/rfidboomgatephoto/*`, () => new HttpResponse(new TextEncoder().encode('%PDF-1.7'))),
    http.post(`${storage}/list/rfidboomgatephoto`, () => HttpResponse.json([])),
  );
}

const call = (values: Omit<Call, 'as' | 'serve'>): Call => ({ as: userSession, serve: serveFiles, ...values });

testFaults({
  'the signing of the thumbnails': call({
    from: signed,
    request: signing,
    at: '/maintenance',
    press: pressAll('Try again'),
    expected: 'The photos could not be loaded.',
    done: () => void expect(screen.getByRole('img', { name: /^Photo 1 of 2/u })).toBeVisible(),
  }),
  'the signing of the opened photo': call({
    from: signed,
    request: signing,
    at: '/maintenance?task=1&photo=1',
    press: pressAll('Retry'),
    expected: 'Error loading image',
    done: () =>
      void expect(screen.getByRole('img', { name: /^Photo 1 of 2: .*, 26 March 2026 at 16:05$/u })).toBeVisible(),
  }),
  'the download of the PDF': call({
    from: ['lib/stored-files.ts: download'],
    request: { method: 'get', url: `${storage}/rfidboomgatephoto/${objectName(5, 'pdf')}` },
    at: '/maintenance?task=1&pdf=1',
    press: pressAll('Try again'),
    expected: 'Preview not available. Download the file instead.',
    done: () => void expect(screen.getByTitle('Monthly preventive maintenance, 26 March 2026')).toBeVisible(),
  }),
});
