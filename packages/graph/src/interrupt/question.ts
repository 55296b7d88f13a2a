import type { Interrupt } from '@lathe/contract'

type WithoutIdentity<T> = T extends unknown ? Omit<T, 'id' | 'node' | 'createdAt'> : never

/** What a human is asked; whoever runs the graph adds where and when. */
export type Question = WithoutIdentity<Interrupt>
