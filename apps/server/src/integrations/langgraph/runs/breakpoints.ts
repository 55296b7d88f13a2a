import type { GraphDocument } from '@lathe/contract'
import type { RunBody } from './run-body.ts'

/** `*` means every node. */
export function readBreakpoints(body: RunBody, { nodes }: GraphDocument) {
  const resolveNames = (names: RunBody['interrupt_before']) =>
    names === '*' ? Object.keys(nodes) : (names ?? [])
  return {
    interruptBefore: resolveNames(body.interrupt_before),
    interruptAfter: resolveNames(body.interrupt_after),
  }
}
