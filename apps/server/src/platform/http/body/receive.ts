import type { IncomingMessage } from 'node:http'
import type { ByteBudget } from './byte-budget.ts'
import { readBytes } from './read-bytes.ts'

type Room = {
  budget: Pick<ByteBudget, 'take' | 'give'>
  /** Of this body, before and after decompression. */
  limit: number
  /** What to do about more. */
  hint?: string
}

/** Reads the body within its limit and within what may be held at all, until `work` on it has ended. */
export async function receive<T>(
  req: IncomingMessage,
  { budget, ...limits }: Room,
  work: (body: Buffer<ArrayBuffer>) => Promise<T> | T,
): Promise<T> {
  let held = 0
  try {
    const body = await readBytes(req, {
      ...limits,
      onBytes: (bytes) => {
        budget.take(bytes)
        held += bytes
      },
    })
    return await work(body)
  } finally {
    budget.give(held)
  }
}
