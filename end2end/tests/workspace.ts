// Test data. A workspace is a copy of fixture.json under new ids, slugs and tokens, so that tests run side by side on
// one server. `atrio import` writes it into the running server's database.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fixture from '../fixture.json' with { type: 'json' };

export interface Client {
  id: string;
  name: string;
  slug: string;
  token: string;
}

/** An import file: arrays of records, named in the plural. */
export type Records = Record<string, Record<string, unknown>[]>;

/** Strings of fixture.json that no client may receive, with every way to write the amounts. */
export const AGENCY_SECRETS = [
  ...['918273645', '9182736.45', '9.182.736,45', '9,182,736.45', '9182736,45', '9.182.736', '9,182,736'],
  ...['827364519', '8273645.19', '8.273.645,19', '8,273,645.19', '8273645,19', '8.273.645', '8,273,645'],
  ...['736451928', '7364519.28', '7.364.519,28', '7,364,519.28', '7364519,28', '645.5192', '645,5192'],
  ...['736455', 'Canarino', 'canarino', 'CHF'],
];

/** Fields that hold an id. */
const ID_FIELD = /^(id|.+_id|channel_key)$/;

export class Workspace {
  /** By the ids of fixture.json. */
  readonly clients: Record<string, Client> = {};

  private readonly suffix = randomBytes(4).toString('hex');

  /** Imports a copy of `records`. */
  static async open(records: Records): Promise<Workspace> {
    const workspace = new Workspace();
    await workspace.add(records);
    return workspace;
  }

  /** Imports several copies of fixture.json at once: most of the time of an import is the start of the program. */
  static async openCopies(count: number): Promise<Workspace[]> {
    const workspaces = Array.from({ length: count }, () => new Workspace());
    await importRecords(workspaces.map((workspace) => workspace.copy(fixture)));
    return workspaces;
  }

  /** Imports more records into this copy. */
  async add(...records: Records[]): Promise<void> {
    await importRecords(records.map((each) => this.copy(each)));
  }

  /** This copy's id of a record of fixture.json. */
  id(id: string): string {
    return `${id}-${this.suffix}`;
  }

  /**
   * The portal's address; `project` and `channel` are ids of fixture.json, `key` replaces the slug. General is opened,
   * whatever is unread elsewhere, unless another channel is named; `''` names none.
   */
  portal(client: string, at: { project?: string; channel?: string; key?: string } = {}): string {
    const query = new URLSearchParams();
    if (at.project) query.set('project', this.id(at.project));
    const channel = at.channel === undefined ? this.clients[client]?.id : at.channel && this.id(at.channel);
    if (channel) query.set('channel', channel);
    return `/c/${at.key ?? this.clients[client].slug}${query.size ? `?${query}` : ''}`;
  }

  private copy({ clients = [], ...others }: Records): Records {
    return {
      ...Object.fromEntries(Object.entries(others).map(([kind, records]) => [kind, records.map((record) => this.copyRecord(record))])),
      clients: clients.map((client) => ({ ...client, ...this.copyClient(client as unknown as Client) })),
    };
  }

  private copyRecord(record: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(record).map(([field, value]) => {
        if (ID_FIELD.test(field)) return [field, this.id(String(value))];
        if (field === 'email') return [field, String(value).replace('@', `-${this.suffix}@`)];
        return [field, value];
      }),
    );
  }

  private copyClient({ id, name, slug }: Client): Client {
    const token = randomBytes(32).toString('base64url');
    this.clients[id] = { id: this.id(id), name: `${name} ${this.suffix}`, slug: `${slug}-${this.suffix}`, token };
    return this.clients[id];
  }
}

/** Runs `atrio import -`. ATRIO_BINARY is the program, DATABASE_URL the running server's database. */
function importRecords(files: Records[]): Promise<void> {
  const merged: Records = {};
  for (const [kind, records] of files.flatMap((file) => Object.entries(file))) (merged[kind] ??= []).push(...records);
  return new Promise((resolve, reject) => {
    const atrio = execFile(setting('ATRIO_BINARY'), ['import', '-'], (error, _stdout, stderr) =>
      error ? reject(new Error(`atrio import: ${error.message}\n${stderr}`)) : resolve(),
    );
    atrio.stdin!.end(JSON.stringify(merged));
  });
}

/** An environment variable of the run; `cargo xtask test` sets all of them. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`cargo xtask test\``);
  return value;
}
