import type { Channel, GraphEdge, LiveThreads } from '@lathe/contract'
import { countThreads, threadsAffected } from '../state/threads-affected.ts'
import { channelReducer } from '../state/reducers.ts'
import { listGraphChanges } from './types.ts'
import type { ChannelChange, EndsChange, FieldChange, GraphChange, GraphDiff } from './types.ts'

const MAX_VALUE_LENGTH = 40

/** Returns one sentence per change: "reducer of `notes`: replace → append". */
export const describeDiff = (diff: GraphDiff, liveThreads: readonly LiveThreads[] = []): string[] =>
  listGraphChanges(diff).flatMap((change) => describeChange(change, liveThreads))

/** Returns one sentence per changed field. */
export function describeChange(
  change: GraphChange,
  liveThreads: readonly LiveThreads[] = [],
): string[] {
  switch (change.on) {
    case 'node': {
      if (change.type !== 'changed') return [`${change.type} node \`${change.id}\``]
      const { id, previousId, fields } = change
      const rename = previousId === id ? [] : [`renamed node \`${previousId}\` → \`${id}\``]
      return [...rename, ...fields.map((field) => describeField(field, `\`${id}\``))]
    }
    case 'edge': {
      if (change.type === 'reordered') return ['edges reordered']
      if (change.type !== 'changed') return [`${change.type} edge ${edgeLabel(change.edge)}`]
      const name = `edge ${edgeLabel(change.before)}`
      return change.fields.map((field) => describeField(field, name))
    }
    case 'channel': {
      const { name } = change
      if (change.type !== 'changed') return [`${change.type} channel \`${name}\``]
      return describeChannel(change, describeAffected(change, liveThreads))
    }
    default:
      return [describeEnds(change)]
  }
}

export const edgeLabel = ({ from, when, to }: GraphEdge): string =>
  `${from}${when === undefined ? '' : ` (${when})`} → ${to}`

/** Returns how many threads a reducer change affects: "3 live threads affected". */
export function describeAffected(
  change: ChannelChange,
  liveThreads: readonly LiveThreads[],
): string | null {
  if (change.type !== 'changed' || !change.fields.some(isReducer)) return null
  const count = countThreads(threadsAffected(change.name, change.channel, liveThreads))
  return count === 0 ? null : `${count} live thread${count === 1 ? '' : 's'} affected`
}

const isReducer = ({ path }: FieldChange) => /^reducer\b/.test(path)

function describeChannel(
  change: Extract<ChannelChange, { type: 'changed' }>,
  affected: string | null,
): string[] {
  const { before, channel, fields } = change
  const name = `\`${change.name}\``
  const otherFields = fields.filter((field) => !isReducer(field))
  const sentences = otherFields.map((field) => describeField(field, name))
  if (otherFields.length === fields.length) return sentences
  const suffix = affected === null ? '' : `: ${affected}`
  return [
    `reducer of ${name}: ${reducerName(before)} → ${reducerName(channel)}${suffix}`,
    ...sentences,
  ]
}

const reducerName = (channel: Channel): string => {
  const reducer = channelReducer(channel)
  if (typeof reducer !== 'string') return 'code'
  return channel.reducer === undefined ? `${reducer} (default)` : reducer
}

function describeEnds({ on, before, after }: EndsChange): string {
  const added = after.filter((name) => !before.includes(name)).map((name) => `+ \`${name}\``)
  const removed = before.filter((name) => !after.includes(name)).map((name) => `− \`${name}\``)
  const changes = [...added, ...removed]
  return `${on}: ${changes.length > 0 ? changes.join(', ') : 'reordered'}`
}

function describeField({ path, before, after, form }: FieldChange, owner: string): string {
  if (before === undefined) return `${path} of ${owner}: set to ${formatValue(after)}`
  if (after === undefined) return `${path} of ${owner}: ${formatValue(before)} removed`
  if (form !== 'value' && isLong(before, after)) return `${path} of ${owner}: text changed`
  return `${path} of ${owner}: ${formatValue(before)} → ${formatValue(after)}`
}

const isLong = (before: unknown, after: unknown) =>
  [before, after].some((value) => typeof value === 'string' && value.length > MAX_VALUE_LENGTH)

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_VALUE_LENGTH
    ? `${line.slice(0, MAX_VALUE_LENGTH)}…`
    : line === ''
      ? '“”'
      : line
}
