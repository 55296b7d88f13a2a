import type { GraphDocument, RunCommand } from '@lathe/contract'
import { invalidInput } from '../../../platform/http/errors.ts'
import { notSupported } from '../../call.ts'
import { fromWireValues } from '../wire/values.ts'
import type { Command, RunBody } from './run-body.ts'

const END = '__end__'

/**
 * Returns the writes and targets of a command, or undefined if it has neither, as serialized
 * commands may.
 */
export function readCommand(document: GraphDocument, { command }: RunBody): RunCommand | undefined {
  const update = readUpdate(command?.update)
  const goto = readTargets(command?.goto).filter((node) => node !== END)
  if (update === undefined && goto.length === 0) return undefined
  return {
    ...(update && { update: fromWireValues(document, update) }),
    ...(goto.length > 0 && { goto }),
  }
}

/**
 * Returns whether a command only goes to the end. Chat clients send it to drop a pending question.
 */
export function endsThread({ command }: RunBody): boolean {
  const nodes = readTargets(command?.goto)
  const isOnlyGoto = command?.resume === undefined && readUpdate(command?.update) === undefined
  return isOnlyGoto && nodes.length > 0 && nodes.every((node) => node === END)
}

/** An answer resumes the interrupted run, whereas a write to the state starts another. */
export function rejectMixedCommand({ command }: RunBody): void {
  if (readUpdate(command?.update) === undefined && readTargets(command?.goto).length === 0) return
  const remedy = 'Send `resume` first, then a command with the others.'
  throw notSupported('`update` or `goto` beside `resume`', remedy)
}

function readUpdate(update: Command['update']) {
  if (update === undefined || update === null) return undefined
  if (!Array.isArray(update)) return Object.keys(update).length > 0 ? update : undefined
  const names = new Set(update.map(([name]) => name))
  if (names.size < update.length) {
    throw invalidInput('command.update', 'writes a channel twice: merge the two writes')
  }
  return names.size > 0 ? Object.fromEntries(update) : undefined
}

function readTargets(goto: Command['goto']): string[] {
  if (goto === undefined || goto === null) return []
  return [goto].flat().map((to) => {
    if (typeof to === 'string') return to
    const remedy = 'Write the input of the node with `update` and name the node in `goto`.'
    throw notSupported('A `Send` in `goto`', remedy)
  })
}
