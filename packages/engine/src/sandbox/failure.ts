import { FIRST_LINE } from './source.ts'
import type { RealmFailure, RealmRequest } from './protocol.ts'

export type Thrown = { name: string; message: string; stack: string }

const OUT_OF_MEMORY = /^(out of memory|string too long|invalid array buffer length)/i
const TOO_DEEP = /stack overflow/

export function failure(
  reason: RealmFailure['reason'],
  message: string,
  logs: string[] = [],
): RealmFailure {
  return { ok: false, reason, message, line: null, column: null, logs }
}

export const ranOutOfTime = ({ cpuMs }: RealmRequest, logs: string[] = []) =>
  failure('time', `The code ran for more than ${cpuMs} ms and was stopped`, logs)

/** Turns what the code threw into a failure placed in the user's own text. */
export function thrown(error: Thrown, request: RealmRequest, logs: string[]): RealmFailure {
  const { name, message, stack } = error
  if (name === 'InternalError' && OUT_OF_MEMORY.test(message)) {
    return failure('memory', 'The code needed more memory than it may have', logs)
  }
  const reason = TOO_DEEP.test(message) ? 'depth' : 'threw'
  const said = reason === 'depth' ? 'The code calls itself too deeply' : titled(name, message)
  const found = /\bcode:(\d+):(\d+)/.exec(stack)
  if (!found) return failure(reason, said, logs)
  const lines = request.source.split('\n').length
  const line = Math.min(Math.max(Number(found[1]) - FIRST_LINE + 1, 1), lines)
  return { ok: false, reason, message: said, line, column: Number(found[2]), logs }
}

const titled = (name: string, message: string) =>
  name === '' || name === 'Error' || name === 'InternalError' ? message : `${name}: ${message}`
