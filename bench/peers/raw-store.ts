import { bucketOf, type RawSpan } from '../lib/raw-spans.ts'

/**
 * The lower limit: the same spans and queries on a plain database. Stores and indexes what Lathe
 * does and syncs each batch, but receives spans as objects: no HTTP, no JSON, no second thread, no
 * compression.
 */
export type RawStore = {
  insert: (spans: RawSpan[]) => Promise<void>
  /** Builds the full-text index after loading. Lathe builds it while loading. */
  indexTexts: () => Promise<void>
  /** The newest traces by a filter of `NEWEST_BY`, with labels and feedback. */
  newest: (filter: string) => Promise<unknown[]>
  /** Counts and histogram buckets by hour and model. */
  chart: (since: number) => Promise<unknown[]>
  /** The newest traces among the newest spans that contain a word. `*` matches a prefix. */
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
  create table feedback (
    id text primary key, trace text not null, key text not null, score double precision not null
  );
  create index feedback_trace on feedback (trace, key);
  create table rollups (
    hour bigint not null, model text not null, bucket integer not null, count integer not null,
    tokens bigint not null, primary key (hour, model, bucket)
  );
`

type Cell = string | number | null

/** The rows of a batch, and how they are merged with existing ones. */
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

/** The list shows the beginning of the root's input and output. */
export const SHOWN = `t.*, substr(p.input, 1, 200) as input, substr(p.output, 1, 200) as output`
export const ROOT = `join payloads p on p.trace = t.id and p.id = t.id`

/** The order of Lathe's list. */
export const NEWEST = `order by t.started_at desc limit 50`

/** Spans that a search in Lathe reads. */
export const MOST_SPANS = 10_000

const newestWhere = (condition: string) =>
  `select ${SHOWN} from traces t ${ROOT} where ${condition} ${NEWEST}`

const newestLabelled = (key: string, value: string) =>
  `select ${SHOWN} from labels l join traces t on t.id = l.trace ${ROOT}
   where l.key = '${key}' and l.value = '${value}' order by l.started_at desc limit 50`

/** Filters of Lathe's list. */
export const NEWEST_BY: Record<string, string> = {
  '': newestWhere('true'),
  'status:error': newestWhere(`t.status = 'error'`),
  'latency:>1900ms': newestWhere('t.ended_at - t.started_at > 1900000'),
  'tag:rare': newestLabelled('tag', 'rare'),
  'tag:common': newestLabelled('tag', 'common'),
  'model:gpt-5-mini': newestLabelled('model', 'gpt-5-mini'),
  'metadata.env:prod': newestLabelled('env', 'prod'),
  'metadata.customer:customer-7': newestLabelled('customer', 'customer-7'),
  'metadata.customer:*': newestWhere(
    `exists (select 1 from labels l where l.trace = t.id and l.key = 'customer')`,
  ),
}

/** Labels of the traces selected by `isAmong`. */
export const LABELS_OF = (isAmong: string) =>
  `select trace, key, value from labels where trace ${isAmong}`
export const FEEDBACK_OF = (isAmong: string) =>
  `select trace, key, count(*) as count, avg(score) as average from feedback
   where trace ${isAmong} group by trace, key`

type Found = Record<string, unknown>

/** Joins traces with their labels and feedback. */
export function told(traces: Found[], labels: Found[], feedback: Found[]): Found[] {
  const labelsOf = Map.groupBy(labels, ({ trace }) => trace)
  const feedbackOf = Map.groupBy(feedback, ({ trace }) => trace)
  return traces.map((trace) => ({
    ...trace,
    labels: (labelsOf.get(trace['id']) ?? []).map(({ key, value }) => [key, value]),
    feedback: feedbackOf.get(trace['id']) ?? [],
  }))
}

export const CHART = (since: number) =>
  `select hour, model, bucket, sum(count) as count from rollups where hour >= ${since}
   group by hour, model, bucket`
