import type { Json, JsonObject } from '@lathe/contract'
import type { ToolDefinition } from '../tools/definition.ts'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import type { NewExchange } from '../fetch/request.ts'
import type { Replay } from './replay.ts'
import { tapeMiss } from './tape-miss.ts'
import type { TapeKey } from './tape.ts'

export type ServedTool = Pick<NewExchange, 'durationMs' | 'error' | 'touch' | 'servedBy'>

/**
 * What a replay gives in place of a tool's call; null where the call is to be made. What writes is never
 * made unasked: asked for something else than was recorded, it is withheld and a stand-in answers.
 */
export function serveTool(
  replay: Replay,
  key: TapeKey,
  { effect, name }: Pick<ToolDefinition, 'effect' | 'name'>,
  request: JsonObject,
): ServedTool | null {
  const isWrite = effect === 'write'
  if (isWrite && replay.writes?.has(name)) return null
  const isLive = replay.isLive?.(key.address) ?? false
  if (isLive && !isWrite) return null
  const answer = replay.tape.find(key)
  if (answer && !(isWrite && answer.isDivergent)) {
    const { durationMs, error, touch } = answer.exchange
    const { result } = touch.type === 'call' ? touch : { result: null }
    return { durationMs, error, touch: { type: 'call', request, result }, servedBy: 'tape' }
  }
  if (isWrite) return withheld(replay, key, request)
  if (replay.onMiss === 'live') return null
  throw tapeMiss(replay.tape, key, request)
}

function withheld({ tape, standIn }: Replay, key: TapeKey, request: JsonObject): ServedTool {
  const withheldAs = (result: Json, error: NewExchange['error'] = null): ServedTool => ({
    durationMs: 0,
    error,
    touch: { type: 'call', request, result },
    servedBy: 'stand-in',
  })
  switch (standIn?.type) {
    case 'result':
      return withheldAs(standIn.result)
    case 'error':
      return withheldAs(null, toRunError(new LatheError('TOOL_ERROR', standIn.message)))
    case 'recorded': {
      const like = tape.nearest(key)
      if (like?.name !== key.name || like.touch.type !== 'call') throw tapeMiss(tape, key, request)
      return withheldAs(like.touch.result, like.error)
    }
    default:
      throw tapeMiss(tape, key, request)
  }
}
