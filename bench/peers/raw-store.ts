import type { RawSpan } from '../lib/raw-spans.ts'

/** The same spans and questions in a database without anything around it: the limit. */
export type RawStore = {
  insert: (spans: RawSpan[]) => Promise<void>
  /** After loading: the index of words, which Lathe too makes apart. */
  indexTexts: () => Promise<void>
  newestErrors: () => Promise<unknown[]>
  newestTagged: (tag: string) => Promise<unknown[]>
  /** Counts and histogram buckets by hour and model. */
  chart: (since: number) => Promise<unknown[]>
  search: (word: string) => Promise<unknown[]>
  bytes: () => Promise<number>
  close: () => Promise<void>
}

export const HOUR = 3_600_000_000

export const SCHEMA = `
  create table traces (
    id text primary key, name text not null, status text not null, tag text,
    started_at bigint not null, ended_at bigint not null
  );
  create index traces_status on traces (status, started_at);
  create index traces_tag on traces (tag, started_at);
  create table spans (
    trace text not null, id text not null, parent text, name text not null, model text,
    status text not null, started_at bigint not null, ended_at bigint not null,
    primary key (trace, id)
  );
  create table payloads (
    trace text not null, id text not null, input text not null, output text not null,
    primary key (trace, id)
  );
  create table rollups (
    hour bigint not null, model text not null, bucket integer not null, count integer not null,
    primary key (hour, model, bucket)
  );
`

export const NEWEST = (column: 'status' | 'tag', value: string) =>
  `select * from traces where ${column} = '${value}' order by started_at desc limit 50`

export const CHART = (since: number) =>
  `select hour, model, bucket, sum(count) as count from rollups where hour >= ${since}
   group by hour, model, bucket`
