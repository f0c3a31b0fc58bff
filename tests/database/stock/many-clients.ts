import { beforeAll } from 'vitest';
import { login, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

/** Many connections to a PostgreSQL server, for requests at the same moment. */
export interface ManyClients {
  portal: StockPortal;
  owner: Client;
  /** One of 20 connections of the API. A number always has the same connection. */
  clientAt: (index: number) => Client;
  admin: SessionHeader;
}

/** Starts a server for the tests of a file. @param opened is called before them */
export function openManyClients(opened: (many: ManyClients) => void): void {
  beforeAll(async () => {
    const portal = await startPortal();
    const owner = await portal.connect('postgres');
    const clients = await Promise.all(Array.from({ length: 20 }, () => portal.connect('authenticator')));
    const clientAt = (index: number) => {
      const client = clients[index % clients.length];
      if (!client) throw new Error('No connection');
      return client;
    };
    const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
    opened({ portal, owner, clientAt, admin: await login(clientAt(0), String(rows[0]?.['key'])) });
    return () => portal.stop();
  });
}
