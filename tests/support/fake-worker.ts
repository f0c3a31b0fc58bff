import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { endSession } from '../../src/lib/device/session.ts';
import { dismissToast, getMessages } from '../../src/lib/notify.ts';
import type { ReportRequest, WorkerMessage, WorkerRequest } from '../../src/reports/report-request.ts';
import { objectUrls } from './missing-in-jsdom.ts';

/** A report worker whose messages the test sends. jsdom has no workers, and the real worker needs a browser. */
export class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  readonly asked: Extract<WorkerRequest, { type: 'make' }>[] = [];
  readonly prepared: ReportRequest[] = [];
  /** The signed URLs of the spare photos that the worker got, one map for each message. */
  readonly signed: ReadonlyMap<string, string>[] = [];
  terminated = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(request: WorkerRequest): void {
    if (request.type === 'make') this.asked.push(request);
    else if (request.type === 'signed') this.signed.push(request.signedUrls);
    else this.prepared.push(request.request);
  }

  terminate(): void {
    this.terminated = true;
  }

  answer(data: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Replaces `Worker` for a test. Returns the workers that are started from now on, in this order. */
export function fakeWorkers(): readonly FakeWorker[] {
  FakeWorker.all.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  return FakeWorker.all;
}

/** Returns a list that collects the files that the portal saves by a download link. */
export function watchSavedFiles(): { name: string; content: Blob }[] {
  const saved: { name: string; content: Blob }[] = [];
  // jsdom would try to navigate to the file
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = objectUrls.get(this.href);
    if (content) saved.push({ name: this.download, content });
  });
  return saved;
}

/**
 * Gives every test of the file fake workers and a list of saved files. After a test it ends reports that are still being made.
 */
export function watchReports(): { workers: readonly FakeWorker[]; saved: ReturnType<typeof watchSavedFiles> } {
  const reports = { workers: FakeWorker.all, saved: [] as ReturnType<typeof watchSavedFiles> };
  beforeEach(() => {
    fakeWorkers();
    reports.saved = watchSavedFiles();
  });
  afterEach(() => {
    act(() => {
      endSession('logout');
      for (const { id } of getMessages().toasts) dismissToast(id);
    });
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return reports;
}
