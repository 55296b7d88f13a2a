import type { ListedTrace, Span } from '@lathe/contract'
import type { Command } from 'commander'
import { request } from '../client.ts'
import { collectPages } from '../collect-pages.ts'
import { type Context, connect } from '../context.ts'
import { FORCE_OPTION, JSON_OPTION, OUTPUT_OPTION, parseCount } from '../options.ts'
import { type OutputOptions, saveOutput } from '../output.ts'
import { instant, json, seconds, spent, table } from '../text.ts'
import { importTraces, type ImportTracesOptions } from './import-traces.ts'

export function addTraces(program: Command, context: Context): void {
  const traces = program.command('traces').description('traces of agents and of other programs')
  withFilter(traces.command('list'))
    .description('list traces, newest first')
    .option('--limit <number>', 'how many', parseCount, 50)
    .option(...JSON_OPTION)
    .action((options: ListOptions) => listTraces(context, options))
  traces
    .command('show')
    .argument('<trace>', 'id of the trace')
    .description('show a trace as a tree of spans')
    .option(...JSON_OPTION)
    .action((id: string, options: { json?: true }) => showTrace(context, id, options))
  traces
    .command('import')
    .argument('<file>', 'export of Lathe or LangSmith, or OpenTelemetry JSON; compressed or not')
    .description('import traces from a file')
    .option('--project <name>', 'project for traces that name none')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportTracesOptions) => importTraces(context, file, options))
  withFilter(traces.command('export'))
    .argument('[trace...]', 'ids; default: all matching traces')
    .description('write traces; `lathe traces import` reads them')
    .option('--format <format>', '`jsonl` or `csv`', 'jsonl')
    .option('--no-spans', 'exclude spans and their payloads; CSV always excludes them')
    .option(...OUTPUT_OPTION)
    .option(...FORCE_OPTION)
    .action((ids: string[], options: ExportOptions) => exportTraces(context, ids, options))
}

const withFilter = (command: Command): Command =>
  command
    .option('--filter <filter>', 'filter of the trace list, such as "latency:>2s tag:vip"')
    .option('--agent <agent>', 'only traces of this agent')
    .option('--status <status...>', 'only traces with one of these statuses: success, error …')
    .option('--project <name>', 'only traces of this project')
    .option(
      '--environment <name...>',
      'only traces of these environments, `*` for all; default: without comparisons, replays and tests',
    )

type Filter = {
  filter?: string
  agent?: string
  status?: Span['status'][]
  project?: string
  environment?: string[]
}

type ListOptions = Filter & { limit: number; json?: true }

async function listTraces(
  context: Context,
  { limit, json: asJson, ...filter }: ListOptions,
): Promise<void> {
  const { client } = connect(context)
  const list = await collectPages(limit, async (size, before: string | undefined) =>
    client.traces.list({ ...filter, limit: size, ...(before !== undefined && { before }) }),
  )
  if (asJson) return context.out(json(list))
  if (list.length === 0) return context.err('No traces\n')
  context.out(table(list.map(traceRow)))
}

const traceRow = (trace: Omit<ListedTrace, 'metadata' | 'feedback'>) => [
  trace.id,
  trace.status,
  trace.agentSlug ?? trace.project ?? trace.name,
  instant(trace.startedAt),
  trace.activeMs === null ? '' : seconds(trace.activeMs * 1e3),
  spent(trace),
  trace.title,
]

async function showTrace(
  context: Context,
  id: string,
  { json: asJson }: { json?: true },
): Promise<void> {
  const { client, url } = connect(context)
  const { trace, spans } = await client.traces.get({ id })
  if (asJson) return context.out(json({ trace, spans }))
  context.out(`${table([traceRow(trace)])}\n${table(spanRows(spans))}`)
  if (trace.error) context.out(`\n${trace.error.message}\n`)
  context.err(`${url}/traces/${id}\n`)
}

/** Rows in the order of the tree. Spans whose parent is missing are at the top. */
function spanRows(spans: readonly Span[]): string[][] {
  const ids = new Set(spans.map(({ id }) => id))
  const children = Map.groupBy(spans, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const rows: string[][] = []
  const pending = (children.get(null) ?? []).toReversed().map((span) => ({ span, depth: 0 }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { span, depth } = next
    const { id, kind, name, status, startedAt, endedAt } = span
    rows.push([
      `${'  '.repeat(depth)}${name}`,
      kind,
      status,
      endedAt === null ? '' : seconds(endedAt - startedAt),
    ])
    const below = (children.get(id) ?? []).toReversed()
    pending.push(...below.map((child) => ({ span: child, depth: depth + 1 })))
  }
  return rows
}

type ExportOptions = Filter & OutputOptions & { format: string; spans: boolean }

async function exportTraces(
  context: Context,
  ids: readonly string[],
  { output, force, format, spans, ...filter }: ExportOptions,
): Promise<void> {
  const choice = {
    // Traces named by id are exported whatever their environment.
    ...(ids.length > 0 && { ids, environment: ['*'] }),
    ...filter,
    format,
    spans: spans && format === 'jsonl',
  }
  const { body } = await request(connect(context), '/api/traces/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  })
  await saveOutput(context, body ?? [], {
    ...(output !== undefined && { output }),
    ...(force && { force }),
  })
}
