import type { GraphDocument } from '@lathe/contract'
import type { RunBody } from './run-body.ts'

/** `*` means every node. */
export function breakpointsOf(body: RunBody, { nodes }: GraphDocument) {
  const named = (names: RunBody['interrupt_before']) =>
    names === '*' ? Object.keys(nodes) : (names ?? [])
  return {
    interruptBefore: named(body.interrupt_before),
    interruptAfter: named(body.interrupt_after),
  }
}
