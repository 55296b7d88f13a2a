import type { Interrupt } from '@lathe/contract'

type Asked<T> = T extends unknown ? Omit<T, 'id' | 'node' | 'createdAt' | 'responseSchema'> : never

/** What a human is asked. The engine adds the node, the time and the schema of the answer. */
export type Question = Asked<Interrupt>
