import { createServer } from 'node:http';
import { apiListener } from '../../supabase/local/api-listener.ts';
import { createBackend } from '../../supabase/local/backend.ts';
import { closeServer, openServer } from '../support/local-server.ts';
import { hostedGateway } from '../support/hosted-gateway.ts';

/** The embedded backend alone, at an origin of its own, with the demo data, in memory. */
export async function startEmbeddedProject(): Promise<{ url: string; stop: () => Promise<void> }> {
  process.env['DO_NOT_TRACK'] = '1';
  const backend = await createBackend();
  const listen = await apiListener(hostedGateway(backend.fetch));
  const server = createServer((request, response) => void listen(request, response));
  server.keepAliveTimeout = 120_000;
  const url = await openServer(server);
  const stop = async () => {
    closeServer(server);
    await backend.close();
  };
  return { url, stop };
}
