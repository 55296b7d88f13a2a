import type { Interrupt } from '@lathe/contract'

type WithoutLocation<T> = T extends unknown
  ? Omit<T, 'id' | 'node' | 'createdAt' | 'responseSchema'>
  : never

/** A question to a human. The engine adds the node, the time and the schema of the answer. */
export type Question = WithoutLocation<Interrupt>
