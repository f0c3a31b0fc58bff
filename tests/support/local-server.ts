import { once } from 'node:events';
import type { Server } from 'node:http';

/** Starts the server, by default on a free port. Returns its URL, such as `http://localhost:4000`. */
export async function openServer(server: Server, port = 0): Promise<string> {
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
}

/** Closes the server and the connections that browsers hold open. */
export function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
