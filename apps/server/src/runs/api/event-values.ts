import type { Json, RunEvent, RunEventBody } from '@lathe/contract'
import type { BlockBuffer, BlockList } from '../../platform/db/value-blocks/block-buffer.ts'
import type { EventRef } from '../../platform/db/tables/runs.ts'

/** Events without their large values, and references to those values. */
export type WithoutValues = { events: RunEvent[]; blocks: BlockList; refs: EventRef[] }

/** Moves large values of events to the buffer and replaces them with null. */
export function withoutValues(events: readonly RunEvent[], buffer: BlockBuffer): WithoutValues {
  const indexes = new Map<string, number>()
  const refs: EventRef[] = []
  const indexBlock = (hash: string) => {
    const index = indexes.get(hash) ?? indexes.size
    indexes.set(hash, index)
    return index
  }
  const small = events.map((event, index) => {
    const body = mapValues(event.body, (value, path) => {
      const blocks = buffer.addJson(value)
      if (!blocks) return value
      refs.push([index, path, blocks.map(indexBlock)])
      return null
    })
    return body === event.body ? event : { ...event, body }
  })
  return { events: small, blocks: [...indexes.keys()], refs }
}

/** Restores a value at its path. */
export function putValue(event: RunEvent, path: readonly string[], value: Json): RunEvent {
  const body = mapValues(event.body, (current, at) =>
    at.length === path.length && at.every((key, index) => key === path[index]) ? value : current,
  )
  return { ...event, body }
}

type Map = (value: Json, path: string[]) => Json

/** Maps the values of an event that can be large. */
function mapValues(body: RunEventBody, map: Map): RunEventBody {
  switch (body.type) {
    case 'state':
      return { ...body, channels: mapRecord(body.channels, 'channels', map) }
    case 'node-end':
      return body.writes ? { ...body, writes: mapRecord(body.writes, 'writes', map) } : body
    case 'tool-call':
      return {
        ...body,
        ...(body.args !== undefined && { args: map(body.args, ['args']) }),
        ...(body.result !== undefined && { result: map(body.result, ['result']) }),
      }
    default:
      return body
  }
}

const mapRecord = (record: Readonly<Record<string, Json>>, name: string, map: Map) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, [name, key])]))
