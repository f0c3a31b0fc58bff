/** Mocks `upload-queue.ts`. */
export { FakeQueue as UploadQueue } from '../../records/upload/fake-queue.ts';
