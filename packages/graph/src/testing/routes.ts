import type { GraphNode } from '@lathe/contract'

/** A branch by rules; its last port is `else`. */
export const rules = (...ways: [port: string, when: string][]): GraphNode => ({
  kind: 'branch',
  decide: { by: 'rules', rules: ways.map(([port, when]) => ({ port, when })) },
  else: 'else',
})

/** Channels of the routing tests. */
export const state = {
  topic: { type: 'string' },
  count: { type: 'number', reducer: 'sum' },
  notes: { type: 'array', reducer: 'append' },
  error: { type: 'object' },
} as const
