// Each test writes in a workspace of its own: a copy of fixture.json under new ids, slugs and tokens,
// brought into the running server's database with `atrio import`. So tests run side by side, on either
// database, and again on the same server.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fixture from '../fixture.json' with { type: 'json' };

export interface Client {
  id: string;
  name: string;
  slug: string;
  token: string;
}

/** An import file as CONTRACT §2 has it: arrays of records, named in the plural. */
export type Records = Record<string, Record<string, unknown>[]>;

/** Strings of fixture.json that no client may ever receive (CONTRACT §4), in any spelling of a number. */
export const SECRETS_OF_THE_AGENCY = [
  ...['918273645', '9182736.45', '9.182.736,45', '9,182,736.45', '9182736,45', '9.182.736', '9,182,736'],
  ...['827364519', '8273645.19', '8.273.645,19', '8,273,645.19', '8273645,19', '8.273.645', '8,273,645'],
  ...['736451928', '7364519.28', '7.364.519,28', '7,364,519.28', '7364519,28', '645.5192', '645,5192'],
  ...['736455', 'Canarino', 'canarino', 'CHF'],
];

const NAMES_A_RECORD = /^(id|.+_id|channel_key)$/;

export class Workspace {
  /** By the ids that the records of the original have. */
  readonly clients: Record<string, Client> = {};

  private constructor(private readonly copy: string) {}

  /** A new copy of `records`, already in the database. */
  static async open(records: Records = fixture): Promise<Workspace> {
    const workspace = new Workspace(randomBytes(4).toString('hex'));
    await workspace.add(records);
    return workspace;
  }

  /** Brings in more records, under the copy's ids. */
  async add(records: Records): Promise<void> {
    const { clients = [], ...others } = records;
    await importRecords({
      ...mapRecords(others, (id) => this.id(id), this.copy),
      clients: clients.map((client) => ({ ...client, ...this.introduce(client as unknown as Client) })),
    });
  }

  /** The copy's id of the record that fixture.json calls `id`. */
  id(id: string): string {
    return `${id}-${this.copy}`;
  }

  /** The portal's address: by slug, on the project and channel of fixture.json's ids. */
  portal(client: string, at: { project?: string; channel?: string; key?: string } = {}): string {
    const query = new URLSearchParams();
    if (at.project) query.set('project', this.id(at.project));
    if (at.channel) query.set('channel', this.id(at.channel));
    return `/c/${at.key ?? this.clients[client].slug}${query.size ? `?${query}` : ''}`;
  }

  private introduce({ id, name, slug }: Client): Client {
    const token = randomBytes(32).toString('base64url');
    this.clients[id] = { id: this.id(id), name: `${name} ${this.copy}`, slug: `${slug}-${this.copy}`, token };
    return this.clients[id];
  }
}

function mapRecords(members: Records, id: (id: string) => string, copy: string): Records {
  const map = (record: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(record).map(([field, value]) => {
        if (NAMES_A_RECORD.test(field)) return [field, id(String(value))];
        if (field === 'email') return [field, String(value).replace('@', `-${copy}@`)];
        return [field, value];
      }),
    );
  return Object.fromEntries(Object.entries(members).map(([member, records]) => [member, records.map(map)]));
}

/** `atrio import -`: `ATRIO_BINARY` is the program, `DATABASE_URL` the running server's database. */
function importRecords(records: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const atrio = execFile(setting('ATRIO_BINARY'), ['import', '-'], (error, _stdout, stderr) =>
      error ? reject(new Error(`atrio import: ${error.message}\n${stderr}`)) : resolve(),
    );
    atrio.stdin!.end(JSON.stringify(records));
  });
}

/** A setting of the run; `cargo xtask test` gives all of them. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`cargo xtask test\``);
  return value;
}
