type Steps<T, R> = { read: (piece: T) => Promise<R>; write: (piece: R) => Promise<void> }

/** Reads each piece while the previous one is written: reading uses this process, writing uses Postgres. */
export async function runPipeline<T, R>(
  [first, ...others]: readonly T[],
  { read, write }: Steps<T, R>,
) {
  if (first === undefined) return
  let piece = await read(first)
  for (const other of others) {
    const steps = [write(piece), read(other)] as const
    // Wait for both before throwing: a write must not continue after its transaction was rolled back.
    await Promise.allSettled(steps)
    piece = (await Promise.all(steps))[1]
  }
  await write(piece)
}
