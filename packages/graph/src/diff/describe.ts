import type { Channel, GraphEdge, LiveThreads } from '@lathe/contract'
import { countThreads, threadsAffected } from '../state/threads-affected.ts'
import { reducerOf } from '../state/reducers.ts'
import { changesOf } from './types.ts'
import type { ChannelChange, EndsChange, FieldChange, GraphChange, GraphDiff } from './types.ts'

const LONGEST = 40

/** Returns one sentence per change: "reducer of `notes`: replace → append". */
export const describeDiff = (diff: GraphDiff, live: readonly LiveThreads[] = []): string[] =>
  changesOf(diff).flatMap((change) => describeChange(change, live))

/** Returns one sentence per changed field. */
export function describeChange(change: GraphChange, live: readonly LiveThreads[] = []): string[] {
  switch (change.on) {
    case 'node': {
      if (change.type !== 'changed') return [`${change.type} node \`${change.id}\``]
      const { id, was, fields } = change
      const renamed = was === id ? [] : [`renamed node \`${was}\` → \`${id}\``]
      return [...renamed, ...fields.map((field) => describeField(field, `\`${id}\``))]
    }
    case 'edge': {
      if (change.type === 'reordered') return ['edges reordered']
      if (change.type !== 'changed') return [`${change.type} edge ${nameOfEdge(change.edge)}`]
      const name = `edge ${nameOfEdge(change.before)}`
      return change.fields.map((field) => describeField(field, name))
    }
    case 'channel': {
      const { name } = change
      if (change.type !== 'changed') return [`${change.type} channel \`${name}\``]
      return describeChannel(change, affectedBy(change, live))
    }
    default:
      return [describeEnds(change)]
  }
}

export const nameOfEdge = ({ from, when, to }: GraphEdge): string =>
  `${from}${when === undefined ? '' : ` (${when})`} → ${to}`

/** Returns how many threads a reducer change affects: "3 live threads affected". */
export function affectedBy(change: ChannelChange, live: readonly LiveThreads[]): string | null {
  if (change.type !== 'changed' || !change.fields.some(isReducer)) return null
  const count = countThreads(threadsAffected(change.name, change.channel, live))
  return count === 0 ? null : `${count} live thread${count === 1 ? '' : 's'} affected`
}

const isReducer = ({ path }: FieldChange) => /^reducer\b/.test(path)

function describeChannel(
  change: Extract<ChannelChange, { type: 'changed' }>,
  affected: string | null,
): string[] {
  const { before, channel: after, fields } = change
  const name = `\`${change.name}\``
  const others = fields.filter((field) => !isReducer(field))
  const sentences = others.map((field) => describeField(field, name))
  if (others.length === fields.length) return sentences
  const told = affected === null ? '' : `: ${affected}`
  return [`reducer of ${name}: ${reducerName(before)} → ${reducerName(after)}${told}`, ...sentences]
}

const reducerName = (channel: Channel): string => {
  const reducer = reducerOf(channel)
  if (typeof reducer !== 'string') return 'code'
  return channel.reducer === undefined ? `${reducer} (default)` : reducer
}

function describeEnds({ on, before, after }: EndsChange): string {
  const added = after.filter((name) => !before.includes(name)).map((name) => `+ \`${name}\``)
  const removed = before.filter((name) => !after.includes(name)).map((name) => `− \`${name}\``)
  const changes = [...added, ...removed]
  return `${on}: ${changes.length > 0 ? changes.join(', ') : 'reordered'}`
}

function describeField({ path, before, after, form }: FieldChange, of: string): string {
  if (before === undefined) return `${path} of ${of}: set to ${shown(after)}`
  if (after === undefined) return `${path} of ${of}: ${shown(before)} removed`
  if (form !== 'value' && isLong(before, after)) return `${path} of ${of}: text changed`
  return `${path} of ${of}: ${shown(before)} → ${shown(after)}`
}

const isLong = (before: unknown, after: unknown) =>
  [before, after].some((side) => typeof side === 'string' && side.length > LONGEST)

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line === '' ? '“”' : line
}
