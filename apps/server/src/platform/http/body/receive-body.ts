import type { IncomingMessage } from 'node:http'
import type { ByteBudget } from './byte-budget.ts'
import { readBytes } from './read-bytes.ts'

type ReceiveOptions = {
  budget: Pick<ByteBudget, 'reserve' | 'release'>
  /** Maximum bytes of this body, before and after decompression. */
  limit: number
  /** Added to the error, for example how to send less. */
  hint?: string
}

/**
 * Reads the body within its limit and the shared budget. The budget is released when `work` ends.
 */
export async function receiveBody<T>(
  req: IncomingMessage,
  { budget, ...limits }: ReceiveOptions,
  handleBody: (body: Buffer<ArrayBuffer>) => Promise<T> | T,
): Promise<T> {
  let reservedBytes = 0
  try {
    const body = await readBytes(req, {
      ...limits,
      onBytes: (bytes) => {
        budget.reserve(bytes)
        reservedBytes += bytes
      },
    })
    return await handleBody(body)
  } finally {
    budget.release(reservedBytes)
  }
}
