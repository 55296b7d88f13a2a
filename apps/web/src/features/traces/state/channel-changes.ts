import { type FieldChange, isSameJson } from '@lathe/graph'
import { jsonChanges } from '../../../lib/json-changes.ts'

/** In what a channel differs; of a list that was appended to, what was. */
export function channelChanges(channel: string, before: unknown, after: unknown): FieldChange[] {
  if (!Array.isArray(before) || !Array.isArray(after) || !begins(after, before))
    return jsonChanges({ [channel]: before }, { [channel]: after })
  return after
    .slice(before.length)
    .flatMap((item: unknown, index) =>
      jsonChanges({}, { [`${channel}.${before.length + index}`]: item }),
    )
}

const begins = (list: readonly unknown[], start: readonly unknown[]): boolean =>
  isSameJson(list.slice(0, start.length), start)
