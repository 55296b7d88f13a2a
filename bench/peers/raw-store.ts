import { bucketOf, type RawSpan } from '../lib/raw-spans.ts'

/**
 * The same spans and questions in a database without anything around it: the limit. It stores what Lathe
 * stores (rows, payloads, what traces are found by, sums by the hour), indexes the same words and has each batch on the disk
 * before the next, but gets the spans as objects: no HTTP, no JSON, no second thread, and nothing is compressed.
 */
export type RawStore = {
  insert: (spans: RawSpan[]) => Promise<void>
  /** After loading: the index of words, which Lathe makes while it loads. */
  indexTexts: () => Promise<void>
  newestErrors: () => Promise<unknown[]>
  newestTagged: (tag: string) => Promise<unknown[]>
  /** Counts and histogram buckets by hour and model. */
  chart: (since: number) => Promise<unknown[]>
  /** Of the newest spans with the word, which `*` lets go on, the traces that began last. */
  search: (word: string) => Promise<unknown[]>
  bytes: () => Promise<number>
  close: () => Promise<void>
}

export const SCHEMA = `
  create table traces (
    id text primary key, name text not null, status text not null, tokens bigint not null,
    started_at bigint not null, ended_at bigint not null
  );
  create index traces_newest on traces (started_at, ended_at, tokens);
  create index traces_status on traces (status, started_at);
  create table labels (
    trace text not null, key text not null, value text not null, started_at bigint not null,
    primary key (trace, key, value)
  );
  create index labels_value on labels (key, value, started_at, trace);
  create table spans (
    trace text not null, id text not null, parent text, name text not null, model text,
    status text not null, tokens bigint not null, started_at bigint not null, ended_at bigint not null,
    primary key (trace, id)
  );
  create index spans_id on spans (id);
  create table payloads (
    trace text not null, id text not null, input text not null, output text not null,
    primary key (trace, id)
  );
  create table rollups (
    hour bigint not null, model text not null, bucket integer not null, count integer not null,
    tokens bigint not null, primary key (hour, model, bucket)
  );
`

type Cell = string | number | null

/** The rows of a batch, and how those of it that are there already are added to. */
export const tables: Record<string, { rows: (spans: RawSpan[]) => Cell[][]; conflict: string }> = {
  traces: { rows: traceRows, conflict: '' },
  labels: { rows: labelRows, conflict: 'on conflict do nothing' },
  spans: {
    rows: (spans) =>
      spans.map((one) => [
        one.trace,
        one.id,
        one.parent,
        one.name,
        one.model,
        one.status,
        one.tokens,
        one.startedAt,
        one.endedAt,
      ]),
    conflict: '',
  },
  payloads: {
    rows: (spans) => spans.map((one) => [one.trace, one.id, one.input, one.output]),
    conflict: '',
  },
  rollups: {
    rows: rollupRows,
    conflict: `on conflict (hour, model, bucket) do update
      set count = rollups.count + excluded.count, tokens = rollups.tokens + excluded.tokens`,
  },
}

const HOUR = 3_600_000_000

function traceRows(spans: RawSpan[]): Cell[][] {
  return [...Map.groupBy(spans, ({ trace }) => trace)].flatMap(([id, [root, ...others]]) => {
    if (!root) return []
    const tokens = others.reduce((sum, one) => sum + one.tokens, root.tokens)
    return [[id, root.name, root.status, tokens, root.startedAt, root.endedAt]]
  })
}

function labelRows(spans: RawSpan[]): Cell[][] {
  const starts = new Map(spans.map(({ id, startedAt }) => [id, startedAt]))
  const rows = spans.flatMap(({ trace, labels }) =>
    labels.map(([key, value]): Cell[] => [trace, key, value, starts.get(trace) ?? 0]),
  )
  return [...new Map(rows.map((row) => [row.join(), row])).values()]
}

function rollupRows(spans: RawSpan[]): Cell[][] {
  const sums = new Map<string, [number, string, number, number, number]>()
  for (const { startedAt, endedAt, model, tokens } of spans) {
    const hour = startedAt - (startedAt % HOUR)
    const bucket = bucketOf(endedAt - startedAt)
    const key = `${hour},${model ?? ''},${bucket}`
    const sum = sums.get(key) ?? [hour, model ?? '', bucket, 0, 0]
    sum[3] += 1
    sum[4] += tokens
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** A trace is shown with the beginnings of what its root was given and gave. */
export const SHOWN = `t.*, substr(p.input, 1, 200) as input, substr(p.output, 1, 200) as output`
export const ROOT = `join payloads p on p.trace = t.id and p.id = t.id`

/** Of what is found, as Lathe's list has it. */
export const NEWEST = `order by t.started_at desc limit 50`

/** Spans that Lathe looks at for a search. */
export const MOST_SPANS = 10_000

export const NEWEST_ERRORS = `select ${SHOWN} from traces t ${ROOT}
   where t.status = 'error' order by t.started_at desc limit 50`

export const NEWEST_TAGGED = (tag: string) =>
  `select ${SHOWN} from labels l join traces t on t.id = l.trace ${ROOT}
   where l.key = 'tag' and l.value = '${tag}' order by l.started_at desc limit 50`

export const CHART = (since: number) =>
  `select hour, model, bucket, sum(count) as count from rollups where hour >= ${since}
   group by hour, model, bucket`
