import type { Channel, GraphEdge } from '@lathe/contract'
import { reducerOf } from '../state/reducers.ts'
import { changesOf } from './types.ts'
import type { EndsChange, FieldChange, GraphChange, GraphDiff } from './types.ts'

const LONGEST = 40

/** One sentence per change: "reducer of `notes`: replace → append". */
export const describeDiff = (diff: GraphDiff): string[] => changesOf(diff).flatMap(describeChange)

/** Several sentences where several fields of one thing changed. */
export function describeChange(change: GraphChange): string[] {
  switch (change.on) {
    case 'node': {
      if (change.type !== 'changed') return [`${change.type} node \`${change.id}\``]
      const { id, was, fields } = change
      const renamed = was === id ? [] : [`renamed node \`${was}\` → \`${id}\``]
      return [...renamed, ...fields.map((field) => describeField(field, `\`${id}\``))]
    }
    case 'edge': {
      if (change.type === 'reordered') return ['the edges are in another order']
      if (change.type !== 'changed') return [`${change.type} edge ${nameOfEdge(change.edge)}`]
      const name = `edge ${nameOfEdge(change.before)}`
      return change.fields.map((field) => describeField(field, name))
    }
    case 'channel': {
      const { name } = change
      if (change.type !== 'changed') return [`${change.type} channel \`${name}\``]
      return describeChannel(change.before, change.channel, change.fields, `\`${name}\``)
    }
    default:
      return [describeEnds(change)]
  }
}

export const nameOfEdge = ({ from, when, to }: GraphEdge): string =>
  `${from}${when === undefined ? '' : ` (${when})`} → ${to}`

function describeChannel(
  before: Channel,
  after: Channel,
  fields: readonly FieldChange[],
  name: string,
): string[] {
  const others = fields.filter(({ path }) => !/^reducer\b/.test(path))
  const sentences = others.map((field) => describeField(field, name))
  if (others.length === fields.length) return sentences
  return [`reducer of ${name}: ${reducerName(before)} → ${reducerName(after)}`, ...sentences]
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
  return `${on}: ${changes.length > 0 ? changes.join(', ') : 'in another order'}`
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
