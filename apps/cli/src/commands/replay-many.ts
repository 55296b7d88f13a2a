import { setTimeout as wait } from 'node:timers/promises'
import { type ReplayBatch, ReplaySettings, SpanStatus } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Connection, type Context, connect } from '../context.ts'
import { json, table } from '../text.ts'
import { versionOf } from './run.ts'

export type ReplayManyOptions = {
  agent?: string
  filter?: string
  status?: string
  version?: string
  limit?: string
  json?: true
}

const POLL_MS = 500

/** Replays the newest matching traces. Fails unless all replays are identical. */
export async function replayMany(context: Context, options: ReplayManyOptions): Promise<void> {
  const { client } = connect(context)
  const { version } = options
  const settings = ReplaySettings.parse(
    version === undefined ? {} : { mode: 'version', version: versionOf(version) },
  )
  const started = await client.replayBatches.start({ filter: filterOf(options), settings })
  const done = await finished(context, client, started)
  context.out(options.json ? json(done) : summary(done))
  const { identical } = done.counts
  const others = done.total - identical
  if (others > 0) throw new CliError(`${others} ${others === 1 ? 'is' : 'are'} not identical`)
}

function filterOf({ agent, filter, status, limit = '200' }: ReplayManyOptions) {
  const number = Number(limit)
  if (!Number.isInteger(number) || number < 1) {
    throw new CliError('--limit must be a whole number of at least 1', { exitCode: 2 })
  }
  const asked = SpanStatus.safeParse(status)
  if (status !== undefined && !asked.success) {
    throw new CliError(`--status must be one of ${SpanStatus.options.join(', ')}`, { exitCode: 2 })
  }
  return {
    limit: number,
    ...(agent !== undefined && { agent }),
    ...(filter !== undefined && { filter }),
    ...(asked.success && { status: [asked.data] }),
  }
}

async function finished(
  { err }: Context,
  client: Connection['client'],
  started: ReplayBatch,
): Promise<ReplayBatch> {
  let batch = started
  for (;;) {
    const { identical, diverged, error, skipped } = batch.counts
    err(`${identical + diverged + error + skipped} of ${batch.total}\n`)
    if (batch.status !== 'running') return batch
    await wait(POLL_MS)
    batch = await client.replayBatches.get({ id: batch.id })
  }
}

const summary = ({ items }: ReplayBatch): string =>
  table(
    items.map(({ verdict, traceId, title, summary: remark }) => [
      verdict ?? 'skipped',
      traceId,
      title.slice(0, 40),
      remark,
    ]),
  )
