import type { Json } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import type { NewExchange } from '../fetch/request.ts'
import { toJson } from '../record/to-json.ts'
import { fieldDifferences } from './field-differences.ts'
import type { Tape, TapeKey } from './tape.ts'

const requestOf = ({ touch }: NewExchange): Json =>
  touch.type === 'http' ? touch.request.body : touch.request

/** Names what was asked and the recording most like it. */
export function tapeMiss(tape: Tape, key: TapeKey, request: Json): LatheError {
  const { path, superstep } = key.address
  const nearest = tape.nearest(key)
  const isDamaged = tape.isDamaged(key)
  const call = `${key.kind} call ${key.name} of ${path.join('/')} at step ${superstep}`
  return new LatheError(
    'TAPE_MISS',
    isDamaged
      ? `What was recorded of the ${call} is damaged and cannot be served`
      : `The recording has no ${call}`,
    {
      hint: 'Replay with misses going live, or record the run again.',
      details: toJson({
        ...(isDamaged && { damaged: true }),
        asked: { ...key, request },
        nearest: nearest && {
          kind: nearest.kind,
          name: nearest.name,
          address: nearest.address,
          fingerprint: nearest.fingerprint,
          request: requestOf(nearest),
        },
        differences: nearest && fieldDifferences(requestOf(nearest), request),
      }),
    },
  )
}
