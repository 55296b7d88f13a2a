type Turn<T, R> = { read: (piece: T) => Promise<R>; write: (piece: R) => Promise<void> }

/** Reads the next piece while the one before is written: one works here, the other in Postgres. */
export async function runPipeline<T, R>(
  [first, ...others]: readonly T[],
  { read, write }: Turn<T, R>,
) {
  if (first === undefined) return
  let piece = await read(first)
  for (const other of others) {
    const both = [write(piece), read(other)] as const
    // Both come to their end before one fails: nothing is written after it was taken back.
    await Promise.allSettled(both)
    piece = (await Promise.all(both))[1]
  }
  await write(piece)
}
