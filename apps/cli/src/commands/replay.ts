import {
  type ReplayDetail,
  type ReplayReport,
  type StartReplay,
  RecordingMissDetails,
} from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'
import { dollars, json } from '../text.ts'
import { versionOf } from './run.ts'

export type ReplayOptions = {
  version?: string
  live?: string[]
  until?: string
  onMiss?: string
  json?: true
}

/** Replays a recorded trace. Fails unless the replay is identical. */
export async function replay(
  context: Context,
  traceId: string,
  options: ReplayOptions,
): Promise<void> {
  const { client, url } = connect(context)
  const done = await client.replays.wait(startOf(traceId, options))
  if (options.json) context.out(json(done))
  else context.out(summary(done, url))
  if (done.verdict !== 'identical') throw new CliError(`The replay is ${done.verdict}`)
}

type Start = Partial<StartReplay> & Pick<StartReplay, 'traceId'>

function startOf(traceId: string, { version, live, until, onMiss = 'fail' }: ReplayOptions): Start {
  const chosen = [version, live, until].filter((option) => option !== undefined)
  if (chosen.length > 1) throw wrong('Use only one of --version, --live and --until')
  if (onMiss !== 'fail' && onMiss !== 'live') throw wrong('--on-miss must be `fail` or `live`')
  if (version !== undefined) {
    return { traceId, mode: 'version', version: versionOf(version), onMiss }
  }
  if (live) return { traceId, mode: 'only-live', nodes: live, onMiss }
  if (until === undefined) return { traceId, mode: 'exact' }
  if (!/^\d+$/.test(until)) throw wrong('--until must be the number of a superstep')
  return { traceId, mode: 'until', superstep: Number(until), onMiss }
}

const wrong = (message: string) => new CliError(message, { exitCode: 2 })

function summary({ id, verdict, report }: ReplayDetail, url: string): string {
  if (!report) return `${verdict}\n`
  const { calls, firstDivergence, steps, suppressedWrites, cost, error, status } = report
  const first = firstDivergence === null ? undefined : steps[firstDivergence]
  const lines = [
    `${verdict}: ${calls.served} recorded calls, ${calls.live} live, ${calls.suppressed} suppressed`,
    first &&
      `first divergence: ${first.kind} ${first.name} of ${first.address.path.join('/')}, step ${first.address.superstep}`,
    status.recording === status.replay || verdict !== 'identical'
      ? error?.message
      : `ends where the recorded run was stopped: ${status.recording}`,
    ...(verdict === 'identical' ? [] : missedFields(error?.details)),
    ...suppressedWrites.map(
      ({ tool, args }) => `would have called ${tool} ${JSON.stringify(args)}`,
    ),
    costs(cost),
    `${url}/replays/${id}`,
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

const costs = ({ recording, replay }: ReplayReport['cost']): string =>
  recording === null && replay === null
    ? dollars(null)
    : `cost ${recording === null ? 'unknown' : dollars(recording)} → ${replay === null ? 'unknown' : dollars(replay)}`

/** Fields in which the request differs from the closest recording. */
function missedFields(details: unknown): string[] {
  const { data } = RecordingMissDetails.safeParse(details)
  return (data?.differences ?? []).map(
    ({ path, recorded, requested }) =>
      `  ${path}: ${shortened(recorded)} → ${shortened(requested)}`,
  )
}

function shortened(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 97)}…` : text
}
