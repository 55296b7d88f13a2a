import { toIso } from '../../wire/time.ts'
import type { ModeTranslation } from '../frames.ts'
import { checkpoints } from './checkpoints.ts'
import { tasks } from './tasks.ts'

/** Tasks and checkpoints in one stream, each with its type. */
export const debug: ModeTranslation = (event, view) => {
  const { body, at } = event
  const type = TYPES[body.type]
  if (type === undefined) return []
  const step = 'superstep' in body ? body.superstep : 0
  return [...tasks(event, view), ...checkpoints(event, view)].map((frame) => ({
    event: frame.event.replace(/^(tasks|checkpoints)/, 'debug'),
    data: { type, timestamp: toIso(at), step, payload: frame.data },
  }))
}

const TYPES: Partial<Record<string, string>> = {
  'node-start': 'task',
  'node-end': 'task_result',
  state: 'checkpoint',
}
